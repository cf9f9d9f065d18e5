//===- ActivationStack.h - The live frames of traced functions -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tells frames apart by their addresses, never by call depth alone: returns
// that no hook sees, longjmp and exceptions leave frames behind.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_EXECUTION_ACTIVATIONSTACK_H
#define PINSTRIPE_LIB_EXECUTION_ACTIVATIONSTACK_H

#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/DenseMap.h"

namespace pinstripe {

/// Counts calls by function, for the matching of calls with invocations.
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
    Matched, ///< stands for an invocation of the trace
    Natural, ///< runs unhooked, with everything that it calls
    Barrier, ///< libc's exit: what it calls has no caller
  };
  Kind kind = Kind::Matched;
  FunctionId function{};
  InvocationId invocation{}; ///< of a Matched activation
  uint64_t entrySP = 0;      ///< points to the return address
  uint64_t frame = 0;        ///< rbp once the prologue is done
  bool frameKnown = false;   ///< rbp was seen, not just derived from entrySP
  uint64_t hiddenResult = 0; ///< first argument, where it is the result
  size_t nextEvent = 0;      ///< position in the events of the invocation
  std::optional<EventIndex> currentEvent;
  bool returnExecuted = false; ///< a return's value was computed
  bool isLeaving = false;      ///< sent out by way of the exit's hook
  CallOrdinals calls;          ///< during the current event
};

/// Invariant: entrySP falls from the bottom to the top, as stacks grow.
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

  /// Removes frames that can't be live at the entry of a function: those at
  /// or below its stack pointer, and those above the frame of the caller,
  /// whose rbp is still in the register.
  void dropDeadAtEntry(uint64_t sp, uint64_t callerFrame);

  /// Makes the live activation of `function` with this frame address the top
  /// one and returns it; null if there is none. An activation that has not
  /// seen its rbp yet adopts it (realigned stacks).
  Activation *resume(FunctionId function, uint64_t frame);

  /// The activation that stands for an invocation; null if it is not running.
  const Activation *find(InvocationId invocation) const;

private:
  std::vector<Activation> activations;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_ACTIVATIONSTACK_H
