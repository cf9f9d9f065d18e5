// Tests of the decisions in trace flow, without a debugger.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HandDrivenProgram.h"

using namespace pinstripe;
using namespace pinstripe::test;

TEST_CASE("the recorder never redirects and notes units and calls",
          "[dispatcher]") {
  UnitTable table = tableOf(2);
  Recorder recorder(table, 0);
  Machine machine(table, recorder);
  CHECK(machine.enter(0, 1).poisonFrame == 64);
  checkProceeds(machine.unit(0, 1, 0));
  checkProceeds(machine.enter(1, 2, Machine::fp(1)));
  checkProceeds(machine.unit(1, 2, 0));
  checkProceeds(machine.exit(1, 2));
  checkProceeds(machine.unit(0, 1, 1));
  Trace trace = recorder.takeTrace();
  REQUIRE(trace.size() == 3);
  REQUIRE(trace.allInvocations().size() == 2);
  CHECK_FALSE(trace.allInvocations()[0].caller);
  CHECK(trace.allInvocations()[1].caller == InvocationId{0});
  CHECK(trace.allInvocations()[1].parent == EventIndex{0});
  CHECK(trace.event(EventIndex{1}).invocation == InvocationId{1});
  CHECK(trace.event(EventIndex{2}).invocation == InvocationId{0});
}

TEST_CASE("the recorder stops at the event limit", "[dispatcher]") {
  UnitTable table = tableOf(1);
  Recorder recorder(table, 2);
  Machine machine(table, recorder);
  machine.enter(0, 1);
  checkProceeds(machine.unit(0, 1, 0));
  checkProceeds(machine.unit(0, 1, 1));
  Decision decision = machine.unit(0, 1, 0);
  REQUIRE(decision.kind == Decision::Kind::Stop);
  CHECK(std::holds_alternative<LimitReached>(decision.ending));
  CHECK(recorder.takeTrace().size() == 2);
}

TEST_CASE("the full configuration is never redirected", "[dispatcher]") {
  UnitTable table = tableOf(1);
  Trace trace = straightTrace(table);
  EventSet all = eventSet(trace, {0, 1, 2, 3});
  Dispatcher dispatcher(table, trace, all, {});
  Machine machine(table, dispatcher);
  CHECK(machine.enter(0, 1).poisonFrame == 64);
  for (unsigned index : {0, 1, 2, 4})
    checkProceeds(machine.unit(0, 1, index));
  checkProceeds(machine.exit(0, 1));
  CHECK(dispatcher.eventsExecuted() == 4);
}

TEST_CASE("control goes from one included event to the next", "[dispatcher]") {
  UnitTable table = tableOf(1);
  Trace trace = straightTrace(table);
  EventSet some = eventSet(trace, {1, 3});
  Dispatcher dispatcher(table, trace, some, {});
  Machine machine(table, dispatcher);
  machine.enter(0, 1);
  checkJump(machine.unit(0, 1, 0), machine.address(0, 1), false);
  checkJump(machine.unit(0, 1, 2), machine.address(0, 4), false);
  // After the executed return, control comes to the exit by itself.
  checkProceeds(machine.exit(0, 1));
  CHECK(dispatcher.eventsExecuted() == 2);
}

TEST_CASE("the trace decides, whatever unit control reaches", "[dispatcher]") {
  UnitTable table = tableOf(1);
  Trace trace = straightTrace(table);
  EventSet all = eventSet(trace, {0, 1, 2, 3});
  Dispatcher dispatcher(table, trace, all, {});
  Machine machine(table, dispatcher);
  machine.enter(0, 1);
  checkProceeds(machine.unit(0, 1, 0));
  // Control branches to unit 3, which it did not do in the recorded run.
  checkJump(machine.unit(0, 1, 3), machine.address(0, 1), false);
  // Control has come to the exit although events are left.
  checkJump(machine.exit(0, 1), machine.address(0, 2), false);
}

TEST_CASE("an executed return keeps its value and a skipped one is poison",
          "[dispatcher]") {
  UnitTable table = tableOf(1);
  Trace trace = straightTrace(table);
  SECTION("executed, other units skipped after it") {
    EventSet some = eventSet(trace, {3});
    Dispatcher dispatcher(table, trace, some, {});
    Machine machine(table, dispatcher);
    machine.enter(0, 1);
    checkJump(machine.unit(0, 1, 0), machine.address(0, 4), false);
    checkJump(machine.unit(0, 1, 2), table.functions[0].exit, false);
  }
  SECTION("skipped") {
    EventSet some = eventSet(trace, {0});
    Dispatcher dispatcher(table, trace, some, {});
    Machine machine(table, dispatcher);
    machine.enter(0, 1);
    checkProceeds(machine.unit(0, 1, 0));
    checkJump(machine.unit(0, 1, 1), table.functions[0].tearDown, true);
  }
  SECTION("nothing to return") {
    table.functions[0].returns = ReturnClass::None;
    EventSet some = eventSet(trace, {0});
    Dispatcher dispatcher(table, trace, some, {});
    Machine machine(table, dispatcher);
    machine.enter(0, 1);
    machine.unit(0, 1, 0);
    checkJump(machine.unit(0, 1, 1), table.functions[0].tearDown, false);
  }
}

