// Tests of the search for missing `break`s.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Change/FallThrough.h"
#include "PlanLines.h"
#include "TestSupport/Catch.h"
#include "TestSupport/HandDrawnGraph.h"

using namespace pinstripe;
using namespace pinstripe::test;

/// Makes entry 0 the head of a `switch`, and numbers the lines of units.
static void makeSwitch(HandDrawnGraph &drawn) {
  drawn.table.functions[0].exit = 1;
  for (size_t i = 0; i != drawn.table.units.size(); ++i)
    drawn.table.units[i].range.line = i + 1;
  drawn.table.units[0].kind = UnitKind::Condition;
  drawn.table.units[0].text = "switch (n)";
}

/// Returns "1->2, leaves to 4" for each place.
static std::vector<std::string> fallThroughsOf(const UnitTable &table) {
  std::vector<std::string> texts;
  auto number = [](EntryId id) {
    return std::to_string(static_cast<uint32_t>(id));
  };
  for (const FallThrough &each :
       findFallThroughs(table, UnitGraph(table), EntryId(0)))
    texts.push_back(
        number(each.last) + "->" + number(each.first) + ", leaves to " +
        (each.afterSwitch.entry ? number(*each.afterSwitch.entry) : "end"));
  return texts;
}

TEST_CASE("a group of case labels that leads into the next one falls through",
          "[omit][fall-through]") {
  HandDrawnGraph drawn;
  drawn.entry(0, {1, 3, 4, 5});
  drawn.entry(0, {2}); // The first group: two statements.
  drawn.entry(0, {3});
  drawn.entry(0, {5}); // The second group.
  drawn.entry(0, {5}); // The third group.
  drawn.entry(0, {leaves});
  makeSwitch(drawn);
  CHECK(fallThroughsOf(drawn.table) ==
        std::vector<std::string>{"2->3, leaves to 5"});
  drawn.table.units[0].text = "if (n)";
  CHECK(fallThroughsOf(drawn.table).empty());
}

TEST_CASE("a switch at the end of a function leads to that end",
          "[omit][fall-through]") {
  HandDrawnGraph drawn;
  drawn.entry(0, {1, 2, leaves});
  drawn.entry(0, {2});
  drawn.entry(0, {leaves});
  makeSwitch(drawn);
  CHECK(fallThroughsOf(drawn.table) ==
        std::vector<std::string>{"1->2, leaves to end"});
}

TEST_CASE("neither a loop in a group nor one around the switch falls through",
          "[omit][fall-through]") {
  HandDrawnGraph drawn;
  drawn.entry(0, {1, 3, 4});
  drawn.entry(0, {2}); // do { 1; } while (2);
  drawn.entry(0, {1, 4});
  drawn.entry(0, {4});
  drawn.entry(0, {0, leaves}); // The condition of a loop around the switch.
  makeSwitch(drawn);
  CHECK(fallThroughsOf(drawn.table).empty());
}

TEST_CASE("a break is put where control fell through, once and each time",
          "[omit][fall-through]") {
  HandDrawnGraph drawn;
  drawn.entry(0, {1, 2, 3});
  drawn.entry(0, {2});
  drawn.entry(0, {3});
  drawn.entry(0, {0, leaves});
  Trace trace = traceOf(drawn, {0, 1, 2, 3, 0, 2, 3});
  makeSwitch(drawn);
  auto plan = planOmissions(drawn.table, trace);
  unsigned breaks = 0;
  while (std::optional<ChangeTest> test = plan->next()) {
    if (test->change.kind != LiveChange::Kind::Switch)
      continue;
    ++breaks;
    CHECK(plan->units()[test->unit].leavesSwitch);
    CHECK(test->change.entry == EntryId(1));
    CHECK(test->change.target == FlowTarget{EntryId(3)});
    CHECK((test->form == ChangeForm::Single) ==
          (test->change.event == EventIndex(1)));
  }
  CHECK(breaks == 2);
}
