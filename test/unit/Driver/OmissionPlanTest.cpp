// Tests of the order in which units are omitted.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Change/ChangePlan.h"
#include "Change/StatementOmissions.h"
#include "PlanLines.h"
#include "TestSupport/Catch.h"
#include "TestSupport/HandDrawnGraph.h"

using namespace pinstripe;
using namespace pinstripe::test;

TEST_CASE("all instances of a unit are omitted first, then single ones",
          "[omit]") {
  HandDrawnGraph drawn;
  drawn.entry(0, {1, 2}); // while
  drawn.entry(0, {0});
  drawn.entry(0, {leaves});
  Trace trace = traceOf(drawn, {0, 1, 0, 1, 0, 2});
  auto plan = planOmissions(drawn.table, trace);
  CHECK(plan->size() == 10);
  CHECK(linesOf(*plan) ==
        std::vector<std::string>{"always 2:all->end", "always 0:all->1",
                                 "always 0:all->2", "always 1:all->0",
                                 "single 2:5->end", "single 0:4->2",
                                 "single 1:3->0", "single 0:0->1",
                                 "single 1:1->0", "single 0:2->1"});
}

TEST_CASE(
    "an omitted call that never returned continues where machine code would",
    "[omit]") {
  HandDrawnGraph drawn;
  drawn.entry(0, {1}); // This entry calls exit.
  drawn.entry(0, {leaves});
  Trace trace = traceOf(drawn, {0});
  auto plan = planOmissions(drawn.table, trace);
  CHECK(linesOf(*plan) ==
        std::vector<std::string>{"always 0:all->1", "single 0:0->1"});
}

TEST_CASE("an omission does not leave a function that can't return", "[omit]") {
  HandDrawnGraph drawn;
  drawn.entry(0, {1});
  drawn.entry(0, {leaves});
  Trace trace = traceOf(drawn, {0, 1});
  drawn.table.functions[0].exit = 0;
  auto plan = planOmissions(drawn.table, trace);
  CHECK(linesOf(*plan) ==
        std::vector<std::string>{"always 0:all->1", "single 0:0->1"});
}

TEST_CASE("statements that are always executed are not omitted", "[omit]") {
  HandDrawnGraph drawn;
  drawn.entry(0, {1});
  drawn.entry(0, {leaves});
  drawn.table.units[0].pinReason = "calls setjmp";
  Trace trace = traceOf(drawn, {0, 1});
  auto plan = planOmissions(drawn.table, trace);
  CHECK(linesOf(*plan) ==
        std::vector<std::string>{"always 1:all->end", "single 1:1->end"});
  StatementOmissions statements(drawn.table, trace);
  CHECK(statements.statements().size() == 2);
  CHECK(statements.waysToOmit(UnitId(0)).empty());
}

TEST_CASE("a statement is omitted with all its entries and its cleanup",
          "[omit]") {
  HandDrawnGraph drawn;
  for (uint32_t i = 0; i < 3; ++i)
    drawn.entry(0, {i + 1});
  drawn.entry(0, {leaves});
  drawn.table.entries[1].unit =
      UnitId(0); // The entry belongs to another instantiation of the unit.
  drawn.table.cleanupLinks.push_back({UnitId(0), UnitId(2)});
  Trace trace = traceOf(drawn, {0, 1, 2, 3});
  StatementOmissions statements(drawn.table, trace);
  auto ways = statements.waysToOmit(UnitId(0));
  REQUIRE(ways.size() == 1);
  CHECK(ways[0].size() == 3);
  auto ofCleanup = statements.waysToOmit(UnitId(2));
  REQUIRE(ofCleanup.size() == 1);
  CHECK(ofCleanup[0].size() == 1);
  std::optional<LiveChange> one = statements.omit(EventIndex(1));
  REQUIRE(one);
  CHECK(one->entry == EntryId(1));
  CHECK(one->target == FlowTarget{EntryId(2)});
}
