// Tests of the order in which decisions are switched.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Change/ChangePlan.h"
#include "PlanLines.h"
#include "TestSupport/Catch.h"
#include "TestSupport/HandDrawnGraph.h"

using namespace pinstripe;
using namespace pinstripe::test;

TEST_CASE("all instances are switched alike first, then single ones",
          "[switch]") {
  HandDrawnGraph drawn;
  drawn.entry(0, {1, 2}); // while
  drawn.entry(0, {0});
  drawn.entry(0, {leaves});
  Trace trace = traceOf(drawn, {0, 1, 0, 1, 0, 1, 0, 2});
  auto plan = planSwitches(drawn.table, trace);
  CHECK(plan->size() == 7);
  CHECK(linesOf(*plan) ==
        std::vector<std::string>{"constant 0:all->1", "constant 0:all->2",
                                 "inverted 0:all->1|2", "single 0:6->1",
                                 "single 0:0->2", "single 0:4->2",
                                 "single 0:2->2"});
}

TEST_CASE("late conditions come first", "[switch]") {
  HandDrawnGraph drawn;
  drawn.entry(0, {1, leaves});
  drawn.entry(0, {2, leaves});
  drawn.entry(0, {leaves});
  Trace trace = traceOf(drawn, {0, 1, 2});
  auto plan = planSwitches(drawn.table, trace);
  CHECK(linesOf(*plan) ==
        std::vector<std::string>{"constant 1:all->end", "constant 0:all->end",
                                 "single 1:1->end", "single 0:0->end"});
}

TEST_CASE("a function that can't return is not sent to its end", "[switch]") {
  HandDrawnGraph drawn;
  drawn.entry(0, {1, leaves});
  drawn.entry(0, {leaves});
  Trace trace = traceOf(drawn, {0, 1});
  drawn.table.functions[0].exit = 0;
  auto plan = planSwitches(drawn.table, trace);
  CHECK(plan->size() == 0);
  CHECK(linesOf(*plan).empty());
}

TEST_CASE("every other way of a switch statement is tried", "[switch]") {
  HandDrawnGraph drawn;
  drawn.entry(0, {1, 2, 3});
  for (int i = 0; i < 3; ++i)
    drawn.entry(0, {leaves});
  Trace trace = traceOf(drawn, {0, 2});
  auto plan = planSwitches(drawn.table, trace);
  CHECK(plan->size() == 4);
  CHECK(linesOf(*plan) ==
        std::vector<std::string>{"constant 0:all->1", "constant 0:all->3",
                                 "single 0:0->1", "single 0:0->3"});
}

TEST_CASE("a plan says how many tests it has", "[switch]") {
  HandDrawnGraph drawn;
  drawn.entry(0, {1, 3});
  drawn.entry(0, {0, 2});
  drawn.entry(0, {0});
  drawn.entry(0, {leaves});
  Trace trace = traceOf(drawn, {0, 1, 2, 0, 1, 0, 1, 2, 0, 3});
  auto plan = planSwitches(drawn.table, trace);
  CHECK(linesOf(*plan).size() == plan->size());
}

TEST_CASE("a condition that decided nothing is switched, too", "[switch]") {
  HandDrawnGraph drawn;
  drawn.entry(0, {1, 2}); // The condition was false, so 1 was never executed.
  drawn.entry(0, {2});
  drawn.entry(0, {leaves});
  Trace trace = traceOf(drawn, {0, 2});
  auto plan = planSwitches(drawn.table, trace);
  CHECK(linesOf(*plan) ==
        std::vector<std::string>{"constant 0:all->1", "single 0:0->1"});
}

TEST_CASE("conditions near kept events come first", "[switch]") {
  HandDrawnGraph drawn;
  drawn.entry(0, {1, 3}); // The outer condition.
  drawn.entry(0, {2, 3}); // Depends on the outer condition.
  drawn.entry(0, {3});
  drawn.entry(0, {4, 6});
  drawn.entry(0, {5, 6}); // Depends on the entry above.
  drawn.entry(0, {6});
  drawn.entry(0, {leaves});
  Trace trace = traceOf(drawn, {0, 1, 2, 3, 4, 5, 6});
  EventSet kept(trace.size());
  kept.insert(EventIndex(0));
  kept.insert(EventIndex(6)); // No condition comes after all kept events.
  auto plan = planSwitches(drawn.table, trace, &kept);
  std::vector<uint32_t> order;
  for (const ChangeableUnit &unit : plan->units())
    order.push_back(static_cast<uint32_t>(unit.entry));
  CHECK(order == std::vector<uint32_t>{3, 1, 0, 4});
}

TEST_CASE("instances that are later than all kept events come last",
          "[switch]") {
  HandDrawnGraph drawn;
  drawn.entry(0, {1, 2}); // while
  drawn.entry(0, {0});
  drawn.entry(0, {3, leaves}); // Executed after the last kept event.
  drawn.entry(0, {leaves});
  Trace trace = traceOf(drawn, {0, 1, 0, 1, 0, 1, 0, 2, 3});
  EventSet kept(trace.size());
  kept.insert(EventIndex(3));
  auto plan = planSwitches(drawn.table, trace, &kept);
  std::vector<std::string> expected = {
      "constant 0:all->1", "constant 0:all->2",   "inverted 0:all->1|2",
      "single 0:2->2",     "constant 2:all->end", "single 2:7->end",
      "single 0:0->2",     "single 0:4->2",       "single 0:6->1"};
  CHECK(plan->size() == expected.size());
  CHECK(linesOf(*plan) == expected);
}

TEST_CASE("operands come after whole conditions in each stage", "[switch]") {
  HandDrawnGraph drawn;
  drawn.entry(0, {1, 2}); // while
  drawn.entry(0, {0});    // Computes a value, with an operand.
  drawn.entry(0, {leaves});
  ConditionOperand operand;
  for (uint32_t unit : {0, 1}) {
    operand.unit = UnitId(unit);
    drawn.table.operands.push_back(operand);
  }
  Trace trace = traceOf(drawn, {0, 1, 0, 1, 0, 1, 0, 2});
  auto plan = planSwitches(drawn.table, trace);
  std::vector<std::string> expected = {"constant 0:all->1",
                                       "constant 0:all->2",
                                       "inverted 0:all->1|2",
                                       "constant 0:all operand 0 true",
                                       "constant 0:all operand 0 false",
                                       "inverted 0:all operand 0 other",
                                       "constant 1:all operand 1 true",
                                       "constant 1:all operand 1 false",
                                       "inverted 1:all operand 1 other",
                                       "single 0:6->1",
                                       "single 0:0->2",
                                       "single 0:6 operand 0 other",
                                       "single 1:5 operand 1 other",
                                       "single 0:0 operand 0 other",
                                       "single 1:1 operand 1 other",
                                       "single 0:4->2",
                                       "single 0:2->2",
                                       "single 0:4 operand 0 other",
                                       "single 1:3 operand 1 other",
                                       "single 0:2 operand 0 other"};
  CHECK(plan->size() == expected.size());
  CHECK(linesOf(*plan) == expected);
}

TEST_CASE("a condition has its own operands in each function", "[switch]") {
  HandDrawnGraph drawn;
  drawn.entry(0, {leaves});
  ConditionOperand operand;
  operand.unit = UnitId(0);
  operand.function =
      FunctionId(1); // The function is another instance of a template.
  drawn.table.operands.push_back(operand);
  Trace trace = traceOf(drawn, {0});
  CHECK(planSwitches(drawn.table, trace)->size() == 0);
}
