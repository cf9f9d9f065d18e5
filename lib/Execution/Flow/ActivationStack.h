// Keeps track of the calls of traced functions that have not returned yet
// (activations).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// They are told apart by the addresses of their frames, never by call depth
// alone: longjmp, exceptions and returns without a hook leave frames without
// notice. Each thread has its own stack.

#ifndef PINSTRIPE_LIB_EXECUTION_FLOW_ACTIVATIONSTACK_H
#define PINSTRIPE_LIB_EXECUTION_FLOW_ACTIVATIONSTACK_H

#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/DenseMap.h"
#include <limits>
#include <map>
#include <memory>

namespace pinstripe {

/// Counts the calls of each function, so that each call can be matched with a
/// recorded invocation.
class CallOrdinals {
public:
  uint32_t next(FunctionId function) {
    return counts[static_cast<uint32_t>(function)]++;
  }

private:
  llvm::SmallDenseMap<uint32_t, uint32_t, 4> counts;
};

/// One activation of a traced function, that is, a call that has not returned
/// yet; or a barrier, which stands for a call of libc's exit; or the bottom of
/// a thread's stack, which stands for the call whose event has started the
/// thread.
struct Activation {
  enum class Kind : uint8_t {
    Matched, ///< A call that the recorded run made, too.
    /// A call that the trace does not have. It runs without control, with all
    /// calls that it makes.
    Natural,
    /// A call of libc's exit. What it calls counts as having no caller.
    Barrier,
  };
  Kind kind = Kind::Matched;
  /// Whether this is the bottom of the stack of a started thread. Then control
  /// never arrives in this activation.
  bool isStarter = false;
  FunctionId function{};
  /// For Matched: the recorded call that this call stands for.
  InvocationId invocation{};
  /// Where the return address lies on the stack.
  uint64_t entrySP = 0;
  uint64_t frame = 0; ///< The value of rbp after the prologue.
  /// False if `frame` was derived from `entrySP`, and not seen in rbp.
  bool frameKnown = false;
  /// Where the function stores its result, if it returns it in memory.
  uint64_t hiddenResult = 0;
  /// How many of the recorded events are done: those before this position are
  /// executed or skipped.
  size_t nextEvent = 0;
  std::optional<EventIndex> currentEvent;
  /// Whether a return statement of the call was executed.
  bool returnExecuted = false;
  /// Whether control was sent to the function's end and will pass the hook at
  /// its exit.
  bool isLeaving = false;
  /// The calls that the current event has made so far, in all threads that it
  /// has started, too. Never null.
  std::shared_ptr<CallOrdinals> calls = std::make_shared<CallOrdinals>();

  /// Returns whether this can be a call in which control arrives at a hook.
  bool isCall() const { return kind != Kind::Barrier && !isStarter; }
};

/// The stack of all calls of the current thread that have not returned.
/// `entrySP` decreases from the bottom to the top, as the machine's stack
/// grows. The stacks of the other threads are kept, too.
class ActivationStack {
public:
  /// Makes `id` the current thread. All other functions are about its stack.
  void enterThread(uint64_t id);
  /// Remembers that the topmost call has started a thread: that call and its
  /// current event will be the caller of the thread's first calls.
  void startThread(uint64_t id);

  bool empty() const { return activations.empty(); }
  size_t depth() const { return activations.size(); }
  Activation &top() { return activations.back(); }
  const Activation &top() const { return activations.back(); }
  void push(Activation activation) {
    activations.push_back(std::move(activation));
  }
  /// Adds a barrier for a call of libc's exit with this stack pointer.
  void pushBarrier(uint64_t sp);
  void pop() { activations.pop_back(); }

  /// Removes calls that must have ended, when control is at a function entry
  /// with the stack pointer `sp`: those whose frames are at or below `sp`, and
  /// those above the caller, whose frame address `callerFrame` is still in rbp.
  void dropDeadAtEntry(uint64_t sp, uint64_t callerFrame);

  /// Makes the call of `function` with the frame address `frame` the topmost
  /// one, and returns it; null if there is none. If the topmost call is one of
  /// `function` and its frame address is not known yet, it gets `frame`: in
  /// functions that realign the stack, rbp can't be predicted.
  Activation *resume(FunctionId function, uint64_t frame);

  /// Returns the call of any thread that stands for this recorded invocation;
  /// null if none does.
  const Activation *find(InvocationId invocation) const;

private:
  using Stack = std::vector<Activation>;

  Stack activations;
  uint64_t thread = 0;
  std::map<uint64_t, Stack> otherThreads;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_FLOW_ACTIVATIONSTACK_H
