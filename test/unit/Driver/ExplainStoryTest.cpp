// Tests how `explain` shares its time, and what it tells.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Explain/CauseChain.h"
#include "Explain/Story.h"
#include "Explain/TimeShares.h"
#include "TestSupport/Catch.h"

#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

namespace {

/// A result about an empty program, to which lines are added.
struct Found {
  UnitTable table;
  Trace trace;
  LocateSummary location{{"", {}, {}, table, trace}};

  LineEvidence &add(uint32_t number, double score) {
    LineEvidence line;
    line.line = {FileId{}, number};
    line.score = score;
    line.entry = static_cast<uint32_t>(location.lines.size() + 1);
    location.lines.push_back(line);
    return location.lines.back();
  }
};

} // namespace

static ChangeEvidence change(Effect effect, uint32_t event) {
  return ChangeEvidence{effect, 1, EventIndex(event), true};
}

TEST_CASE("each part gets a share of the time, and the last one all that is "
          "left",
          "[driver][explain]") {
  double left = 1;
  for (size_t i = 0; i != explainParts; ++i) {
    double share = shareOf(ExplainPart(i));
    CHECK(share > 0);
    CHECK(share <= 1);
    left *= 1 - share;
  }
  CHECK(shareOf(ExplainPart::Chain) == 1);
  CHECK(left == 0);
}

TEST_CASE("the search for suspect lines gets more time than all that comes "
          "after it",
          "[driver][explain]") {
  CHECK(shareOf(ExplainPart::Location) > 0.5);
}

TEST_CASE("a line without a score is not suspect", "[driver][explain]") {
  Found found;
  CHECK(suspectOf(found.location) == nullptr);
  found.add(1, 0);
  CHECK(suspectOf(found.location) == nullptr);
  found.location.lines.front().score = 0.5;
  CHECK(suspectOf(found.location) == &found.location.lines.front());
}

TEST_CASE("the shown instance is the one whose change mended most",
          "[driver][explain]") {
  LineEvidence line;
  CHECK(!shownInstance(line));
  line.crashed = CrashEvidence{EventIndex(9), 0};
  CHECK(shownInstance(line) == EventIndex(9));
  line.omitted = change(Effect::Other, 1);
  CHECK(shownInstance(line) == EventIndex(9));
  line.replaced = change(Effect::Prefix, 2);
  CHECK(shownInstance(line) == EventIndex(2));
  line.switched = change(Effect::ExpectedOutput, 3);
  CHECK(shownInstance(line) == EventIndex(3));
}

TEST_CASE("remedies are the changes that mend, the best of each line",
          "[driver][explain]") {
  Found found;
  LineEvidence &first = found.add(1, 0.5);
  first.omitted = change(Effect::Partly, 1);
  first.switched = change(Effect::ExpectedOutput, 1);
  LineEvidence &second = found.add(2, 0.3);
  second.omitted = change(Effect::Prefix, 2);
  LineEvidence &third = found.add(3, 0.2);
  third.replaced = change(Effect::Partly, 3);
  CHECK(remediesIn(found.location) ==
        std::vector<Remedy>{{0, Remedy::Kind::Switch},
                            {2, Remedy::Kind::Replacement}});
}

TEST_CASE("what has no result remains open, with the reason",
          "[driver][explain]") {
  Found found;
  ExplainSummary summary{{"", {}, {}, found.table, found.trace}};
  summary.part(ExplainPart::Chain).omitted = "no time was left";
  std::vector<std::string> open = openQuestions(summary);
  REQUIRE(open.size() == 1);
  CHECK(open.front() == "there is no chain of dependences: no time was left");
}

TEST_CASE("a suspect that no change mends remains open", "[driver][explain]") {
  Found found;
  found.add(1, 0.5);
  found.location.passingRuns = 1;
  ExplainSummary summary{{"", {}, {}, found.table, found.trace}};
  summary.location.emplace(found.location);
  std::vector<std::string> open = openQuestions(summary);
  REQUIRE(open.size() == 1);
  CHECK(llvm::StringRef(open.front())
            .starts_with("no change that was tried makes the output right"));
}

TEST_CASE("steps that were ended early remain open", "[driver][explain]") {
  Found found;
  found.add(1, 0.5).switched = change(Effect::ExpectedOutput, 1);
  found.location.mutation.tests = 7;
  found.location.passingRuns = 1;
  ExplainSummary summary{{"", {}, {}, found.table, found.trace}};
  summary.location.emplace(found.location);
  summary.remedies = remediesIn(found.location);
  CHECK(openQuestions(summary) ==
        std::vector<std::string>{"not all mutations were tried in the time; "
                                 "--max-time gives more"});
}

TEST_CASE("an engine that can't make mutants leaves them open",
          "[driver][explain]") {
  Found found;
  found.add(1, 0.5).switched = change(Effect::ExpectedOutput, 1);
  found.location.passingRuns = 1;
  found.location.mutation.omitted = "the lldb engine can't exchange functions";
  ExplainSummary summary{{"", {}, {}, found.table, found.trace}};
  summary.location.emplace(found.location);
  summary.remedies = remediesIn(found.location);
  CHECK(openQuestions(summary) ==
        std::vector<std::string>{"no statements were written otherwise: the "
                                 "lldb engine can't exchange functions"});
}

TEST_CASE("without other runs it remains open whether the changes mend others",
          "[driver][explain]") {
  Found found;
  found.add(1, 0.5).switched = change(Effect::ExpectedOutput, 1);
  ExplainSummary summary{{"", {}, {}, found.table, found.trace}};
  summary.location.emplace(found.location);
  summary.remedies = remediesIn(found.location);
  auto isAboutOthers = [](llvm::StringRef sentence) {
    return sentence.contains("no other runs were compared");
  };
  CHECK(llvm::any_of(openQuestions(summary), isAboutOthers));
  summary.location->failingRuns = 1;
  CHECK(llvm::none_of(openQuestions(summary), isAboutOthers));
  summary.location->failingRuns = 0;
  summary.location->reference.emplace();
  CHECK(llvm::none_of(openQuestions(summary), isAboutOthers));
}

TEST_CASE("of many places that are nearly as suspect, three are named",
          "[driver][explain]") {
  Found found;
  auto sentence = [&] {
    ExplainSummary summary{{"", {}, {}, found.table, found.trace}};
    summary.location.emplace(found.location);
    for (const std::string &each : openQuestions(summary))
      if (llvm::StringRef(each).ends_with("nearly as suspect"))
        return each;
    return std::string();
  };
  found.table.files.push_back("/a.c");
  found.add(1, 0.5);
  CHECK(sentence().empty());
  found.add(2, 0.4);
  CHECK(sentence() == "/a.c:2 is nearly as suspect");
  found.add(3, 0.4);
  CHECK(sentence() == "/a.c:2 and /a.c:3 are nearly as suspect");
  found.add(4, 0.4);
  found.add(5, 0.4);
  CHECK(sentence() ==
        "/a.c:2, /a.c:3, /a.c:4 and /a.c:5 are nearly as suspect");
  found.add(6, 0.4);
  CHECK(sentence() ==
        "/a.c:2, /a.c:3, /a.c:4 and 2 more places are nearly as suspect");
}
