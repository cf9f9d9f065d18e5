// Keeps the stack of the calls of traced functions, in the process under test.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// This code does the same as lib/Execution/Flow/ActivationStack.cpp, but works
// directly on the memory of the process. A function is traced if its statements
// are recorded. An activation is a call that has not returned yet. Hooks, which
// are code at patched instructions, change some fields of the innermost
// activation. The current values of these fields are in the RunState.

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_ACTIVATIONS_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_ACTIVATIONS_H

#include "Runtime.h"

namespace pinstripe::native {

enum class ActivationKind : uint32_t {
  Matched, ///< The call corresponds to a call of the recorded run.
  /// No event is skipped in the call, nor in the calls that it makes. An event
  /// is the execution of a statement.
  Natural,
  /// The activation stands for a call of libc's exit(), or for the bottom of
  /// the stack. A function that is called from there has no caller in the
  /// program.
  Barrier,
};

/// Says when the hook at a function's exit must call the runtime (the tool's
/// code in the process): never, only if the call has not executed its `return`
/// yet, or always. The values are chosen so that hooks need only one
/// comparison: a hook calls the runtime if the ExitGuard is larger than
/// RunState::returnExecuted, which is 0 or 1.
enum class ExitGuard : uint8_t { None, ReturnMissing, Always };

/// A call of a traced function (one whose statements are recorded) that has not
/// returned yet. While the call is the innermost one, the RunState holds the
/// current values of `position`, `runEnd` and `returnExecuted`, and these
/// fields here are out of date. The machine code of hooks at exits depends on
/// the offsets of the fields.
struct Activation {
  /// The frame address of the call, or 0. Hooks compare it with rbp. If the two
  /// are equal, hooks handle the events of this call by themselves. Otherwise
  /// they call the runtime (the tool's code in the process).
  uint64_t fastFrame;
  uint64_t frame; ///< the call's frame address: rbp after the prologue
  /// The place on the stack that holds the call's return address.
  uint64_t entrySP;
  uint64_t hiddenResult;
  ActivationKind kind;
  uint32_t function;
  uint32_t invocation;
  /// The next recorded event of this call, as an index in EventsByCall (the
  /// events sorted by call). An event is the execution of a statement.
  uint32_t position;
  /// The recorded events of this call are those with the indices [begin, end)
  /// in EventsByCall (the events sorted by call). Events after the last one
  /// that this run may execute are left out.
  uint32_t begin, end;
  /// Hooks handle the events in [position, runEnd) by themselves. At the event
  /// `runEnd`, a hook calls the runtime, which is the tool's code in the
  /// process. Both bounds are indices in EventsByCall, which sorts the events
  /// by call. See RunState::runEnd.
  uint32_t runEnd;
  /// The further calls that this call makes are matched with recorded calls.
  /// These are in the call groups with the indices [nextGroup, groupsEnd). A
  /// call group is all recorded calls of one function by one event.
  uint32_t nextGroup, groupsEnd;
  /// The call group of the latest call that this call has made; `none` if it
  /// has made no call yet.
  uint32_t group;
  /// How many calls of this run were matched with recorded calls of the call
  /// group `group` so far.
  uint32_t calls;
  /// The latest event of this call that has called more than one function, as
  /// its index in EventsByCall plus 1; `none` if there was no such event. The
  /// calls that this event makes are counted in the table at callCountsAddress,
  /// since `calls` counts the calls of only one function.
  uint32_t spilledFor;
  /// The value of CallGroup::parent for the event of this call that has started
  /// a thread. The first calls of that thread are counted together with the
  /// calls of this event, in the table at callCountsAddress. `none` if no event
  /// of this call has started a thread.
  uint32_t sharedFor;
  uint8_t frameIsKnown;
  uint8_t returnExecuted;
  ExitGuard exitGuard;
  /// True if the call has executed all events that it has to execute, and
  /// Pinstripe's runtime has sent control to the function's exit. The hook at
  /// the exit then lets the function return.
  uint8_t isLeaving;
};

/// Returns the bottom of the first thread's stack. It stands for the caller of
/// all calls without a recorded caller, in any thread.
inline Activation *root() { return tableAt<Activation>(activationsAddress); }
inline Activation *bottom() {
  return &at<Activation>(processState().bottomActivation);
}
inline Activation *top() {
  return &at<Activation>(processState().topActivation);
}
inline const InvocationRecord *invocations() {
  return tableAt<InvocationRecord>(invocationsAddress);
}
/// Returns the number of the statement entry (an address at which a statement
/// can begin) of a recorded event. `position` is the index of the event in
/// EventsByCall, which sorts the events by call.
inline uint32_t entryNumber(uint32_t position) {
  switch (setup().entryWidth) {
  case 1:
    return tableAt<uint8_t>(unitsAddress)[position];
  case 2:
    return tableAt<uint16_t>(unitsAddress)[position];
  default:
    return tableAt<uint32_t>(unitsAddress)[position];
  }
}
/// Returns the index in EventsByCall (the events sorted by call) after the last
/// recorded event of this call. Events that this run skips count, too.
inline uint32_t recordedEnd(const Activation &activation) {
  return invocations()[activation.invocation + 1].firstEvent;
}
inline const FunctionRecord &functionOf(uint32_t id) {
  return tableAt<FunctionRecord>(functionsAddress)[id];
}
inline const CallGroup *callGroups() {
  return tableAt<CallGroup>(callGroupsAddress);
}

// The following function adds to RunState::executed the events that hooks have
// counted by themselves, without a call of the runtime (the tool's code in the
// process).

inline void settle() {
  RunState &run = runState();
  if (run.position == run.mark)
    return;
  run.executed += run.position - run.mark;
  run.last = run.position - 1;
  run.mark = run.position;
}

// The following functions keep the stack of activations (calls that have not
// returned yet).

/// If threads take turns, returns up to where hooks may execute the events in
/// [from, end) by themselves: the tool is asked when the turn is over, and
/// before an event that comes after the next event of another thread.
inline uint32_t endOfTurn(uint32_t from, uint32_t end) {
  if (!setup().takesTurns || from >= end)
    return end;
  const RunState &run = runState();
  uint64_t left = run.turnEnd - run.executed;
  if (end - from > left)
    end = from + static_cast<uint32_t>(left);
  const uint32_t *numbers = tableAt<uint32_t>(eventNumbersAddress);
  if (from == end || numbers[end - 1] < run.nextOfOthers)
    return end;
  return partitionPoint(numbers, from, end, [&](uint32_t number) {
    return number < run.nextOfOthers;
  });
}

/// Saves the fields of the innermost call that hooks change: copies them from
/// the RunState to the call's Activation. Must be called before another call
/// becomes the innermost one.
inline void suspendTop() {
  settle();
  RunState &run = runState();
  Activation *current = top();
  current->position = run.position;
  current->runEnd = run.runEnd;
  current->returnExecuted = run.returnExecuted;
}

inline void becomeTop(Activation *activation) {
  ProcessState &state = processState();
  RunState &run = runState();
  state.topActivation = reinterpret_cast<uint64_t>(activation);
  run.position = run.mark = activation->position;
  run.runEnd = activation->runEnd;
  run.returnExecuted = activation->returnExecuted;
  state.frame = activation->fastFrame;
  // Hooks execute the events from `position` to `runEnd` by themselves. So
  // `runEnd` must not be beyond the limit on events, which is for all calls
  // together. `runEnd` was right when it was computed. But other calls have
  // executed events since then, so it may now be too high.
  uint64_t limit = currentServer().eventLimit;
  if (limit != 0 && run.runEnd - run.position > limit - run.executed)
    run.runEnd = run.position + static_cast<uint32_t>(limit - run.executed);
  run.runEnd = endOfTurn(run.position, run.runEnd);
}

inline void setFrame(Activation &activation, uint64_t frame) {
  activation.frame = frame;
  if (activation.kind == ActivationKind::Matched)
    activation.fastFrame = frame;
}

inline void popTo(Activation *activation) {
  if (activation == top())
    return;
  settle();
  becomeTop(activation);
}

inline void pop() { popTo(top() - 1); }

inline Activation *push(ActivationKind kind, uint64_t entrySP) {
  suspendTop();
  Activation *fresh = top() + 1;
  if (reinterpret_cast<uint64_t>(fresh) == processState().activationsEnd)
    native::end(EndKind::Failed, 1);
  *fresh = Activation{};
  fresh->kind = kind;
  fresh->function = none;
  fresh->invocation = none;
  fresh->entrySP = entrySP;
  setFrame(*fresh, entrySP - 8);
  fresh->group = fresh->spilledFor = fresh->sharedFor = none;
  return fresh;
}

inline void dropDeadAtEntry(uint64_t sp, uint64_t callerFrame) {
  Activation *live = top();
  while (live != bottom() && live->entrySP <= sp)
    --live;
  // Looks for the caller of the new call: the call with the frame address
  // `callerFrame`. Frame addresses rise towards the bottom of the stack, so the
  // loop ends when they are too high. It also ends at a call of libc's exit(),
  // since control never returns to the calls before that one.
  for (Activation *caller = live;
       caller->kind != ActivationKind::Barrier && caller->frame <= callerFrame;
       --caller)
    if (caller->frame == callerFrame) {
      live = caller;
      break;
    }
  popTo(live);
}

inline Activation *resume(uint32_t function, uint64_t frame) {
  for (Activation *each = top(); each != bottom(); --each) {
    if (each->kind == ActivationKind::Barrier || each->function != function ||
        each->frame != frame)
      continue;
    popTo(each);
    each->frameIsKnown = 1;
    return each;
  }
  // The frame address of a call is a guess until control arrives at the first
  // hook of the call. Then `frame`, the value of rbp at the hook, replaces the
  // guess.
  Activation *current = top();
  if (current == bottom() || current->frameIsKnown ||
      current->function != function ||
      current->kind == ActivationKind::Barrier ||
      runState().position != current->begin)
    return nullptr;
  setFrame(*current, frame);
  current->frameIsKnown = 1;
  processState().frame = current->fastFrame;
  return current;
}

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_ACTIVATIONS_H
