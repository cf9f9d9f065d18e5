// Keeps the stack of activations of traced functions, inside the target.
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
  Matched, ///< the call stands for an invocation of the trace
  Natural, ///< the call runs unhooked, as do all that it makes
  Barrier, ///< a call of libc's exit(), or the stack's bottom
};

/// When a hook at an exit calls the runtime: if RunState::returnExecuted is
/// lower than this value.
enum class ExitGuard : uint8_t { None, ReturnMissing, Always };

/// One call of a traced function that has not returned yet. While the
/// activation is the top one, its `position`, `runEnd` and `returnExecuted` are
/// in the RunState. The code of hooks at exits depends on this layout.
struct Activation {
  uint64_t fastFrame; ///< `frame`, or 0 if hooks must call the runtime
  uint64_t frame;     ///< rbp after the prologue
  uint64_t entrySP;   ///< address of the return address
  uint64_t hiddenResult;
  ActivationKind kind;
  uint32_t function;
  uint32_t invocation;
  uint32_t position;   ///< its next event, see RunState::position
  uint32_t begin, end; ///< positions up to the end of the last included event
  uint32_t runEnd;     ///< end of included events, see RunState::runEnd
  uint32_t nextGroup, groupsEnd; ///< call groups that later calls may need
  uint32_t group; ///< call group of the last call; none before the first one
  uint32_t calls; ///< number of calls of `group` so far
  /// The event whose calls of groups other than `group` are counted in memory,
  /// as in CallGroup::parent; none if there was no such event yet.
  uint32_t spilledFor;
  uint8_t frameIsKnown;
  uint8_t returnExecuted;
  ExitGuard exitGuard;
  /// Whether the dispatcher has sent control to the exit, through its hook.
  uint8_t isLeaving;
};

inline Activation *bottom() { return tableAt<Activation>(activationsAddress); }
inline Activation *top() {
  return &at<Activation>(processState().topActivation);
}
inline const InvocationRecord *invocations() {
  return tableAt<InvocationRecord>(invocationsAddress);
}
/// Returns the position after the last recorded event, be it included or not.
inline uint32_t recordedEnd(const Activation &activation) {
  return invocations()[activation.invocation + 1].firstEvent;
}
inline const FunctionRecord &functionOf(uint32_t id) {
  return tableAt<FunctionRecord>(functionsAddress)[id];
}
inline const CallGroup *callGroups() {
  return tableAt<CallGroup>(callGroupsAddress);
}

// Counting the events that hooks have executed

inline void settle() {
  RunState &run = runState();
  if (run.position == run.mark)
    return;
  run.executed += run.position - run.mark;
  run.last = run.position - 1;
  run.mark = run.position;
}

// The stack of activations

/// Saves the fields of the top activation that hooks change, before another
/// activation becomes the top one.
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
  // Other activations have executed events since this one was suspended.
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
  // Frame addresses rise towards the bottom of the stack. Functions below a
  // call of libc's exit() make no more calls.
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
  // A frame that a hook has compared with rbp is known, too.
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
