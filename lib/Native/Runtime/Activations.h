//===- Activations.h - Activations of traced functions ----------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stack of lib/Execution/ActivationStack.cpp, over flat memory. What hooks
// change of the top activation is in the RunState while it is the top one.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_ACTIVATIONS_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_ACTIVATIONS_H

#include "Runtime.h"

namespace pinstripe::native {

enum class ActivationKind : uint32_t {
  Matched, ///< stands for an invocation of the trace
  Natural, ///< runs unhooked, with everything that it calls
  Barrier, ///< libc's exit, or the code that has no caller
};

/// Exits with a lower RunState::returnExecuted need the runtime.
enum class ExitGuard : uint8_t { None, ReturnMissing, Always };

/// While an activation is the top one, `position`, `runEnd` and
/// `returnExecuted` are in the RunState. Hooks at exits know this layout.
struct Activation {
  uint64_t fastFrame; ///< what hooks compare: `frame`, or 0
  uint64_t frame;     ///< rbp once the prologue is done
  uint64_t entrySP;   ///< points to the return address
  uint64_t hiddenResult;
  ActivationKind kind;
  uint32_t function;
  uint32_t invocation;
  uint32_t position;   ///< as in the RunState
  uint32_t begin, end; ///< positions of its events, behind the last included
  uint32_t runEnd;     ///< as in the RunState
  uint32_t nextGroup, groupsEnd; ///< call groups that may still be needed
  uint32_t group;                ///< that of the last call, or none
  uint32_t calls;                ///< calls of that group so far
  uint32_t spilledFor;           ///< other groups of this parent have counters
  uint8_t frameIsKnown;
  uint8_t returnExecuted;
  ExitGuard exitGuard;
  uint8_t isLeaving; ///< sent out by way of the exit's hook
};

inline Activation *bottom() { return tableAt<Activation>(activationsAddress); }
inline Activation *top() {
  return &at<Activation>(processState().topActivation);
}
inline const InvocationRecord *invocations() {
  return tableAt<InvocationRecord>(invocationsAddress);
}
/// Behind the last event that the recording has of it, included or not.
inline uint32_t recordedEnd(const Activation &activation) {
  return invocations()[activation.invocation + 1].firstEvent;
}
inline const FunctionRecord &functionOf(uint32_t id) {
  return tableAt<FunctionRecord>(functionsAddress)[id];
}
inline const CallGroup *callGroups() {
  return tableAt<CallGroup>(callGroupsAddress);
}

//===----------------------------------------------------------------------===//
// Counting what hooks have done
//===----------------------------------------------------------------------===//

inline void settle() {
  RunState &run = runState();
  if (run.position == run.mark)
    return;
  run.executed += run.position - run.mark;
  run.last = run.position - 1;
  run.mark = run.position;
}

//===----------------------------------------------------------------------===//
// The stack of activations
//===----------------------------------------------------------------------===//

/// Keeps what hooks change of the top activation before another becomes it.
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
  // Others have executed events since then.
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
  if (fresh == bottom() + maximumActivations)
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
  // Frames rise towards the bottom; below a barrier nothing calls any more.
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
  // Where hooks have compared it, it is known as well.
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
