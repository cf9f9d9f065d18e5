//===- Dispatcher.h - Trace flow and guarded flow ---------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The semantics of a partial execution, as a state machine over hooks and
// registers. Engines drive it or, where they are faster, are
// checked against it.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_EXECUTION_DISPATCHER_H
#define PINSTRIPE_LIB_EXECUTION_DISPATCHER_H

#include "ActivationStack.h"
#include "HookHandler.h"
#include "SkippedStores.h"

namespace pinstripe {

/// Inside each invocation the included events are executed one after the
/// other, in recorded order, whatever the conditions evaluate to. Calls are
/// matched with the recorded invocations of the calling event, in order, by
/// function. An invocation without included events is not run at all.
///
/// Guarded flow is that with a condition: an executed decision must be the
/// recorded one.
class Dispatcher : public HookHandler {
public:
  struct Policy {
    UnrecordedCalls unrecordedCalls = UnrecordedCalls::Diverge;
    uint64_t eventLimit = 0; ///< 0: none
    /// Guarded flow: the entries that must lead where they led in the
    /// recording (UnitGraph::conditions).
    const llvm::BitVector *conditions = nullptr;
    /// Guarded flow: what skipped events would have written becomes poison.
    bool poisonSkipped = false;
    /// With that: where the recording says that they wrote; may be null.
    const ComputedStores *computedStores = nullptr;
  };
  /// All but `policy` itself must outlive the dispatcher. One run each.
  Dispatcher(const UnitTable &table, const Trace &trace,
             const EventSet &included, const Policy &policy);

  Decision arrive(const HookPoint &hook, const Arrival &arrival) override;
  void arriveAtExitFunction(uint64_t sp) override;
  uint64_t eventsExecuted() const override { return executed; }
  std::optional<EventIndex> currentEvent() const override { return lastEvent; }

private:
  /// Guarded flow: the ending, if control did not come here as it did in the
  /// recording.
  std::optional<Ending> decidesOtherwise(const Activation &activation,
                                         const HookPoint &hook) const;
  Decision enter(FunctionId function, const Arrival &arrival);
  Decision enterUnrecorded(FunctionId function, const Arrival &arrival);
  Decision enterNatural(FunctionId function, const Arrival &arrival);
  /// Returns at once from a function that was just entered.
  Decision skip(FunctionId function, const Arrival &arrival);
  /// The same for one that the recording has.
  Decision skip(InvocationId invocation, const Arrival &arrival);
  Decision atExit(Activation &activation, uint64_t pc);
  Decision dispatch(Activation &activation, uint64_t pc);
  Decision leave(const Activation &activation);
  /// Of the activation, unless it was said to be over before.
  std::optional<EventIndex> latestEvent(const Activation &activation) const;
  /// With what the events of the activation from the next one up to `position`
  /// would have written, in its frame too if that is still of use.
  void poisonSkipped(Decision &decision, const Activation &activation,
                     size_t position, bool inFrame);
  void poisonRest(Decision &decision, const Activation &activation);
  /// `inFrame`: also in the frame of the top activation.
  void poison(Decision &decision, SkippedStores::Found stores,
              bool inFrame) const;
  std::optional<uint64_t> frameOf(InvocationId invocation, bool inFrame) const;
  /// For functions that never return: main can be left all the same, since
  /// its caller is libc's.
  Decision leaveWithoutEpilogue(FunctionId function, uint64_t entrySP,
                                bool frameIsSetUp) const;
  bool leadsToExitHook(const Decision &decision, FunctionId function) const;
  /// The recording has a return's value that this run did not compute.
  bool returnIsSkipped(const Activation &activation) const;

  std::optional<InvocationId> matchCall(FunctionId function);
  /// Position of the next included event, or none.
  std::optional<size_t> nextIncluded(InvocationId invocation,
                                     size_t from) const;
  Decision diverge(FunctionId function, Diverged::Reason reason) const;

  const UnitTable &table;
  const Trace &trace;
  const EventSet &included;
  Policy policy;
  SkippedStores skippedStores;
  uint32_t heapLimit = 0; ///< as ComputedStores says
  ActivationStack stack;
  CallOrdinals rootCalls; ///< over the whole run
  std::optional<EventIndex> lastEvent;
  uint64_t executed = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_DISPATCHER_H
