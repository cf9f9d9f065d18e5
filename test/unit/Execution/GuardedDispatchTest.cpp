//===- GuardedDispatchTest.cpp - Guarded flow without a debugger ----------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HandDrivenProgram.h"

using namespace pinstripe;
using namespace pinstripe::test;

namespace {

/// Units of tableOf, of function 0 mostly, that are conditions.
llvm::BitVector conditions(const UnitTable &table,
                           std::initializer_list<unsigned> units) {
  llvm::BitVector set(static_cast<unsigned>(table.entries.size()));
  for (unsigned unit : units)
    set.set(unit);
  return set;
}

Dispatcher::Policy guardedBy(const llvm::BitVector &conditions) {
  Dispatcher::Policy policy;
  policy.conditions = &conditions;
  return policy;
}

/// `arrived` none: at the end of the function.
void checkDecidesOtherwise(const Decision &decision, unsigned event,
                           std::optional<unsigned> arrived) {
  REQUIRE(decision.kind == Decision::Kind::Stop);
  REQUIRE(std::holds_alternative<DecidedOtherwise>(decision.ending));
  const auto &otherwise = std::get<DecidedOtherwise>(decision.ending);
  CHECK(otherwise.event == EventIndex{event});
  CHECK(otherwise.arrived.has_value() == arrived.has_value());
  if (arrived && otherwise.arrived)
    CHECK(*otherwise.arrived == EntryId{*arrived});
}

} // namespace

TEST_CASE("a condition has to lead where it led in the recording",
          "[dispatcher][guarded]") {
  UnitTable table = tableOf(1);
  Trace trace = straightTrace(table); // units 0, 1, 2, 4
  llvm::BitVector heads = conditions(table, {1});
  // Where it leads is skipped: it has to lead there all the same.
  EventSet some = eventSet(trace, {1, 3});
  Dispatcher dispatcher(table, trace, some, guardedBy(heads));
  Machine machine(table, dispatcher);
  machine.enter(0, 1);
  checkJump(machine.unit(0, 1, 0), machine.address(0, 1), false);
  SECTION("and goes on if it does") {
    checkJump(machine.unit(0, 1, 2), machine.address(0, 4), false);
    checkProceeds(machine.exit(0, 1));
  }
  SECTION("and ends the run at another unit") {
    checkDecidesOtherwise(machine.unit(0, 1, 3), 1, 3);
  }
  SECTION("even at the one that would be executed next") {
    checkDecidesOtherwise(machine.unit(0, 1, 4), 1, 4);
  }
  SECTION("and ends the run at the end of the function") {
    checkDecidesOtherwise(machine.exit(0, 1), 1, std::nullopt);
  }
}

TEST_CASE("a condition that ended its function has to do so again",
          "[dispatcher][guarded]") {
  UnitTable table = tableOf(1);
  table.functions[0].returns = ReturnClass::None;
  Recorder recorder(table, 0);
  Machine recorded(table, recorder);
  recorded.enter(0, 1);
  recorded.unit(0, 1, 0);
  recorded.exit(0, 1);
  Trace trace = recorder.takeTrace();
  llvm::BitVector heads = conditions(table, {0});
  EventSet all = eventSet(trace, {0});
  Dispatcher dispatcher(table, trace, all, guardedBy(heads));
  Machine machine(table, dispatcher);
  machine.enter(0, 1);
  checkProceeds(machine.unit(0, 1, 0));
  SECTION("it does") { checkProceeds(machine.exit(0, 1)); }
  SECTION("it does not") { checkDecidesOtherwise(machine.unit(0, 1, 1), 0, 1); }
}

TEST_CASE("only conditions are guarded, and only in guarded flow",
          "[dispatcher][guarded]") {
  UnitTable table = tableOf(1);
  Trace trace = straightTrace(table);
  llvm::BitVector heads = conditions(table, {2});
  EventSet some = eventSet(trace, {1, 3});
  Dispatcher dispatcher(table, trace, some, guardedBy(heads));
  Machine machine(table, dispatcher);
  machine.enter(0, 1);
  // The condition is skipped: nobody asks how it would decide.
  machine.unit(0, 1, 0);
  checkJump(machine.unit(0, 1, 3), machine.address(0, 4), false);
}

TEST_CASE("the condition that is told is that of the frame, not the last event",
          "[dispatcher][guarded]") {
  UnitTable table = tableOf(2);
  Recorder recorder(table, 0);
  Machine recorded(table, recorder);
  recorded.enter(0, 1);
  recorded.unit(0, 1, 0);
  recorded.enter(1, 2, Machine::fp(1));
  recorded.unit(1, 2, 0);
  recorded.exit(1, 2);
  recorded.unit(0, 1, 1);
  Trace trace = recorder.takeTrace();
  llvm::BitVector heads = conditions(table, {0});
  EventSet all = eventSet(trace, {0, 1, 2});
  Dispatcher dispatcher(table, trace, all, guardedBy(heads));
  Machine machine(table, dispatcher);
  machine.enter(0, 1);
  checkProceeds(machine.unit(0, 1, 0));
  // Arrivals in frames that the condition has called decide nothing.
  machine.enter(1, 2, Machine::fp(1));
  checkProceeds(machine.unit(1, 2, 0));
  checkProceeds(machine.exit(1, 2));
  checkDecidesOtherwise(machine.unit(0, 1, 2), 0, 2);
}

TEST_CASE("the way out through a reload is no decision",
          "[dispatcher][guarded]") {
  UnitTable table = tableOf(1);
  table.functions[0].resultReload = table.functions[0].low + 0xe0;
  Recorder recorder(table, 0);
  Machine recorded(table, recorder);
  recorded.enter(0, 1);
  for (unsigned index : {0, 4, 2}) // 2 destroys something
    recorded.unit(0, 1, index);
  recorded.exit(0, 1);
  Trace trace = recorder.takeTrace();
  llvm::BitVector heads = conditions(table, {4});
  EventSet some = eventSet(trace, {0, 1});
  Dispatcher dispatcher(table, trace, some, guardedBy(heads));
  Machine machine(table, dispatcher);
  machine.enter(0, 1);
  checkProceeds(machine.unit(0, 1, 0));
  checkProceeds(machine.unit(0, 1, 4));
  checkJump(machine.unit(0, 1, 2), table.functions[0].resultReload, false);
  checkProceeds(machine.exit(0, 1));
}
