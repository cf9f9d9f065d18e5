// Tests of the report of the lines to read first.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Baseline.h"
#include "StoryText.h"
#include "TestSupport/Catch.h"
#include "TestSupport/PaperProgram.h"
#include "pinstripe/Report/TextReports.h"

using namespace pinstripe;
using Catch::Contains;

TEST_CASE("a ranking without evidence says that nothing has been found yet",
          "[report][locate]") {
  UnitTable table = paperTable("/nowhere/sample.c");
  Trace trace = paperTrace();
  LocateSummary summary{{"0.1.0", {}, {"lldb", ""}, table, trace}};
  for (uint32_t number : {9, 10}) {
    LineEvidence line;
    line.line = {FileId{}, number};
    line.executed = line.kept = 1;
    line.score = 0.5;
    line.entry = number - 8;
    summary.lines.push_back(line);
  }
  auto textOf = [&] {
    return written([&](llvm::raw_ostream &stream) {
      writeLocation(summary, {}, 10, stream);
    });
  };
  auto saysSo = Contains("\nnothing has been found yet: ");
  CHECK_THAT(textOf(), Contains("; --max-time SECONDS gives more time\n"));
  CHECK_THAT(textOf(), saysSo);
  SECTION("unless the reduction came to its end") {
    summary.reduction.isComplete = true;
    CHECK_THAT(textOf(), !saysSo);
  }
  SECTION("unless an experiment had an effect at one of the lines") {
    summary.lines[1].switched =
        ChangeEvidence{Effect::ExpectedOutput, 1, EventIndex(0), true};
    CHECK_THAT(textOf(), !saysSo);
  }
  SECTION("unless no line stands out") {
    summary.lines.clear();
    CHECK_THAT(textOf(), !saysSo);
  }
}

TEST_CASE("a number of kept events says how many of them are clean-ups",
          "[report][location]") {
  CHECK(includingCleanups(0).empty());
  CHECK(includingCleanups(1) == " (including 1 clean-up)");
  CHECK(includingCleanups(2) == " (including 2 clean-ups)");
}
