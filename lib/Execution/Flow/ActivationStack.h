// Keeps track of the calls of traced functions that have not returned yet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An activation is a call that has not returned yet. Activations are told apart
// by the addresses of their frames. Call depth alone is not enough, because
// some frames are left without notice: by longjmp, by exceptions, and by
// returns at which the engine does not take control. Each thread has its own
// stack of activations.

#ifndef PINSTRIPE_LIB_EXECUTION_FLOW_ACTIVATIONSTACK_H
#define PINSTRIPE_LIB_EXECUTION_FLOW_ACTIVATIONSTACK_H

#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/DenseMap.h"
#include <limits>
#include <map>
#include <memory>

namespace pinstripe {

/// Numbers the calls of each function, from 0 on. A call is matched with the
/// recorded call of the same function that has the same number.
class CallOrdinals {
public:
  uint32_t next(FunctionId function) {
    return counts[static_cast<uint32_t>(function)]++;
  }

private:
  llvm::SmallDenseMap<uint32_t, uint32_t, 4> counts;
};

/// An element of the stack of calls. Most elements are activations, which are
/// calls of traced functions that have not returned yet. There are two other
/// kinds. A barrier stands for a call of libc's exit. The bottom of a thread's
/// stack stands for the call that has started the thread.
struct Activation {
  enum class Kind : uint8_t {
    Matched, ///< A call that the recorded run made, too.
    /// A call that the recorded run did not make. In this call and in all calls
    /// that it makes, the program itself decides which statements are executed.
    Natural,
    /// A call of libc's exit. Calls that exit makes count as having no caller.
    Barrier,
  };
  Kind kind = Kind::Matched;
  /// True if this element is the bottom of the stack of a thread, and stands
  /// for the call that has started the thread. That call is executed by another
  /// thread. So in this thread, control never arrives at hooks of that call. A
  /// hook is an address at which the engine takes control.
  bool isStarter = false;
  FunctionId function{};
  /// If `kind` is Matched: the recorded call to which this call of the new run
  /// corresponds.
  InvocationId invocation{};
  /// The stack pointer when the function was entered. It points to the return
  /// address.
  uint64_t entrySP = 0;
  /// The call's frame address: the value of rbp after the prologue.
  uint64_t frame = 0;
  /// True if the call's frame address was read from rbp. False if it was only
  /// predicted from the stack pointer, when the function was entered. The
  /// prediction is wrong if the function realigns the stack.
  bool frameKnown = false;
  /// The address at which the function stores its result, if it returns the
  /// result in memory.
  uint64_t hiddenResult = 0;
  /// The number of recorded events of this call that were already executed or
  /// skipped. So it is also the index of the call's next event.
  size_t nextEvent = 0;
  std::optional<EventIndex> currentEvent;
  /// True if a return statement of the call was executed.
  bool returnExecuted = false;
  /// True if all events of the call are over, and control is on its way to the
  /// function's exit. When the engine takes control there, the call is removed
  /// from the stack and nothing else is done.
  bool isLeaving = false;
  /// Numbers the calls that the current event has made so far, for each called
  /// function on its own. A call is matched with the recorded call that has the
  /// same number. Threads that the event has started share these numbers. Never
  /// null.
  std::shared_ptr<CallOrdinals> calls = std::make_shared<CallOrdinals>();

  /// Returns true if this is a call in which control can arrive at a hook, an
  /// address at which the engine takes control.
  bool isCall() const { return kind != Kind::Barrier && !isStarter; }
};

/// The calls that have not returned yet, as one stack for each thread. In a
/// stack, the outermost call comes first. `entrySP` is the stack pointer at the
/// entry of a call. The machine's stack grows downwards, so an inner call has a
/// lower `entrySP` than an outer call.
class ActivationStack {
public:
  /// Makes `id` the current thread. All other functions work on the stack of
  /// the current thread, unless their comments name another thread.
  void enterThread(uint64_t id);
  /// Remembers that the thread `starter` has started the thread `id` in its
  /// topmost call, during the current event of this call. The call counts as
  /// the caller of the first calls in the new thread.
  void startThread(uint64_t id, uint64_t starter);

  /// Returns the calls of the thread `id`, outermost first.
  llvm::ArrayRef<Activation> callsOf(uint64_t id) const;

  bool empty() const { return activations.empty(); }
  size_t depth() const { return activations.size(); }
  Activation &top() { return activations.back(); }
  const Activation &top() const { return activations.back(); }
  void push(Activation activation) {
    activations.push_back(std::move(activation));
  }
  /// Pushes an element that stands for a call of libc's exit with the stack
  /// pointer `sp`. The calls that exit makes then count as having no caller.
  void pushBarrier(uint64_t sp);
  void pop() { activations.pop_back(); }

  /// Called when a function is entered with the stack pointer `sp`. Removes all
  /// calls that must have ended: those whose frames are at or below `sp`, and
  /// earlier calls by the same caller. `callerFrame` is the frame address of
  /// the caller, which rbp still holds when the function is entered.
  void dropDeadAtEntry(uint64_t sp, uint64_t callerFrame);

  /// Returns the call of `function` whose frame address is `frame`; null if
  /// there is no such call. Removes all calls above the returned call on the
  /// stack, since they must have ended.
  ///
  /// The frame address of the topmost call may be only a prediction, which is
  /// wrong if the function realigns the stack. So if no frame address matches,
  /// the topmost call may still be the right one. If it is a call of `function`
  /// with a predicted frame address, returns that call and sets its frame
  /// address to `frame`.
  Activation *resume(FunctionId function, uint64_t frame);

  /// Returns the running call, in any thread, that corresponds to a recorded
  /// call; null if there is none.
  const Activation *find(InvocationId invocation) const;

private:
  using Stack = std::vector<Activation>;

  Stack activations;
  uint64_t thread = 0;
  std::map<uint64_t, Stack> otherThreads;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_FLOW_ACTIVATIONSTACK_H
