// Keeps track of the calls of traced functions that have not returned yet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Flow/ActivationStack.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

void ActivationStack::enterThread(uint64_t id) {
  if (id == thread)
    return;
  otherThreads[thread] = std::move(activations);
  activations = std::move(otherThreads[id]);
  otherThreads.erase(id);
  thread = id;
}

llvm::ArrayRef<Activation> ActivationStack::callsOf(uint64_t id) const {
  if (id == thread)
    return activations;
  auto found = otherThreads.find(id);
  if (found == otherThreads.end())
    return {};
  return found->second;
}

void ActivationStack::startThread(uint64_t id, uint64_t starter) {
  if (id == starter)
    return;
  enterThread(starter);
  if (empty() || top().kind == Activation::Kind::Barrier)
    return;
  Activation bottom;
  bottom.kind = top().kind;
  bottom.isStarter = true;
  bottom.invocation = top().invocation;
  bottom.currentEvent = top().currentEvent;
  bottom.calls = top().calls;
  // The bottom element of a thread's stack gets the largest possible stack
  // pointer. So it never counts as a call that has ended, and is never removed.
  bottom.entrySP = bottom.frame = std::numeric_limits<uint64_t>::max();
  otherThreads[id] = {std::move(bottom)};
}

void ActivationStack::pushBarrier(uint64_t sp) {
  Activation barrier;
  barrier.kind = Activation::Kind::Barrier;
  barrier.entrySP = sp;
  push(std::move(barrier));
}

void ActivationStack::dropDeadAtEntry(uint64_t sp, uint64_t callerFrame) {
  while (!activations.empty() && activations.back().entrySP <= sp)
    activations.pop_back();
  // Searches for the caller by its frame address. The search must stop at a
  // call of libc's exit: the calls below it on the stack make no more calls,
  // but rbp can still hold the frame address of one of them while exit runs.
  // That call would wrongly be taken for the caller.
  for (size_t i = activations.size(); i > 0; --i) {
    const Activation &activation = activations[i - 1];
    if (activation.kind == Activation::Kind::Barrier)
      return;
    if (activation.frame == callerFrame) {
      activations.resize(i);
      return;
    }
  }
}

Activation *ActivationStack::resume(FunctionId function, uint64_t frame) {
  for (size_t i = activations.size(); i > 0; --i) {
    Activation &activation = activations[i - 1];
    if (!activation.isCall() || activation.function != function ||
        activation.frame != frame)
      continue;
    activation.frameKnown = true;
    activations.resize(i);
    return &activations.back();
  }
  if (activations.empty() || top().frameKnown || top().function != function ||
      !top().isCall())
    return nullptr;
  top().frame = frame;
  top().frameKnown = true;
  return &top();
}

const Activation *ActivationStack::find(InvocationId invocation) const {
  auto findIn = [&](const Stack &stack) -> const Activation * {
    for (const Activation &each : llvm::reverse(stack))
      if (each.isCall() && each.kind == Activation::Kind::Matched &&
          each.invocation == invocation)
        return &each;
    return nullptr;
  };
  if (const Activation *found = findIn(activations))
    return found;
  for (const auto &[id, stack] : otherThreads)
    if (const Activation *found = findIn(stack))
      return found;
  return nullptr;
}
