// Tests of the decisions in live flow, without a debugger.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Flow/LiveDispatcher.h"
#include "HandDrivenProgram.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Program/ConditionFlags.h"

using namespace pinstripe;
using namespace pinstripe::test;

namespace {

constexpr FlowTarget theEnd{};

FlowTarget unitTarget(unsigned index) { return FlowTarget{EntryId(index)}; }

/// A program with the functions 0 and 1, which have five units each, and with
/// one change. Entries have the numbers of their units. The units of function 1
/// come after those of function 0.
class LiveProgram {
public:
  explicit LiveProgram(llvm::ArrayRef<LiveChange> changes,
                       uint64_t eventLimit = 0)
      : dispatcher(table, changes, eventLimit), machine(table, dispatcher) {
    machine.enter(0, 1);
  }

  UnitTable table = tableOf(2);
  LiveDispatcher dispatcher;
  Machine machine;
};

LiveChange switchOf(unsigned entry, FlowTarget target,
                    std::optional<EventIndex> event = std::nullopt) {
  LiveChange change;
  change.entry = EntryId(entry);
  change.target = target;
  change.event = event;
  return change;
}

} // namespace

TEST_CASE("one execution of a condition is switched", "[live]") {
  LiveProgram program(switchOf(1, unitTarget(3), EventIndex(2)));
  checkProceeds(program.machine.unit(0, 1, 0));
  checkProceeds(program.machine.unit(0, 1, 1)); // event 1 is not meant
  checkProceeds(program.machine.unit(0, 1, 1));
  checkJump(program.machine.unit(0, 1, 2), program.machine.address(0, 3),
            /*poisoned=*/false);
  checkProceeds(program.machine.unit(0, 1, 1));
  checkProceeds(program.machine.unit(0, 1, 2));
  CHECK(program.dispatcher.eventsExecuted() == 6);
}

TEST_CASE("a switch to where control goes by itself changes nothing",
          "[live]") {
  LiveProgram program(switchOf(1, unitTarget(2), EventIndex(0)));
  checkProceeds(program.machine.unit(0, 1, 1));
  checkProceeds(program.machine.unit(0, 1, 2));
}

TEST_CASE("a condition is switched to the end of its function", "[live]") {
  LiveProgram program(switchOf(1, theEnd, EventIndex(0)));
  checkProceeds(program.machine.unit(0, 1, 1));
  checkJump(program.machine.unit(0, 1, 2), program.table.functions[0].exit,
            /*poisoned=*/false);
}

TEST_CASE("an end of a function is switched to another unit", "[live]") {
  LiveProgram program(switchOf(1, unitTarget(2), EventIndex(0)));
  checkProceeds(program.machine.unit(0, 1, 1));
  checkJump(program.machine.exit(0, 1), program.machine.address(0, 2),
            /*poisoned=*/false);
  CHECK(program.dispatcher.eventsExecuted() == 2);
}

TEST_CASE("a switched condition does not affect what it calls", "[live]") {
  LiveProgram program(switchOf(1, unitTarget(3), EventIndex(0)));
  checkProceeds(program.machine.unit(0, 1, 1));
  CHECK(program.machine.enter(0, 2, Machine::fp(1)).poisonFrame == 64);
  checkProceeds(program.machine.unit(0, 2, 2)); // the function calls itself
  checkProceeds(program.machine.exit(0, 2));
  checkJump(program.machine.unit(0, 1, 2), program.machine.address(0, 3),
            /*poisoned=*/false);
}

TEST_CASE("a condition that is left by longjmp is forgotten", "[live]") {
  LiveProgram program(switchOf(6, unitTarget(8), EventIndex(0)));
  program.machine.enter(1, 2, Machine::fp(1));
  checkProceeds(program.machine.unit(1, 2, 1));
  program.machine.enter(0, 2, Machine::fp(1)); // from above, in its place
  program.machine.enter(1, 2, Machine::fp(1));
  checkProceeds(program.machine.unit(1, 2, 2));
}

TEST_CASE("all executions of a condition are switched", "[live]") {
  LiveProgram program(switchOf(1, unitTarget(2)));
  for (int round = 0; round < 3; ++round) {
    checkProceeds(program.machine.unit(0, 1, 1));
    checkJump(program.machine.unit(0, 1, 3), program.machine.address(0, 2),
              /*poisoned=*/false);
  }
}

