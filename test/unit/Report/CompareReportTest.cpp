// Tests of the report that shows slices beside experiments.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Baseline.h"
#include "TestSupport/Catch.h"
#include "TestSupport/PaperProgram.h"
#include "pinstripe/Report/JSONReports.h"
#include "pinstripe/Report/TextReports.h"

using namespace pinstripe;
using Catch::Contains;

static std::string textOf(const CompareSummary &summary) {
  return written(
      [&](llvm::raw_ostream &stream) { writeComparison(summary, {}, stream); });
}

TEST_CASE("a reduction that was ended early is not shown as proved",
          "[report][compare]") {
  UnitTable table = paperTable("/nowhere/sample.c");
  Trace trace = paperTrace();
  CompareSummary summary{{"0.1.0", {}, {"native", ""}, table, trace}};
  summary.sets.critical = summary.sets.guarded = EventSet(trace.size(), true);
  summary.sets.cleanups = summary.sets.guardedCleanups = EventSet(trace.size());
  Certificate proved;
  proved.minimality = Minimality::OneMinimal;
  summary.criticalProof = Certificate();
  summary.guardedProof = proved;
  SECTION("by --max-time") {
    summary.criticalLimit = summary.exhausted = BudgetLimit::Time;
    std::string text = textOf(summary);
    CHECK_THAT(text, Contains(", ended by --max-time\n"));
    CHECK_THAT(text, Contains("\ntrace flow: not yet minimal, ended by "
                              "--max-time\n"));
    CHECK_THAT(text, !Contains("guarded flow: "));
    CHECK_THAT(text, !Contains("proved by experiment"));
    std::string json = written([&](llvm::raw_ostream &stream) {
      writeComparisonJSON(summary, 10, stream);
    });
    CHECK_THAT(json, Contains("\"ended_by\": \"--max-time\""));
  }
  SECTION("after an earlier stage was proved") {
    summary.criticalProof = proved;
    summary.criticalProof->granularity = Granularity::Statement;
    summary.criticalLimit = BudgetLimit::Time;
    CHECK_THAT(textOf(summary), Contains("\ntrace flow: 1-minimal by unit, "
                                         "then ended by --max-time\n"));
  }
  SECTION("without a limit") {
    CHECK_THAT(textOf(summary), Contains("\ntrace flow: not certified "
                                         "minimal\n"));
  }
  SECTION("both reductions came to their end") {
    summary.criticalProof = proved;
    CHECK_THAT(textOf(summary),
               Contains("proved by experiment in trace flow (1-minimal) and"));
    CHECK_THAT(textOf(summary), !Contains("\ntrace flow: "));
  }
}
