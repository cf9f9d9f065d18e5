// Keeps the stack of traced functions' calls, inside the process under test.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// This is lib/Execution/Flow/ActivationStack.cpp over flat memory. While an
// activation is the top one, the fields that hooks change live in the RunState
// instead of the activation.

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_ACTIVATIONS_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_ACTIVATIONS_H

#include "Runtime.h"

namespace pinstripe::native {

enum class ActivationKind : uint32_t {
  Matched, ///< a call that is matched with a call of the recorded run
  Natural, ///< runs unchanged: no event in this call or below it is skipped
  Barrier, ///< a call of libc's exit(), or the bottom of the stack
};

/// Says when the hook at a function's exit must call the runtime: never, unless
/// the call has executed its `return`, or always. The hook compares this value
/// with RunState::returnExecuted, which is 0 or 1, and calls the runtime if
/// `returnExecuted` is lower.
enum class ExitGuard : uint8_t { None, ReturnMissing, Always };

/// One call of a traced function that has not returned yet. While this call is
/// on top of the stack, its `position`, `runEnd` and `returnExecuted` are kept
/// in the RunState instead. The machine code of hooks at exits depends on the
/// offsets of these fields.
struct Activation {
  /// Hooks compare this with rbp and handle events of the call by themselves if
  /// both are equal. It is the same as `frame`, or 0 if hooks must always call
  /// the runtime.
  uint64_t fastFrame;
  uint64_t frame;   ///< the call's frame address: rbp after the prologue
  uint64_t entrySP; ///< where the call's return address lies on the stack
  uint64_t hiddenResult;
  ActivationKind kind;
  uint32_t function;
  uint32_t invocation;
  /// The position (in the order of events) at which the call goes on, see
  /// RunState::position.
  uint32_t position;
  /// The recorded events of the call that may still be included: [begin, end),
  /// where `end` comes after the last event that this run executes.
  uint32_t begin, end;
  /// Where the present row of consecutive events that the run includes ends,
  /// see RunState::runEnd.
  uint32_t runEnd;
  /// The call groups [nextGroup, groupsEnd) of Calls.h, with which the calls
  /// that this call still makes can be matched.
  uint32_t nextGroup, groupsEnd;
  /// The call group (Calls.h) of the last call that this call has made; none
  /// before the first one.
  uint32_t group;
  uint32_t calls; ///< how many calls of `group` were made
  /// An event that has called several functions, so that its calls are counted
  /// in memory (at callCountsAddress) and not only in `calls`. Written as in
  /// CallGroup::parent; none if there is no such event.
  uint32_t spilledFor;
  uint8_t frameIsKnown;
  uint8_t returnExecuted;
  ExitGuard exitGuard;
  /// Whether the runtime has sent control to the function's exit because the
  /// call is over. If so, the hook there lets control leave the function.
  uint8_t isLeaving;
};

inline Activation *bottom() { return tableAt<Activation>(activationsAddress); }
inline Activation *top() {
  return &at<Activation>(processState().topActivation);
}
inline const InvocationRecord *invocations() {
  return tableAt<InvocationRecord>(invocationsAddress);
}
/// Returns the position after the last event that was recorded for this call,
/// whether this run executes that event or not.
inline uint32_t recordedEnd(const Activation &activation) {
  return invocations()[activation.invocation + 1].firstEvent;
}
inline const FunctionRecord &functionOf(uint32_t id) {
  return tableAt<FunctionRecord>(functionsAddress)[id];
}
inline const CallGroup *callGroups() {
  return tableAt<CallGroup>(callGroupsAddress);
}

// Counts the events that hooks (the code at patched instructions) have executed
// without calling the runtime.

inline void settle() {
  RunState &run = runState();
  if (run.position == run.mark)
    return;
  run.executed += run.position - run.mark;
  run.last = run.position - 1;
  run.mark = run.position;
}

// Functions for the stack of activations (calls that have not returned yet)

/// Copies the fields of the topmost call that hooks change from the RunState
/// into its Activation, before another call becomes the topmost one.
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
  // The limit on the events of a run may be nearer now: other calls have
  // executed events since this one was the topmost. So the row of events that
  // hooks execute by themselves may have to end earlier.
  uint64_t limit = currentServer().eventLimit;
  if (limit != 0 && run.runEnd - run.position > limit - run.executed)
    run.runEnd = run.position + static_cast<uint32_t>(limit - run.executed);
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
  if (fresh == bottom() + maxActivations)
    native::end(EndKind::Failed, 1);
  *fresh = Activation{};
  fresh->kind = kind;
  fresh->function = none;
  fresh->invocation = none;
  fresh->entrySP = entrySP;
  setFrame(*fresh, entrySP - 8);
  fresh->group = fresh->spilledFor = none;
  return fresh;
}

inline void dropDeadAtEntry(uint64_t sp, uint64_t callerFrame) {
  Activation *live = top();
  while (live != bottom() && live->entrySP <= sp)
    --live;
  // Looks for the caller by its frame address. Frame addresses rise towards the
  // bottom of the stack. Functions below a call of libc's exit() make no more
  // calls, so the search ends there.
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
  // The frame address of a call is a guess until control arrives at a hook of
  // the call. If this is the first one, its rbp (`frame`) replaces the guess.
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
