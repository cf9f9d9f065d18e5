// Makes the process under test execute only a given set of recorded events.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// This code is a part of the process. As long as consecutive events are in the
// set, the hooks execute them without this code. This code handles everything
// else. lib/Execution/Flow/Dispatcher.cpp does the same from outside of the
// process. A test suite checks that both do the same, so change both together.

#include "Calls.h"
#include "Plan.h"
#include "Skipped.h"
#include "WatchedValues.h"
#include "pinstripe/Program/ConditionFlags.h"

namespace pinstripe::native {

namespace {

void poisonReturn(HookFrame &frame) {
  if (!setup().poisonFrames)
    return;
  frame.registers.value[RAX] = frame.registers.value[RDX] = setup().poison;
  frame.poisonVectors = 1;
  frame.poison = setup().poison;
}

/// Makes control leave a function that never returns by itself, and so has no
/// epilogue: sends control to the return address in the function's stack frame.
/// This is done only for `main`. The caller of any other such function may have
/// no code after the call, so there the run ends as diverged.
void leaveWithoutEpilogue(HookFrame &frame, uint32_t function, uint64_t entrySP,
                          bool frameIsSetUp) {
  if (!functionOf(function).isMain)
    diverge(DivergeReason::NoWayOut, function);
  if (frameIsSetUp)
    frame.registers.value[RBP] = at<uint64_t>(frame.registers.value[RBP]);
  frame.registers.pc = at<uint64_t>(entrySP);
  frame.registers.value[RSP] = entrySP + 8;
  poisonReturn(frame);
}

void leave(HookFrame &frame, const Activation &activation) {
  const FunctionRecord &function = functionOf(activation.function);
  if (!function.canReturn) {
    leaveWithoutEpilogue(frame, activation.function, activation.entrySP, true);
    return;
  }
  if (function.returns == Returns::Memory) {
    // The result is in memory, and the caller expects its address in rax. The
    // function may load rax just before it tears down its frame. So control
    // goes to the address `exit`, which is before this load, and not to the
    // address `tearDown`, which is after it.
    frame.registers.pc = function.exit;
    if (function.exit == function.tearDown)
      frame.registers.value[RAX] = activation.hiddenResult;
    return;
  }
  // The return statement was executed, so the result is computed. The code at
  // the address `resultReload` loads the result from the stack frame or from a
  // callee-saved register. In a function without such code, the result is still
  // in rax: after the return statement, the function only jumps to the
  // tear-down of the frame.
  if (runState().returnExecuted) {
    frame.registers.pc = function.resultReload;
    return;
  }
  frame.registers.pc = function.tearDown;
  if (function.returns != Returns::None)
    poisonReturn(frame);
}

bool leadsToExitHook(const HookFrame &frame, uint32_t function) {
  const FunctionRecord &record = functionOf(function);
  return record.canReturn && frame.registers.pc == record.resultReload &&
         record.resultReload != record.exit;
}

const EntryRecord &entryAt(uint32_t position) {
  return tableAt<EntryRecord>(entriesAddress)[entryNumber(position)];
}

/// Called in guarded flow, where each condition must decide as in the recorded
/// run. Ends the process if the condition that was executed last has not
/// decided as recorded. Otherwise adds its decision to the digest of decisions.
void checkDecision(const HookRecord &hook, const Activation &activation) {
  uint32_t position = runState().position;
  bool isExit = (hook.flags & hookIsExit) != 0;
  // The hook just after a function's prologue may belong to no statement. An
  // arrival at such a hook does not show how a condition has decided.
  bool isArrival = isExit || hook.entry != none;
  if (!isArrival || position == activation.begin || activation.isLeaving ||
      !entryAt(position - 1).isCondition)
    return;
  uint32_t expected =
      position < recordedEnd(activation) ? entryNumber(position) : none;
  uint32_t arrived = isExit ? none : hook.entry;
  if (arrived == expected) {
    if (!entryAt(position - 1).decidesByFlags)
      return;
    uint64_t &digest = runState().decisions;
    digest = addDecision(digest, processState().decision);
    return;
  }
  runState().condition = position - 1;
  runState().arrived = arrived;
  native::end(EndKind::DecidedOtherwise);
}

/// Called when the program leaves a call. Fills with poison (a pattern) the
/// memory that the remaining recorded events of the call would have written.
/// The call's own stack frame is not filled: it ends with the call, and the
/// call's result may still be read from it.
void poisonRest(const Activation &activation) {
  if (setup().poisonSkipped && !activation.isLeaving)
    poisonEvents(activation, runState().position, recordedEnd(activation),
                 noFrame);
}

void dispatch(HookFrame &frame, const HookRecord &hook,
              Activation &activation) {
  RunState &run = runState();
  uint32_t found = nextIncluded(run.position, activation.end);
  if (found == activation.end) {
    watchEnd(activation, frame.registers.value[RBP]);
    poisonRest(activation);
    leave(frame, activation);
    activation.isLeaving = leadsToExitHook(frame, activation.function);
    if (!activation.isLeaving)
      pop();
    return;
  }
  settle();
  uint64_t limit = currentServer().eventLimit;
  if (limit != 0 && run.executed >= limit)
    native::end(EndKind::EventLimit);
  watchEnd(activation, frame.registers.value[RBP]);
  if (found != run.position && setup().poisonSkipped)
    poisonEvents(activation, run.position, found, frame.registers.value[RBP]);
  uint32_t id = entryNumber(found);
  const EntryRecord &entry = entryAt(found);
  ++run.executed;
  ++run.turnEnd;
  run.last = found;
  run.position = run.mark = found + 1;
  run.runEnd = endOfRun(found + 1, activation.end);
  run.returnExecuted |= entry.isReturn != 0;
  watchBegin(found, frame.registers.value[RBP]);
  if (hook.entry == id)
    return;
  goToEntry(frame, entry);
}

void arriveAtExit(HookFrame &frame, const HookRecord &hook,
                  Activation &activation) {
  bool isMatched = activation.kind == ActivationKind::Matched;
  if (isMatched &&
      nextIncluded(runState().position, activation.end) < activation.end) {
    dispatch(frame, hook, activation);
    return;
  }
  // True if the recorded call has executed a return statement that computed its
  // result, but this run has skipped that statement. The call then has no
  // result.
  bool returnIsSkipped =
      isMatched && !runState().returnExecuted &&
      functionOf(activation.function).returns == Returns::Register &&
      invocations()[activation.invocation].hasReturn;
  watchEnd(activation, frame.registers.value[RBP]);
  if (isMatched)
    poisonRest(activation);
  if (returnIsSkipped)
    leave(frame, activation);
  pop();
}

/// Skips a call whose function has just been entered: control goes back to the
/// caller at once.
void skip(HookFrame &frame, uint32_t id) {
  const FunctionRecord &function = functionOf(id);
  uint64_t sp = frame.registers.value[RSP];
  if (!function.canReturn) {
    leaveWithoutEpilogue(frame, id, sp, false);
    return;
  }
  frame.registers.pc = at<uint64_t>(sp);
  frame.registers.value[RSP] = sp + 8;
  if (function.returns != Returns::None)
    poisonReturn(frame);
  // A large result is in memory that the caller owns. The caller expects the
  // address of that memory in rax.
  if (function.returns == Returns::Memory)
    frame.registers.value[RAX] = frame.registers.value[RDI];
}

void enterNatural(HookFrame &frame, uint32_t function) {
  uint64_t sp = frame.registers.value[RSP];
  Activation *fresh = push(ActivationKind::Natural, sp);
  fresh->function = function;
  becomeTop(fresh);
  poisonFrame(sp, functionOf(function).frameSize);
}

/// Returns the event that the innermost call is executing, as an index in
/// EventsByCall (the events sorted by call). Returns none in three cases: the
/// call has not executed an event yet, control was already sent to the
/// function's exit, or the call does not follow the recording.
uint32_t eventOfCaller() {
  const Activation &caller = *top();
  uint32_t position = runState().position;
  bool isKnown = caller.kind == ActivationKind::Matched && !caller.isLeaving &&
                 position > caller.begin;
  return isKnown ? position - 1 : none;
}

void enterUnrecorded(HookFrame &frame, uint32_t function) {
  switch (setup().unrecordedCalls) {
  case UnrecordedCalls::Diverge:
    runState().last = eventOfCaller();
    diverge(DivergeReason::UnrecordedCall, function);
  case UnrecordedCalls::Skip:
    return skip(frame, function);
  case UnrecordedCalls::Run:
    return enterNatural(frame, function);
  }
}

/// Returns true if the hook of a statement may execute the first event of a
/// call by itself. In guarded flow (conditions must decide as recorded), a hook
/// looks at the event before its own in EventsByCall (the events sorted by
/// call). If that event is a condition that decides by flags, the hook adds its
/// decision to the digest. Before the first event of a call comes an event of
/// another call, whose decision must not be added here. So the result is false
/// if that event decides by flags, or if there is none.
bool hooksMayTakeFirst(const Activation &activation) {
  return !setup().isGuarded || (activation.begin != 0 &&
                                !entryAt(activation.begin - 1).decidesByFlags);
}

/// Enters a call that is matched with the recorded call `invocation`. At least
/// one event (execution of a statement) of the recorded call is to be executed.
void enterMatched(uint32_t function, uint32_t invocation, uint64_t sp,
                  uint64_t firstArgument) {
  const InvocationRecord *record = invocations() + invocation;
  const uint64_t *included = tableAt<uint64_t>(includedAddress);
  Activation *fresh = push(ActivationKind::Matched, sp);
  fresh->function = function;
  fresh->invocation = invocation;
  fresh->hiddenResult = firstArgument;
  fresh->begin = fresh->position = fresh->runEnd = record[0].firstEvent;
  fresh->end = record[1].firstEvent;
  fresh->nextGroup = record[0].firstGroup;
  fresh->groupsEnd = record[1].firstGroup;
  const FunctionRecord &called = functionOf(function);
  bool computesReturn =
      called.returns == Returns::Register && record[0].hasReturn;
  if (computesReturn)
    fresh->exitGuard = ExitGuard::ReturnMissing;
  if (currentServer().eventLimit != 0 || setup().takesTurns)
    fresh->exitGuard = ExitGuard::Always;
  if (processState().checkpointSlot == 0) {
    fresh->end = endOfBits(included, fresh->begin, fresh->end);
    if (isSet(included, fresh->begin) && hooksMayTakeFirst(*fresh))
      fresh->runEnd = endOfRun(fresh->begin, fresh->end);
  }
  // `--watch` reads a value when an event has ended. The last event of the call
  // ends at the function's exit, where only the runtime (the tool's code in the
  // process) can read the value. So the hook at the exit must call the runtime.
  if (setup().watchRecords != setup().entryWatches)
    fresh->exitGuard = ExitGuard::Always;
  // If this run skips the last recorded events of the call, the hook at the
  // exit must call the runtime (the tool's code in the process) for two
  // reasons. The runtime checks whether the last condition has decided as
  // recorded, and it fills with a pattern the memory that the skipped events
  // would have written.
  if (setup().isGuarded && fresh->end != recordedEnd(*fresh))
    fresh->exitGuard = ExitGuard::Always;
  becomeTop(fresh);
  poisonFrame(sp, called.frameSize);
}

/// Returns the number, in order of time, of the event that the thread executes
/// next; `none` if it executes no more events.
uint32_t nextEvent() {
  const uint32_t *numbers = tableAt<uint32_t>(eventNumbersAddress);
  for (const Activation *each = top(); each != bottom(); --each) {
    if (each->kind != ActivationKind::Matched)
      continue;
    uint32_t position = each == top() ? runState().position : each->position;
    uint32_t found = nextIncluded(position, each->end);
    if (found < each->end)
      return numbers[found];
  }
  return none;
}

/// If threads take turns, called when control has come to `hook`. Returns true
/// if the tool has to decide whether the turn ends before that. The thread then
/// goes to code that stops it, and comes to the hook again when it may go on.
bool asksForTurn(HookFrame &frame, const HookRecord &hook, uint32_t index) {
  if (takePass() || hook.entry == none)
    return false;
  settle();
  RunState &run = runState();
  bool isOver = run.executed >= run.turnEnd;
  if (!isOver && run.nextOfOthers != none) {
    uint32_t next = nextEvent();
    isOver = next != none && next > run.nextOfOthers;
  }
  if (isOver) {
    askForTurn(frame, index);
  } else {
    // Each arrival at a statement counts in a turn, also if no event is
    // executed there. `dispatch` restores the number if an event is executed.
    --run.turnEnd;
  }
  return isOver;
}

} // namespace

void startDispatching() {
  RunState &run = runState();
  run = RunState{};
  run.last = none;
  run.turnEnd = endlessTurn;
  run.nextOfOthers = none;
  processState().bottomActivation = activationsAddress;
  processState().activationsEnd =
      activationsAddress + maxActivations * sizeof(Activation);
  Activation *lowest = root();
  *lowest = Activation{};
  lowest->kind = ActivationKind::Barrier;
  lowest->function = lowest->invocation = none;
  lowest->entrySP = lowest->frame = ~uint64_t(0);
  lowest->group = lowest->spilledFor = lowest->sharedFor = none;
  const InvocationRecord *calls = invocations() + setup().invocations + 1;
  lowest->nextGroup = calls[-1].firstGroup;
  lowest->groupsEnd = calls[0].firstGroup;
  becomeTop(lowest);
}

void dispatchEntry(HookFrame &frame, const HookRecord &hook) {
  uint64_t sp = frame.registers.value[RSP];
  dropDeadAtEntry(sp, frame.registers.value[RBP]);
  if (top()->kind == ActivationKind::Natural) {
    enterNatural(frame, hook.function);
    return;
  }
  settle();
  uint32_t invocation = matchCall(hook.function);
  if (invocation == none) {
    enterUnrecorded(frame, hook.function);
    return;
  }
  const InvocationRecord *record = invocations() + invocation;
  uint32_t begin = record[0].firstEvent, end = record[1].firstEvent;
  if (nextIncluded(begin, end) == end) {
    if (setup().poisonSkipped)
      poisonInvocation(invocation);
    skip(frame, hook.function);
    return;
  }
  enterMatched(hook.function, invocation, sp, frame.registers.value[RDI]);
}

uint64_t dispatchQuickly(const HookRecord &hook, uint64_t sp, uint64_t fp,
                         uint64_t firstArgument) {
  Activation &caller = *top();
  bool isPlainCall = processState().frame == fp && caller.entrySP > sp &&
                     processState().checkpointSlot == 0;
  if (!isPlainCall)
    return 0;
  FirstCall call = findFirstCall(caller, runState().position, hook.function);
  if (call.invocation == none)
    return 0;
  const InvocationRecord *record = invocations() + call.invocation;
  uint32_t begin = record[0].firstEvent;
  if (begin == record[1].firstEvent ||
      !isSet(tableAt<uint64_t>(includedAddress), begin))
    return 0;
  caller.nextGroup = caller.group = call.group;
  caller.calls = call.ordinal + 1;
  enterMatched(hook.function, call.invocation, sp, firstArgument);
  return hook.body;
}

void dispatchExitFunction(const HookFrame &frame) {
  Activation *barrier =
      push(ActivationKind::Barrier, frame.registers.value[RSP]);
  becomeTop(barrier);
}

void arriveAtHook(HookFrame *frame, uint32_t index) {
  const HookRecord &hook = tableAt<HookRecord>(hooksAddress)[index];
  goToBody(*frame, hook);
  if (!processState().isLive)
    return;
  checkThread(hook.function);
  if (setup().takesTurns && asksForTurn(*frame, hook, index))
    return;
  Activation *activation = resume(hook.function, frame->registers.value[RBP]);
  if (!activation) {
    if (top()->kind != ActivationKind::Natural)
      diverge(DivergeReason::FrameLost, hook.function);
    return;
  }
  bool isMatched = activation->kind == ActivationKind::Matched;
  if (isMatched && setup().isGuarded)
    checkDecision(hook, *activation);
  if (hook.flags & hookIsExit)
    arriveAtExit(*frame, hook, *activation);
  else if (isMatched)
    dispatch(*frame, hook, *activation);
}

} // namespace pinstripe::native
