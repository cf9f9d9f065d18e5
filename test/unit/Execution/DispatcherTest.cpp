//===- DispatcherTest.cpp - Trace flow without a debugger -----------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dispatcher.h"
#include "Recorder.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;

namespace {

constexpr uint64_t unitStep = 0x10;
constexpr uint64_t stackBase = 0x70000;

/// Functions of five units each; the last unit is a return.
UnitTable tableOf(unsigned functions) {
  UnitTable table;
  for (unsigned i = 0; i < functions; ++i) {
    TracedFunction function;
    function.low = 0x1000 * (i + 1);
    function.bodyStart = function.low + 0x10;
    function.exit = function.low + 0xf0;
    function.tearDown = function.low + 0xf4;
    function.resultReload = function.exit;
    function.ret = function.low + 0xf8;
    function.high = function.low + 0xf9;
    function.frameSize = 64;
    function.returns = ReturnClass::Register;
    table.functions.push_back(function);
    for (unsigned j = 0; j < 5; ++j) {
      StatementUnit unit;
      unit.kind = j == 4 ? UnitKind::Return : UnitKind::Expression;
      UnitId id{static_cast<uint32_t>(table.units.size())};
      table.units.push_back(unit);
      table.entries.push_back(
          {function.bodyStart + unitStep * j, id, FunctionId{i}, {}});
    }
  }
  return table;
}

/// A program of those functions, driven by hand. Frames lie 0x100 bytes
/// apart; `depth` counts them from the base of the stack.
class Machine {
public:
  explicit Machine(const UnitTable &table, HookHandler &handler)
      : table(table), hooks(table), handler(handler) {}

  static uint64_t sp(unsigned depth) { return stackBase - 0x100 * depth; }
  static uint64_t fp(unsigned depth) { return sp(depth) - 8; }

  Decision enter(unsigned function, unsigned depth, uint64_t callerFP = 0) {
    return arrive(table.functions[function].low, sp(depth), callerFP);
  }
  /// At the start of the body, which is also unit 0.
  Decision unit(unsigned function, unsigned depth, unsigned index) {
    return arrive(address(function, index), 0, fp(depth));
  }
  Decision exit(unsigned function, unsigned depth) {
    return arrive(table.functions[function].exit, 0, fp(depth));
  }
  uint64_t address(unsigned function, unsigned index) const {
    return table.functions[function].bodyStart + unitStep * index;
  }

private:
  Decision arrive(uint64_t address, uint64_t sp, uint64_t fp) {
    const HookPoint *hook = hooks.find(address);
    REQUIRE(hook);
    return handler.arrive(*hook, {address, sp, fp, /*firstArgument=*/0xcafe});
  }

  const UnitTable &table;
  HookMap hooks;
  HookHandler &handler;
};

void checkProceeds(const Decision &decision) {
  CHECK(decision.kind == Decision::Kind::Proceed);
}

void checkJump(const Decision &decision, uint64_t target, bool poisoned) {
  REQUIRE(decision.kind == Decision::Kind::Jump);
  CHECK(decision.target == target);
  CHECK(decision.poisonReturn == poisoned);
}

void checkDiverges(const Decision &decision, Diverged::Reason reason) {
  REQUIRE(decision.kind == Decision::Kind::Stop);
  REQUIRE(std::holds_alternative<Diverged>(decision.ending));
  CHECK(std::get<Diverged>(decision.ending).reason == reason);
}

EventSet eventSet(const Trace &trace, std::initializer_list<unsigned> events) {
  EventSet set(static_cast<unsigned>(trace.size()));
  for (unsigned event : events)
    set.set(event);
  return set;
}

/// Function 0 executes units 0, 1, 2, 4: events 0 to 3.
Trace straightTrace(const UnitTable &table) {
  Recorder recorder(table, 0);
  Machine machine(table, recorder);
  machine.enter(0, 1);
  for (unsigned index : {0, 1, 2, 4})
    machine.unit(0, 1, index);
  machine.exit(0, 1);
  return recorder.takeTrace();
}

} // namespace

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