TEST_CASE("a result in memory keeps its address", "[dispatcher]") {
  UnitTable table = tableOf(1);
  table.functions[0].returns = ReturnClass::Memory;
  Trace trace = straightTrace(table);
  SECTION("when the invocation is skipped") {
    EventSet none = eventSet(trace, {});
    Dispatcher dispatcher(table, trace, none, {});
    Machine machine(table, dispatcher);
    Decision decision = machine.enter(0, 1);
    checkJump(decision, table.functions[0].ret, true);
    CHECK(decision.returnRegister == 0xcafe);
  }
  SECTION("when the epilogue reloads it") {
    EventSet some = eventSet(trace, {0});
    Dispatcher dispatcher(table, trace, some, {});
    Machine machine(table, dispatcher);
    machine.enter(0, 1);
    machine.unit(0, 1, 0);
    Decision decision = machine.unit(0, 1, 1);
    checkJump(decision, table.functions[0].exit, false);
    CHECK_FALSE(decision.returnRegister);
  }
  SECTION("when the epilogue does not") {
    table.functions[0].tearDown = table.functions[0].exit;
    EventSet some = eventSet(trace, {0});
    Dispatcher dispatcher(table, trace, some, {});
    Machine machine(table, dispatcher);
    machine.enter(0, 1);
    machine.unit(0, 1, 0);
    CHECK(machine.unit(0, 1, 1).returnRegister == 0xcafe);
  }
}

TEST_CASE("an invocation without included events is not run", "[dispatcher]") {
  UnitTable table = tableOf(1);
  Trace trace = straightTrace(table);
  EventSet none = eventSet(trace, {});
  Dispatcher dispatcher(table, trace, none, {});
  Machine machine(table, dispatcher);
  SECTION("it returns at once") {
    Decision decision = machine.enter(0, 1);
    checkJump(decision, table.functions[0].ret, true);
    CHECK(decision.poisonFrame == 0);
  }
  SECTION("unless it never returns") {
    table.functions[0].exit = 0;
    checkDiverges(machine.enter(0, 1), Diverged::Reason::NoWayOut);
  }
}

TEST_CASE("registers are reloaded on every jump and only then",
          "[dispatcher]") {
  UnitTable table = tableOf(1);
  Trace trace = straightTrace(table);
  table.entries[1].reloads = {{0, -8}};
  EventSet all = eventSet(trace, {0, 1, 2, 3});
  EventSet some = eventSet(trace, {1, 2, 3});
  Dispatcher natural(table, trace, all, {});
  Machine first(table, natural);
  first.enter(0, 1);
  first.unit(0, 1, 0);
  CHECK(first.unit(0, 1, 1).reloads.empty());
  Dispatcher jumping(table, trace, some, {});
  Machine second(table, jumping);
  second.enter(0, 1);
  CHECK(second.unit(0, 1, 0).reloads.size() == 1);
}

TEST_CASE("a function without units left and without an exit has no way out",
          "[dispatcher]") {
  UnitTable table = tableOf(1);
  Trace trace = straightTrace(table);
  table.functions[0].exit = 0;
  EventSet some = eventSet(trace, {0});
  Dispatcher dispatcher(table, trace, some, {});
  Machine machine(table, dispatcher);
  machine.enter(0, 1);
  checkProceeds(machine.unit(0, 1, 0));
  checkDiverges(machine.unit(0, 1, 1), Diverged::Reason::NoWayOut);
}

TEST_CASE("main can be left even if it never returns", "[dispatcher]") {
  UnitTable table = tableOf(1);
  Trace trace = straightTrace(table);
  table.functions[0].exit = 0;
  table.functions[0].linkageName = "main";
  SECTION("at its entry") {
    EventSet none = eventSet(trace, {});
    Dispatcher dispatcher(table, trace, none, {});
    Decision decision = Machine(table, dispatcher).enter(0, 1);
    REQUIRE(decision.kind == Decision::Kind::Return);
    CHECK(decision.returnAddressSlot == Machine::sp(1));
    CHECK_FALSE(decision.frameIsSetUp);
    CHECK(decision.poisonReturn);
  }
  SECTION("in its body") {
    EventSet some = eventSet(trace, {0});
    Dispatcher dispatcher(table, trace, some, {});
    Machine machine(table, dispatcher);
    machine.enter(0, 1);
    checkProceeds(machine.unit(0, 1, 0));
    Decision decision = machine.unit(0, 1, 1);
    REQUIRE(decision.kind == Decision::Kind::Return);
    CHECK(decision.returnAddressSlot == Machine::sp(1));
    CHECK(decision.frameIsSetUp);
  }
}

TEST_CASE("hooks other than entries are set where the recording went",
          "[dispatcher]") {
  UnitTable table = tableOf(2);
  Trace trace = straightTrace(table);
  HookMap hooks(table);
  CHECK(hooks.forRecording().size() == 2 * 7);
  FunctionSet recorded = recordedFunctions(table, trace);
  CHECK(hooks.forExecution(recorded, UnrecordedCalls::Diverge).size() == 8);
  CHECK(hooks.forExecution(recorded, UnrecordedCalls::Run).size() == 9);
}
