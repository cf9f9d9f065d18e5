// Tests of calls and frames in trace flow, without a debugger.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HandDrivenProgram.h"

using namespace pinstripe;
using namespace pinstripe::test;

namespace {

/// Makes a trace of two functions. Function 0 calls function 1 twice during
/// event 0, and once during event 1. Each time, function 1 executes one unit,
/// and then its return.
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
  // No event of the first call is included, and only the first unit of the
  // second one.
  checkJump(machine.enter(1, 2, Machine::fp(1)), table.functions[1].ret, true);
  checkProceeds(machine.enter(1, 2, Machine::fp(1)));
  checkProceeds(machine.unit(1, 2, 0));
  checkJump(machine.unit(1, 2, 4), table.functions[1].tearDown, true);
  // In the call of event 5, instances of statements are counted from the
  // beginning again.
  checkProceeds(machine.unit(0, 1, 1));
  checkProceeds(machine.enter(1, 2, Machine::fp(1)));
  checkJump(machine.unit(1, 2, 0), machine.address(1, 4), false);
}

TEST_CASE("unrecorded calls diverge, are skipped, or run unhooked",
          "[dispatcher]") {
  UnitTable table = tableOf(3);
  Trace trace = callingTrace(table);
  EventSet all = EventSet(trace.size(), true);
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
    Decision decision = machine.enter(1, 2, Machine::fp(1));
    checkDiverges(decision, Diverged::Reason::UnrecordedCall);
    // Event 0 makes the call, although later events have been executed in the
    // meantime.
    CHECK(std::get<Diverged>(decision.ending).event == EventIndex{0});
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
    // When control is back in the caller, its calls are matched as usual.
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
  // Function 0 calls 1, and 1 calls 2. Then 2 jumps back into 0, which calls 1
  // again.
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

TEST_CASE("the event that starts a thread is the caller of its first call",
          "[dispatcher]") {
  UnitTable table = tableOf(2);
  Recorder recorder(table, 0);
  Machine recording(table, recorder);
  recording.enter(0, 1);
  recording.unit(0, 1, 0); // event 0 starts a thread
  recorder.noteStart(7, 0);
  recording.unit(0, 1, 1); // event 1 waits for it
  // The stack of the new thread lies above that of the first one.
  recording.inThread(7).enter(1, 0);
  recording.inThread(7).unit(1, 0, 0); // event 2
  recording.unit(0, 1, 2);             // event 3
  recording.inThread(7).unit(1, 0, 1); // event 4
  recording.inThread(7).exit(1, 0);
  recording.exit(0, 1);
  Trace trace = recorder.takeTrace();
  REQUIRE(trace.allInvocations().size() == 2);
  CHECK(trace.allInvocations()[1].parent == EventIndex{0});
  CHECK(trace.eventsOf(InvocationId{0}).size() == 3);
  CHECK(trace.eventsOf(InvocationId{1}).size() == 2);

  SECTION("and it is matched, although other events were executed since") {
    EventSet all(trace.size(), true);
    Dispatcher dispatcher(table, trace, all, {});
    Machine machine(table, dispatcher);
    machine.enter(0, 1);
    machine.unit(0, 1, 0);
    dispatcher.noteStart(9, 0);
    machine.unit(0, 1, 1);
    checkProceeds(machine.inThread(9).enter(1, 0));
    checkProceeds(machine.inThread(9).unit(1, 0, 0));
    checkProceeds(machine.unit(0, 1, 2));
    checkProceeds(machine.inThread(9).unit(1, 0, 1));
    checkProceeds(machine.inThread(9).exit(1, 0));
    CHECK(dispatcher.eventsExecuted() == 5);
  }
  SECTION("and a thread that another event starts is another one") {
    EventSet some = eventSet(trace, {1, 2, 4});
    Dispatcher dispatcher(table, trace, some, {});
    Machine machine(table, dispatcher);
    machine.enter(0, 1);
    machine.unit(0, 1, 0);
    dispatcher.noteStart(9, 0);
    checkDiverges(machine.inThread(9).enter(1, 0),
                  Diverged::Reason::UnrecordedCall);
  }
}

TEST_CASE("exit handlers have no caller, whoever called exit", "[dispatcher]") {
  UnitTable table = tableOf(3);
  Recorder recorder(table, 0);
  Machine recording(table, recorder);
  recording.enter(0, 1);
  recording.unit(0, 1, 0);
  recording.enter(1, 2, Machine::fp(1));
  recording.unit(1, 2, 0); // event 1 calls exit
  recorder.arriveAtExitFunction(Machine::sp(3), /*thread=*/0);
  // The code of libc does not change the rbp of its caller.
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
    dispatcher.arriveAtExitFunction(Machine::sp(0) + 0x40, /*thread=*/0);
    checkProceeds(machine.enter(2, 1));
    checkProceeds(machine.unit(2, 1, 0));
  }
  SECTION("and what they call belongs to them") {
    EventSet all(trace.size(), true);
    Dispatcher dispatcher(table, trace, all, {});
    Machine machine(table, dispatcher);
    machine.enter(0, 1);
    machine.unit(0, 1, 0);
    machine.enter(1, 2, Machine::fp(1));
    machine.unit(1, 2, 0);
    dispatcher.arriveAtExitFunction(Machine::sp(3), /*thread=*/0);
    machine.enter(2, 4, Machine::fp(2));
    machine.unit(2, 4, 0);
    Decision decision = machine.enter(1, 5, Machine::fp(4));
    checkDiverges(decision, Diverged::Reason::UnrecordedCall);
    CHECK(std::get<Diverged>(decision.ending).event == EventIndex{2});
  }
}