TEST_CASE("all events included means no redirection", "[dispatcher]") {
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
  // The executed return flows into the exit by itself.
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
  // A branch to unit 3, which the recording did not take.
  checkJump(machine.unit(0, 1, 3), machine.address(0, 1), false);
  // To the exit, with events left.
  checkJump(machine.exit(0, 1), machine.address(0, 2), false);
}

TEST_CASE("an executed return keeps its value and a skipped one is poison",
          "[dispatcher]") {
  UnitTable table = tableOf(1);
  Trace trace = straightTrace(table);
  SECTION("executed, other units skipped behind it") {
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

namespace {

/// Function 0, during its event 0, calls function 1 twice and, during event
/// 1, once; function 1 executes one unit each time, then its return.
Trace callingTrace(const UnitTable &table) {
  Recorder recorder(table, 0);
  Machine machine(table, recorder);
  auto call = [&] {
    machine.enter(1, 2, Machine::fp(1));
    machine.unit(1, 2, 0);
    machine.unit(1, 2, 4);
    machine.exit(1, 2);
  };
  machine.enter(0, 1);
  machine.unit(0, 1, 0); // event 0
  call();                // events 1, 2
  call();                // events 3, 4
  machine.unit(0, 1, 1); // event 5
  call();                // events 6, 7
  machine.exit(0, 1);
  return recorder.takeTrace();
}

} // namespace

TEST_CASE("calls are matched by calling event, function and order",
          "[dispatcher]") {
  UnitTable table = tableOf(3);
  Trace trace = callingTrace(table);
  EventSet some = eventSet(trace, {0, 3, 5, 7});
  Dispatcher dispatcher(table, trace, some, {});
  Machine machine(table, dispatcher);
  machine.enter(0, 1);
  machine.unit(0, 1, 0);
  // First call: nothing included. Second: its first unit only.
  checkJump(machine.enter(1, 2, Machine::fp(1)), table.functions[1].ret, true);
  checkProceeds(machine.enter(1, 2, Machine::fp(1)));
  checkProceeds(machine.unit(1, 2, 0));
  checkJump(machine.unit(1, 2, 4), table.functions[1].tearDown, true);
  // The call of event 5 starts to count anew.
  checkProceeds(machine.unit(0, 1, 1));
  checkProceeds(machine.enter(1, 2, Machine::fp(1)));
  checkJump(machine.unit(1, 2, 0), machine.address(1, 4), false);
}

TEST_CASE("unrecorded calls diverge, are skipped, or run unhooked",
          "[dispatcher]") {
  UnitTable table = tableOf(3);
  Trace trace = callingTrace(table);
  EventSet all = EventSet(static_cast<unsigned>(trace.size()), true);
  SECTION("diverge") {
    Dispatcher dispatcher(table, trace, all, {});
    Machine machine(table, dispatcher);
    machine.enter(0, 1);
    machine.unit(0, 1, 0);
    Decision decision = machine.enter(2, 2, Machine::fp(1));
    checkDiverges(decision, Diverged::Reason::UnrecordedCall);
    const auto &diverged = std::get<Diverged>(decision.ending);
    CHECK(diverged.event == EventIndex{0});
    CHECK(diverged.function == FunctionId{2});
  }
  SECTION("a third call where there were two diverges too") {
    Dispatcher dispatcher(table, trace, all, {});
    Machine machine(table, dispatcher);
    machine.enter(0, 1);
    machine.unit(0, 1, 0);
    for (int i = 0; i < 2; ++i) {
      checkProceeds(machine.enter(1, 2, Machine::fp(1)));
      machine.unit(1, 2, 0);
      machine.exit(1, 2);
    }
    checkDiverges(machine.enter(1, 2, Machine::fp(1)),
                  Diverged::Reason::UnrecordedCall);
  }
  SECTION("skip") {
    Dispatcher dispatcher(table, trace, all, {UnrecordedCalls::Skip, 0});
    Machine machine(table, dispatcher);
    machine.enter(0, 1);
    machine.unit(0, 1, 0);
    checkJump(machine.enter(2, 2, Machine::fp(1)), table.functions[2].ret,
              true);
  }
  SECTION("run, with all that it calls") {
    Dispatcher dispatcher(table, trace, all, {UnrecordedCalls::Run, 0});
    Machine machine(table, dispatcher);
    machine.enter(0, 1);
    machine.unit(0, 1, 0);
    CHECK(machine.enter(2, 2, Machine::fp(1)).poisonFrame == 64);
    checkProceeds(machine.unit(2, 2, 3));
    checkProceeds(machine.enter(1, 3, Machine::fp(2)));
    checkProceeds(machine.unit(1, 3, 2));
    checkProceeds(machine.exit(1, 3));
    checkProceeds(machine.exit(2, 2));
    // Back in the caller its calls are matched as if nothing was.
    checkProceeds(machine.enter(1, 2, Machine::fp(1)));
    checkJump(machine.unit(1, 2, 3), machine.address(1, 0), false);
    CHECK(dispatcher.eventsExecuted() == 2);
  }
}

TEST_CASE("activations of a recursion are told apart by their frames",
          "[dispatcher]") {
  UnitTable table = tableOf(1);
  Recorder recorder(table, 0);
  Machine recording(table, recorder);
  for (unsigned depth = 1; depth <= 3; ++depth) {
    recording.enter(0, depth, Machine::fp(depth - 1));
    recording.unit(0, depth, 0); // events 0, 1, 2
  }
  for (unsigned depth = 3; depth >= 1; --depth) {
    recording.unit(0, depth, 4); // events 3, 4, 5
    recording.exit(0, depth);
  }
  Trace trace = recorder.takeTrace();
  EventSet some = eventSet(trace, {0, 1, 2, 5});
  Dispatcher dispatcher(table, trace, some, {});
  Machine machine(table, dispatcher);
  for (unsigned depth = 1; depth <= 3; ++depth) {
    checkProceeds(machine.enter(0, depth, Machine::fp(depth - 1)));
    checkProceeds(machine.unit(0, depth, 0));
  }
  checkJump(machine.unit(0, 3, 4), table.functions[0].tearDown, true);
  checkJump(machine.unit(0, 2, 4), table.functions[0].tearDown, true);
  checkProceeds(machine.unit(0, 1, 4));
}

TEST_CASE("frames that control left without a return are dropped",
          "[dispatcher]") {
  UnitTable table = tableOf(3);
  // 0 calls 1 calls 2; 2 jumps back into 0, which calls 1 again.
  auto run = [&](HookHandler &handler) {
    Machine machine(table, handler);
    machine.enter(0, 1);
    machine.unit(0, 1, 0);
    machine.enter(1, 2, Machine::fp(1));
    machine.unit(1, 2, 0);
    machine.enter(2, 3, Machine::fp(2));
    machine.unit(2, 3, 0);
  };
  SECTION("a unit of the frame that is left standing drops those above") {
    Recorder recorder(table, 0);
    run(recorder);
    Machine machine(table, recorder);
    machine.unit(0, 1, 1);
    machine.enter(1, 4, /*callerFP=*/0); // deeper than the dead frames
    Trace trace = recorder.takeTrace();
    CHECK(trace.allInvocations().back().caller == InvocationId{0});
    CHECK(trace.allInvocations().back().parent == EventIndex{3});
  }
  SECTION("the rbp of the caller drops those above it") {
    Recorder recorder(table, 0);
    run(recorder);
    Machine(table, recorder).enter(1, 4, Machine::fp(1));
    CHECK(recorder.takeTrace().allInvocations().back().caller ==
          InvocationId{0});
  }
  SECTION("an entry above a frame drops it") {
    Recorder recorder(table, 0);
    run(recorder);
    Machine(table, recorder).enter(1, 2, /*callerFP=*/0);
    CHECK(recorder.takeTrace().allInvocations().back().caller ==
          InvocationId{0});
  }
  SECTION("a unit in a frame that was dropped is lost") {
    Recorder recorder(table, 0);
    run(recorder);
    Machine machine(table, recorder);
    machine.unit(0, 1, 1);
    checkDiverges(machine.unit(2, 3, 1), Diverged::Reason::FrameLost);
  }
}

TEST_CASE("a realigned frame is adopted at the start of the body",
          "[dispatcher]") {
  UnitTable table = tableOf(1);
  Trace trace = straightTrace(table);
  EventSet all = eventSet(trace, {0, 1, 2, 3});
  Dispatcher dispatcher(table, trace, all, {});
  HookMap hooks(table);
  uint64_t realigned = Machine::fp(1) - 24;
  uint64_t body = table.functions[0].bodyStart;
  dispatcher.arrive(*hooks.find(table.functions[0].low),
                    {table.functions[0].low, Machine::sp(1), 0, 0});
  checkProceeds(dispatcher.arrive(*hooks.find(body), {body, 0, realigned, 0}));
  checkProceeds(dispatcher.arrive(*hooks.find(body + unitStep),
                                  {body + unitStep, 0, realigned, 0}));
  CHECK(dispatcher.eventsExecuted() == 2);
}

TEST_CASE("exit handlers have no caller, whoever called exit", "[dispatcher]") {
  UnitTable table = tableOf(3);
  Recorder recorder(table, 0);
  Machine recording(table, recorder);
  recording.enter(0, 1);
  recording.unit(0, 1, 0);
  recording.enter(1, 2, Machine::fp(1));
  recording.unit(1, 2, 0); // event 1 calls exit
  recorder.arriveAtExitFunction(Machine::sp(3));
  // libc carries the rbp of its caller through.
  recording.enter(2, 4, Machine::fp(2));
  recording.unit(2, 4, 0); // event 2
  Trace trace = recorder.takeTrace();
  CHECK_FALSE(trace.allInvocations().back().caller);
  CHECK_FALSE(trace.allInvocations().back().parent);

  SECTION("so they are matched when main returns instead") {
    EventSet some = eventSet(trace, {0, 2});
    Dispatcher dispatcher(table, trace, some, {});
    Machine machine(table, dispatcher);
    machine.enter(0, 1);
    machine.unit(0, 1, 0);
    machine.exit(0, 1);
    dispatcher.arriveAtExitFunction(Machine::sp(0) + 0x40);
    checkProceeds(machine.enter(2, 1));
    checkProceeds(machine.unit(2, 1, 0));
  }
  SECTION("and what they call belongs to them") {
    EventSet all(static_cast<unsigned>(trace.size()), true);
    Dispatcher dispatcher(table, trace, all, {});
    Machine machine(table, dispatcher);
    machine.enter(0, 1);
    machine.unit(0, 1, 0);
    machine.enter(1, 2, Machine::fp(1));
    machine.unit(1, 2, 0);
    dispatcher.arriveAtExitFunction(Machine::sp(3));
    machine.enter(2, 4, Machine::fp(2));
    machine.unit(2, 4, 0);
    Decision decision = machine.enter(1, 5, Machine::fp(4));
    checkDiverges(decision, Diverged::Reason::UnrecordedCall);
    CHECK(std::get<Diverged>(decision.ending).event == EventIndex{2});
  }
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
  llvm::BitVector recorded = recordedFunctions(table, trace);
  CHECK(hooks.forExecution(recorded, UnrecordedCalls::Diverge).size() == 8);
  CHECK(hooks.forExecution(recorded, UnrecordedCalls::Run).size() == 9);
}