TEST_CASE("a loop that is switched to its own test goes on", "[live]") {
  LiveProgram program(switchOf(1, unitTarget(1)), /*eventLimit=*/3);
  checkProceeds(program.machine.unit(0, 1, 1));
  checkJump(program.machine.unit(0, 1, 2), program.machine.address(0, 1),
            /*poisoned=*/false);
  checkJump(program.machine.unit(0, 1, 2), program.machine.address(0, 1),
            /*poisoned=*/false);
  Decision limit = program.machine.unit(0, 1, 2);
  REQUIRE(limit.kind == Decision::Kind::Stop);
  CHECK(std::holds_alternative<LimitReached>(limit.ending));
}

TEST_CASE("a decision is inverted each time", "[live]") {
  LiveChange change = switchOf(1, unitTarget(2));
  change.inverse = unitTarget(3);
  LiveProgram program(change);
  checkProceeds(program.machine.unit(0, 1, 1));
  checkJump(program.machine.unit(0, 1, 2), program.machine.address(0, 3),
            /*poisoned=*/false);
  checkProceeds(program.machine.unit(0, 1, 1));
  checkJump(program.machine.unit(0, 1, 3), program.machine.address(0, 2),
            /*poisoned=*/false);
}

TEST_CASE("one execution of a statement is omitted", "[live]") {
  LiveChange change = switchOf(2, unitTarget(3), EventIndex(1));
  change.kind = LiveChange::Kind::Omit;
  LiveProgram program(change);
  checkProceeds(program.machine.unit(0, 1, 1));
  checkJump(program.machine.unit(0, 1, 2), program.machine.address(0, 3),
            /*poisoned=*/false);
  checkProceeds(program.machine.unit(0, 1, 2));
}

TEST_CASE("a run that is not the recorded one before the change diverges",
          "[live]") {
  LiveProgram program(switchOf(1, unitTarget(3), EventIndex(1)));
  checkProceeds(program.machine.unit(0, 1, 1));
  checkDiverges(program.machine.unit(0, 1, 2), Diverged::Reason::NotAsRecorded);
}

TEST_CASE("a change to the end of a function without exit diverges", "[live]") {
  LiveProgram program(switchOf(1, theEnd, EventIndex(0)));
  program.table.functions[0].exit = 0;
  checkProceeds(program.machine.unit(0, 1, 1));
  checkDiverges(program.machine.unit(0, 1, 2), Diverged::Reason::NoWayOut);
}

TEST_CASE("several changes are made in one run", "[live]") {
  LiveChange omission = switchOf(2, unitTarget(4), EventIndex(2));
  omission.kind = LiveChange::Kind::Omit;
  LiveProgram program({switchOf(1, unitTarget(3), EventIndex(0)), omission});
  checkProceeds(program.machine.unit(0, 1, 1));
  checkJump(program.machine.unit(0, 1, 2), program.machine.address(0, 3),
            /*poisoned=*/false);
  checkJump(program.machine.unit(0, 1, 2), program.machine.address(0, 4),
            /*poisoned=*/false);
  checkProceeds(program.machine.unit(0, 1, 1));
  checkProceeds(program.machine.unit(0, 1, 2));
}

TEST_CASE("several units are left out each time", "[live]") {
  std::vector<LiveChange> omissions = {switchOf(1, unitTarget(3)),
                                       switchOf(2, theEnd)};
  for (LiveChange &change : omissions)
    change.kind = LiveChange::Kind::Omit;
  LiveProgram program(omissions);
  for (int round = 0; round < 2; ++round) {
    checkJump(program.machine.unit(0, 1, 1), program.machine.address(0, 3),
              /*poisoned=*/false);
    checkProceeds(program.machine.unit(0, 1, 4));
    checkJump(program.machine.unit(0, 1, 2), program.table.functions[0].exit,
              /*poisoned=*/false);
  }
}

TEST_CASE("each of several changes must apply to the known event", "[live]") {
  LiveProgram program({switchOf(1, unitTarget(3), EventIndex(0)),
                       switchOf(2, unitTarget(4), EventIndex(2))});
  checkProceeds(program.machine.unit(0, 1, 1));
  checkJump(program.machine.unit(0, 1, 2), program.machine.address(0, 3),
            /*poisoned=*/false);
  Decision other = program.machine.unit(0, 1, 1);
  REQUIRE(other.kind == Decision::Kind::Stop);
  REQUIRE(std::holds_alternative<Diverged>(other.ending));
  CHECK(std::get<Diverged>(other.ending).reason ==
        Diverged::Reason::NotAsRecorded);
}

TEST_CASE("a value is replaced while a statement is executed", "[live]") {
  LiveChange change = switchOf(1, theEnd, EventIndex(1));
  change.kind = LiveChange::Kind::ReplaceBefore;
  change.memory = {true, 16, 4, 7};
  LiveProgram program(change);
  CHECK(!program.machine.unit(0, 1, 0).replaced);
  Decision begun = program.machine.unit(0, 1, 1);
  checkProceeds(begun);
  CHECK(begun.replaced == change.memory);
  program.machine.enter(1, 2);
  Decision inner = program.machine.unit(1, 2, 0);
  CHECK(!inner.restored);
  Decision over = program.machine.unit(0, 1, 2);
  checkProceeds(over);
  CHECK(over.restored == change.memory);
  CHECK(!over.replaced);
  CHECK(!program.machine.exit(0, 1).restored);
}

