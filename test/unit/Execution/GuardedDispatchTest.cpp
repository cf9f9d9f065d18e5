// Tests of guards and of poison in guarded flow, without a debugger.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HandDrivenProgram.h"
#include "pinstripe/Program/ConditionFlags.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace pinstripe;
using namespace pinstripe::test;

namespace {

/// Returns those units of tableOf, mostly of function 0, that are conditions.
EntrySet conditions(const UnitTable &table,
                    std::initializer_list<unsigned> units) {
  EntrySet set(table.entries.size());
  for (unsigned unit : units)
    set.insert(EntryId(unit));
  return set;
}

Dispatcher::Policy guardedBy(const EntrySet &conditions) {
  Dispatcher::Policy policy;
  policy.conditions = &conditions;
  return policy;
}

/// Checks that a condition decides otherwise. If `arrived` is none, control has
/// come to the end of the function.
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
  EntrySet heads = conditions(table, {1});
  // The event after the condition is skipped. Even so, the condition has to
  // lead there.
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
  EntrySet heads = conditions(table, {0});
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
  EntrySet heads = conditions(table, {2});
  EventSet some = eventSet(trace, {1, 3});
  Dispatcher dispatcher(table, trace, some, guardedBy(heads));
  Machine machine(table, dispatcher);
  machine.enter(0, 1);
  // The condition is skipped, so its decision is not checked.
  machine.unit(0, 1, 0);
  checkJump(machine.unit(0, 1, 3), machine.address(0, 4), false);
}

TEST_CASE("the flags of executed conditions are in the digest of decisions",
          "[dispatcher][guarded]") {
  UnitTable table = tableOf(1);
  Trace trace = straightTrace(table); // units 0, 1, 2, 4
  EntrySet heads = conditions(table, {1});
  auto digest = [&](std::initializer_list<unsigned> events, uint64_t flags) {
    EventSet some = eventSet(trace, events);
    Dispatcher dispatcher(table, trace, some, guardedBy(heads));
    Machine machine(table, dispatcher);
    machine.enter(0, 1);
    machine.unit(0, 1, 0);
    machine.flags = flags;
    checkJump(machine.unit(0, 1, 2), machine.address(0, 4), false);
    return dispatcher.decisions();
  };
  SECTION("if they decide by flags") {
    table.entries[1].flow.decidesByFlags = true;
    CHECK(digest({1, 3}, carryFlag) != digest({1, 3}, zeroFlag));
    CHECK(digest({1, 3}, overflowFlag) != digest({1, 3}, 0));
    CHECK(digest({1, 3}, adjustFlag) == digest({1, 3}, 0));
    CHECK(digest({0, 3}, carryFlag) == digest({0, 3}, zeroFlag));
  }
  SECTION("and not otherwise") {
    CHECK(digest({1, 3}, carryFlag) == digest({1, 3}, zeroFlag));
  }
}

TEST_CASE("flags that are read inside a statement are in the digest",
          "[dispatcher][guarded]") {
  UnitTable table = tableOf(1);
  Trace trace = straightTrace(table);
  table.flagReaders = {{FunctionId(0), table.entries[1].address + 4, 0}};
  EntrySet none = conditions(table, {});
  EventSet all = eventSet(trace, {0, 1, 2, 3});
  HookMap hooks(table);
  const HookPoint *reader = hooks.find(table.flagReaders[0].address);
  REQUIRE(reader);
  CHECK(hooks.ofFlagReaders(recordedFunctions(table, trace)) ==
        std::vector{table.flagReaders[0].address});
  CHECK(hooks.ofFlagReaders(FunctionSet(1)).empty());
  std::set<uint64_t> digests;
  for (uint64_t flags : {uint64_t(0), carryFlag}) {
    Dispatcher dispatcher(table, trace, all, guardedBy(none));
    Arrival arrival;
    arrival.flags = flags;
    checkProceeds(dispatcher.arrive(*reader, arrival));
    digests.insert(dispatcher.decisions());
  }
  CHECK(digests.size() == 2);
}

TEST_CASE("the reported condition is that of the frame, not the last event",
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
  EntrySet heads = conditions(table, {0});
  EventSet all = eventSet(trace, {0, 1, 2});
  Dispatcher dispatcher(table, trace, all, guardedBy(heads));
  Machine machine(table, dispatcher);
  machine.enter(0, 1);
  checkProceeds(machine.unit(0, 1, 0));
  // Arrivals in functions that the condition has called say nothing about its
  // decision.
  machine.enter(1, 2, Machine::fp(1));
  checkProceeds(machine.unit(1, 2, 0));
  checkProceeds(machine.exit(1, 2));
  checkDecidesOtherwise(machine.unit(0, 1, 2), 0, 2);
}

TEST_CASE("passing the exit after a reload is not a decision",
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
  EntrySet heads = conditions(table, {4});
  EventSet some = eventSet(trace, {0, 1});
  Dispatcher dispatcher(table, trace, some, guardedBy(heads));
  Machine machine(table, dispatcher);
  machine.enter(0, 1);
  checkProceeds(machine.unit(0, 1, 0));
  checkProceeds(machine.unit(0, 1, 4));
  checkJump(machine.unit(0, 1, 2), table.functions[0].resultReload, false);
  checkProceeds(machine.exit(0, 1));
}

// Poison

