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

/// Counts the calls of each function, so that each call can be matched with a
/// recorded invocation.
class CallOrdinals {
public:
  uint32_t next(FunctionId function) {
    return counts[static_cast<uint32_t>(function)]++;
  }
  void reset() { counts.clear(); }

private:
  llvm::SmallDenseMap<uint32_t, uint32_t, 4> counts;
};

/// One activation of a traced function, that is, a call that has not returned
/// yet; or a barrier, which stands for a call of libc's exit.
struct Activation {
  enum class Kind : uint8_t {
    Matched, ///< A call that stands for an invocation of the trace.
    /// A call that the trace does not have: it runs as it is, with its callees.
    Natural,
    Barrier, ///< libc's exit; what it calls counts as having no caller.
  };
  Kind kind = Kind::Matched;
  FunctionId function{};
  InvocationId invocation{}; ///< For Matched: the invocation of the trace.
  /// The address on the stack at which the return address is stored.
  uint64_t entrySP = 0;
  uint64_t frame = 0; ///< The value of rbp after the prologue.
  /// Whether `frame` was seen in rbp; otherwise it was derived from `entrySP`.
  bool frameKnown = false;
  /// Where the function stores its result, if it returns the result in memory.
  uint64_t hiddenResult = 0;
  /// The position, among the invocation's events, after the last executed one.
  size_t nextEvent = 0;
  std::optional<EventIndex> currentEvent;
  bool returnExecuted = false; ///< Whether the return value was computed.
  /// Whether control was sent to the function's end and will pass its exit
  /// hook.
  bool isLeaving = false;
  CallOrdinals calls; ///< The calls made during the current event.
};

/// The stack of live activations. `entrySP` decreases from the bottom to the
/// top, in the direction in which the machine's stack grows.
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

  /// Removes activations that can't be live when control is at a function entry
  /// with the stack pointer `sp`: those whose frames are at or below `sp`, and
  /// those above the caller, whose frame address `callerFrame` is still in rbp.
  void dropDeadAtEntry(uint64_t sp, uint64_t callerFrame);

  /// Makes the live activation of `function` with the frame address `frame` the
  /// top one and returns it; null if there is none. If the top activation is
  /// one of `function` whose frame address is not known, it gets `frame`:
  /// functions that realign the stack have an rbp that can't be predicted.
  Activation *resume(FunctionId function, uint64_t frame);

  /// Returns the activation that stands for an invocation; null if none does.
  const Activation *find(InvocationId invocation) const;

private:
  std::vector<Activation> activations;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_FLOW_ACTIVATIONSTACK_H