TEST_CASE("a value is replaced after a statement was executed", "[live]") {
  LiveChange change = switchOf(1, theEnd, EventIndex(0));
  change.kind = LiveChange::Kind::ReplaceAfter;
  change.memory = {false, 4096, 8, 7};
  LiveProgram program(change);
  Decision begun = program.machine.unit(0, 1, 1);
  CHECK(!begun.stored);
  CHECK(!begun.replaced);
  Decision over = program.machine.exit(0, 1);
  checkProceeds(over);
  CHECK(over.stored == change.memory);
}

namespace {

constexpr uint8_t equal = 4;

/// A program in which unit 1 of function 0 has an operand. The operand is true
/// if two things differ.
class OperandProgram {
public:
  explicit OperandProgram(const LiveChange &change)
      : dispatcher(table, change, 0), machine(table, dispatcher) {
    ConditionOperand operand;
    operand.condition = equal;
    table.operands.push_back(operand);
    machine.enter(0, 1);
  }

  static LiveChange force(LiveChange::Value value,
                          std::optional<EventIndex> event = std::nullopt) {
    LiveChange change;
    change.kind = LiveChange::Kind::Force;
    change.entry = EntryId(1);
    change.value = value;
    change.event = event;
    return change;
  }
  /// Arrives at the hook of the operand with flags that say "equal" or not.
  /// Returns whether the flags after the hook say "equal".
  bool asksWith(bool isEqual, unsigned depth = 1) {
    HookPoint hook;
    hook.operand = OperandId(0);
    Arrival arrival;
    arrival.fp = Machine::fp(depth);
    arrival.flags = interrupts | flagsFor(equal, isEqual, 0);
    Decision decision = dispatcher.arrive(hook, arrival);
    checkProceeds(decision);
    uint64_t flags = decision.flags.value_or(arrival.flags);
    CHECK((flags & ~arithmeticFlags) == interrupts);
    return holds(equal, flags);
  }

  static constexpr uint64_t interrupts = 0x200;
  UnitTable table = tableOf(2);
  LiveDispatcher dispatcher;
  Machine machine;
};

using Value = LiveChange::Value;

} // namespace

TEST_CASE("an operand is forced each time", "[live][operands]") {
  OperandProgram program(OperandProgram::force(Value::True));
  CHECK_FALSE(program.asksWith(true));
  CHECK_FALSE(program.asksWith(false));
  CHECK(program.dispatcher.forcedValue() == true);
  CHECK(program.dispatcher.eventsExecuted() == 0);
}

TEST_CASE("an operand is forced to the other value each time",
          "[live][operands]") {
  OperandProgram program(OperandProgram::force(Value::Other));
  CHECK_FALSE(program.asksWith(true));
  CHECK(program.dispatcher.forcedValue() == true);
  CHECK(program.asksWith(false));
  CHECK(program.dispatcher.forcedValue() == false);
}

TEST_CASE("an operand is forced during one event", "[live][operands]") {
  OperandProgram program(OperandProgram::force(Value::False, EventIndex(1)));
  program.machine.unit(0, 1, 1);
  CHECK_FALSE(program.asksWith(false)); // event 0 is not meant
  program.machine.unit(0, 1, 1);
  program.machine.enter(0, 2); // called by the unit
  CHECK_FALSE(program.asksWith(false, 2));
  CHECK(program.dispatcher.forcedValue() == std::nullopt);
  CHECK(program.asksWith(false));
  CHECK(program.asksWith(false)); // in a loop within the unit
  program.machine.unit(0, 1, 2);
  CHECK_FALSE(program.asksWith(false));
  CHECK(program.dispatcher.forcedValue() == false);
}

TEST_CASE("all sixteen conditions follow their flags", "[live][operands]") {
  for (uint8_t condition = 0; condition < 16; ++condition)
    for (bool value : {false, true})
      for (uint64_t flags : {uint64_t(0), arithmeticFlags})
        CHECK(holds(condition, flagsFor(condition, value, flags)) == value);
  CHECK(holds(12, overflowFlag)); // less
  CHECK_FALSE(holds(12, overflowFlag | signFlag));
  CHECK(holds(6, zeroFlag));                            // below or equal
  CHECK(holds(14, zeroFlag | signFlag | overflowFlag)); // less or equal
}