namespace {

/// Unit j of function i writes the word at global(5 * i + j) and the frame slot
/// -8 * (j + 1).
int64_t global(unsigned number) { return 0x8000 + 8 * number; }

void addStores(UnitTable &table) {
  for (unsigned i = 0; i < table.entries.size(); ++i)
    table.entries[i].flow.stores = {{true, -8 * int64_t(i % 5 + 1), 8},
                                    {false, global(i), 8}};
}

/// Returns the sorted names of the stores, such as "g3 f-16 ...".
std::string namesOf(const std::vector<FixedStore> &stores) {
  std::vector<std::string> names;
  for (const FixedStore &store : stores)
    names.push_back(store.isInFrame
                        ? "f" + std::to_string(store.place)
                        : "g" + std::to_string((store.place - global(0)) / 8));
  llvm::sort(names);
  return llvm::join(names, " ");
}

/// Makes a trace of events 0 to 4. Function 0 executes the units 0, 1 and 4.
/// Its unit 1 calls function 1. That function, in its unit 2, calls function 2,
/// which executes unit 3.
Trace nestedTrace(const UnitTable &table) {
  Recorder recorder(table, 0);
  Machine machine(table, recorder);
  machine.enter(0, 1);
  machine.unit(0, 1, 0);
  machine.unit(0, 1, 1);
  machine.enter(1, 2, Machine::fp(1));
  machine.unit(1, 2, 2);
  machine.enter(2, 3, Machine::fp(2));
  machine.unit(2, 3, 3);
  machine.exit(2, 3);
  machine.exit(1, 2);
  machine.unit(0, 1, 4);
  machine.exit(0, 1);
  return recorder.takeTrace();
}

} // namespace

TEST_CASE("skipped events poison what they would have written",
          "[dispatcher][guarded]") {
  UnitTable table = tableOf(3);
  addStores(table);
  Trace trace = nestedTrace(table);
  Dispatcher::Policy policy;
  policy.poisonSkipped = true;
  SECTION("in the frame and elsewhere, and elsewhere for what they called") {
    EventSet some = eventSet(trace, {0, 4});
    Dispatcher dispatcher(table, trace, some, policy);
    Machine machine(table, dispatcher);
    CHECK(machine.enter(0, 1).poisonStores.empty());
    CHECK(machine.unit(0, 1, 0).poisonStores.empty());
    CHECK(namesOf(machine.unit(0, 1, 1).poisonStores) == "f-16 g1 g13 g7");
    CHECK(machine.exit(0, 1).poisonStores.empty());
  }
  SECTION("where control is at the next event by itself") {
    EventSet some = eventSet(trace, {0, 4});
    Dispatcher dispatcher(table, trace, some, policy);
    Machine machine(table, dispatcher);
    machine.enter(0, 1);
    machine.unit(0, 1, 0);
    Decision decision = machine.unit(0, 1, 4);
    checkProceeds(decision);
    CHECK(namesOf(decision.poisonStores) == "f-16 g1 g13 g7");
  }
  SECTION("elsewhere, if the frame is left") {
    EventSet some = eventSet(trace, {0});
    Dispatcher dispatcher(table, trace, some, policy);
    Machine machine(table, dispatcher);
    machine.enter(0, 1);
    machine.unit(0, 1, 0);
    CHECK(namesOf(machine.unit(0, 1, 1).poisonStores) == "g1 g13 g4 g7");
  }
  SECTION("elsewhere, at an exit") {
    EventSet some = eventSet(trace, {0});
    Dispatcher dispatcher(table, trace, some, policy);
    Machine machine(table, dispatcher);
    machine.enter(0, 1);
    machine.unit(0, 1, 0);
    CHECK(namesOf(machine.exit(0, 1).poisonStores) == "g1 g13 g4 g7");
  }
  SECTION("elsewhere, for an invocation that is not run") {
    EventSet some = eventSet(trace, {0, 1, 4});
    Dispatcher dispatcher(table, trace, some, policy);
    Machine machine(table, dispatcher);
    machine.enter(0, 1);
    machine.unit(0, 1, 0);
    CHECK(machine.unit(0, 1, 1).poisonStores.empty());
    Decision decision = machine.enter(1, 2, Machine::fp(1));
    checkJump(decision, table.functions[1].ret, true);
    CHECK(namesOf(decision.poisonStores) == "g13 g7");
    CHECK(machine.unit(0, 1, 4).poisonStores.empty());
  }
}

TEST_CASE("a function that is left through a reload poisons the rest once",
          "[dispatcher][guarded]") {
  UnitTable table = tableOf(1);
  addStores(table);
  table.functions[0].resultReload = table.functions[0].low + 0xe0;
  Recorder recorder(table, 0);
  Machine recorded(table, recorder);
  recorded.enter(0, 1);
  for (unsigned index : {4, 2})
    recorded.unit(0, 1, index);
  recorded.exit(0, 1);
  Trace trace = recorder.takeTrace();
  Dispatcher::Policy policy;
  policy.poisonSkipped = true;
  EventSet some = eventSet(trace, {0});
  Dispatcher dispatcher(table, trace, some, policy);
  Machine machine(table, dispatcher);
  machine.enter(0, 1);
  machine.unit(0, 1, 4);
  CHECK(namesOf(machine.unit(0, 1, 2).poisonStores) == "g2");
  CHECK(machine.exit(0, 1).poisonStores.empty());
}

TEST_CASE("skipped events poison nothing in trace flow",
          "[dispatcher][guarded]") {
  UnitTable table = tableOf(3);
  addStores(table);
  Trace trace = nestedTrace(table);
  EventSet some = eventSet(trace, {0, 4});
  Dispatcher dispatcher(table, trace, some, {});
  Machine machine(table, dispatcher);
  machine.enter(0, 1);
  machine.unit(0, 1, 0);
  CHECK(machine.unit(0, 1, 1).poisonStores.empty());
}
