// Keeps track of the calls of traced functions that have not returned yet
// (activations).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Activations are told apart by the addresses of their frames, never by call
// depth alone: longjmp, exceptions and returns without a hook leave frames
// without notice. Each thread has its own stack of activations.

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
    /// A call that the trace does not have. The program runs by itself in this
    /// call and in all calls that it makes.
    Natural,
    /// A call of libc's exit. Calls that exit makes count as having no caller.
    Barrier,
  };
  Kind kind = Kind::Matched;
  /// True if this is the bottom of the stack of a started thread. Control never
  /// arrives at a hook in such an activation.
  bool isStarter = false;
  FunctionId function{};
  /// If `kind` is Matched: the recorded call that this call stands for.
  InvocationId invocation{};
  /// The stack pointer at the function's entry: the return address lies there.
  uint64_t entrySP = 0;
  uint64_t frame = 0; ///< The value of rbp after the prologue.
  /// True if `frame` was seen in rbp, false if it was derived from `entrySP`.
  bool frameKnown = false;
  /// The address at which the function stores its result, if it returns the
  /// result in memory.
  uint64_t hiddenResult = 0;
  /// The number of the invocation's recorded events that are done: each of them
  /// was executed or skipped.
  size_t nextEvent = 0;
  std::optional<EventIndex> currentEvent;
  /// True if a return statement of the call was executed.
  bool returnExecuted = false;
  /// True if control was sent to the function's end and will pass the hook at
  /// the function's exit.
  bool isLeaving = false;
  /// Counts the calls that the current event has made so far, also in all
  /// threads that the event has started. Never null.
  std::shared_ptr<CallOrdinals> calls = std::make_shared<CallOrdinals>();

  /// Returns whether control can arrive at a hook in this activation.
  bool isCall() const { return kind != Kind::Barrier && !isStarter; }
};

/// The stack of all calls of the current thread that have not returned.
/// `entrySP` decreases from the bottom to the top, as the machine's stack
/// grows. The stacks of the other threads are kept, too.
class ActivationStack {
public:
  /// Makes `id` the current thread. All other functions except `find` are about
  /// the current thread's stack.
  void enterThread(uint64_t id);
  /// Remembers that the topmost call has started the thread `id`: that call, at
  /// its current event, will be the caller of the thread's first calls.
  void startThread(uint64_t id);

  bool empty() const { return activations.empty(); }
  size_t depth() const { return activations.size(); }
  Activation &top() { return activations.back(); }
  const Activation &top() const { return activations.back(); }
  void push(Activation activation) {
    activations.push_back(std::move(activation));
  }
  /// Adds a barrier for a call of libc's exit with the stack pointer `sp`.
  void pushBarrier(uint64_t sp);
  void pop() { activations.pop_back(); }

  /// Removes the calls that must have ended when control is at a function entry
  /// with the stack pointer `sp`: the calls whose frames are at or below `sp`,
  /// and those above the caller in the stack. The caller is the call whose
  /// frame address is `callerFrame`, the value that rbp still has.
  void dropDeadAtEntry(uint64_t sp, uint64_t callerFrame);

  /// Makes the call of `function` with the frame address `frame` the topmost
  /// call, and returns it; returns null if there is no such call. If the
  /// topmost call is a call of `function` whose frame address is not known yet,
  /// `frame` becomes its frame address: in functions that realign the stack,
  /// rbp can't be predicted.
  Activation *resume(FunctionId function, uint64_t frame);

  /// Returns the call, in any thread, that stands for this recorded invocation;
  /// null if there is none.
  const Activation *find(InvocationId invocation) const;

private:
  using Stack = std::vector<Activation>;

  Stack activations;
  uint64_t thread = 0;
  std::map<uint64_t, Stack> otherThreads;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_FLOW_ACTIVATIONSTACK_H
