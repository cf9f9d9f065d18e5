// Keeps track of the activations of traced functions that are live.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Activations are told apart by the addresses of their frames, never by call
// depth alone, since longjmp, exceptions and returns without a hook leave
// frames without notice.

#ifndef PINSTRIPE_LIB_EXECUTION_FLOW_ACTIVATIONSTACK_H
#define PINSTRIPE_LIB_EXECUTION_FLOW_ACTIVATIONSTACK_H

#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/DenseMap.h"

namespace pinstripe {

/// Numbers the calls of each function, so that they can be matched with the
/// recorded invocations.
class CallOrdinals {
public:
  uint32_t next(FunctionId function) {
    return counts[static_cast<uint32_t>(function)]++;
  }
  void reset() { counts.clear(); }

private:
  llvm::SmallDenseMap<uint32_t, uint32_t, 4> counts;
};

/// One activation of a traced function, or a barrier.
struct Activation {
  enum class Kind : uint8_t {
    Matched, ///< Stands for an invocation of the trace.
    Natural, ///< Not in the trace: runs as it is, with everything it calls.
    Barrier, ///< The exit function of libc: its callees have no caller.
  };
  Kind kind = Kind::Matched;
  FunctionId function{};
  InvocationId invocation{}; ///< The invocation of a Matched activation.
  uint64_t entrySP = 0;      ///< Address of the return address.
  uint64_t frame = 0;        ///< The value of rbp after the prologue.
  bool frameKnown = false;   ///< Whether `frame` was seen, not derived.
  uint64_t hiddenResult = 0; ///< First argument: address of the result.
  size_t nextEvent = 0;      ///< Position among the invocation's events.
  std::optional<EventIndex> currentEvent;
  bool returnExecuted = false; ///< A return value was computed.
  bool isLeaving = false;      ///< Was sent out and will pass the exit hook.
  CallOrdinals calls;          ///< Calls during the current event.
};

/// The stack of live activations. Invariant: entrySP decreases from the bottom
/// to the top, in the direction in which stacks grow.
class ActivationStack {
public:
  bool empty() const { return activations.empty(); }
  size_t depth() const { return activations.size(); }
  Activation &top() { return activations.back(); }
  const Activation &top() const { return activations.back(); }
  void push(Activation activation) {
    activations.push_back(std::move(activation));
  }
  void pop() { activations.pop_back(); }

  /// Removes activations that can't be live when a function is entered: those
  /// whose frames are at or below its stack pointer `sp`, and those above its
  /// caller, whose frame address `callerFrame` is still in rbp.
  void dropDeadAtEntry(uint64_t sp, uint64_t callerFrame);

  /// Makes the live activation of `function` with this frame address the top
  /// one and returns it; null if there is none. If the top activation is one of
  /// `function` whose frame address has not been seen yet, it takes this one:
  /// functions that realign the stack have an rbp that can't be predicted.
  Activation *resume(FunctionId function, uint64_t frame);

  /// Returns the activation that stands for an invocation; null if there is
  /// none.
  const Activation *find(InvocationId invocation) const;

private:
  std::vector<Activation> activations;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_FLOW_ACTIVATIONSTACK_H
