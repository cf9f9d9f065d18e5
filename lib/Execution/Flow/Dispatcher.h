// Decides at each hook what happens next in trace flow and in guarded flow.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The class defines what a partial execution is, as a state machine over hooks
// and registers; lib/Execution/README.md has its table of transitions. The LLDB
// engine uses this class; the native engine has its own implementation, which
// is checked against this one.

#ifndef PINSTRIPE_LIB_EXECUTION_FLOW_DISPATCHER_H
#define PINSTRIPE_LIB_EXECUTION_FLOW_DISPATCHER_H

#include "Flow/ActivationStack.h"
#include "Flow/HookHandler.h"
#include "Flow/SkippedStores.h"

namespace pinstripe {

/// Within each invocation, the included events are executed one after the
/// other, in recorded order, whatever the conditions evaluate to. Calls are
/// matched with the recorded invocations of the calling event, by function and
/// in order. An invocation without included events is not entered at all.
///
/// Guarded flow does the same, but ends the run if an executed condition
/// decides otherwise than in the recording.
class Dispatcher : public HookHandler {
public:
  struct Policy {
    UnrecordedCalls unrecordedCalls = UnrecordedCalls::Diverge;
    uint64_t eventLimit = 0; ///< Maximum number of events; 0 for no limit.
    /// Guarded flow: the entries that must lead where they led in the
    /// recording (UnitGraph::conditions). Null in trace flow.
    const EntrySet *conditions = nullptr;
    /// Guarded flow: whether skipped events poison what they would have
    /// written.
    bool poisonSkipped = false;
    /// With `poisonSkipped`: the places to which skipped events wrote in the
    /// recording. May be null.
    const ComputedStores *computedStores = nullptr;
  };
  /// A dispatcher is for one run. All arguments but `policy` itself must
  /// outlive it.
  Dispatcher(const UnitTable &table, const Trace &trace,
             const EventSet &included, const Policy &policy);

  Decision arrive(const HookPoint &hook, const Arrival &arrival) override;
  void arriveAtExitFunction(uint64_t sp) override;
  uint64_t eventsExecuted() const override { return executed; }
  std::optional<EventIndex> currentEvent() const override { return lastEvent; }

private:
  /// Guarded flow: returns the ending of the run if the last executed event was
  /// a condition and control did not arrive where the recording did.
  std::optional<Ending> decidesOtherwise(const Activation &activation,
                                         const HookPoint &hook) const;
  Decision enter(FunctionId function, const Arrival &arrival);
  Decision enterUnrecorded(FunctionId function, const Arrival &arrival);
  Decision enterNatural(FunctionId function, const Arrival &arrival);
  /// Returns at once from a function that was just entered. The first overload
  /// is for calls without an invocation of the trace.
  Decision skip(FunctionId function, const Arrival &arrival);
  Decision skip(InvocationId invocation, const Arrival &arrival);
  Decision atExit(Activation &activation, uint64_t pc);
  Decision dispatch(Activation &activation, uint64_t pc);
  Decision leave(const Activation &activation);
  /// Returns the last executed event of the activation, unless its end has been
  /// reported already.
  std::optional<EventIndex> latestEvent(const Activation &activation) const;
  /// Adds to `decision` the poison for what the events of the activation from
  /// the next one up to `position` would have written. `inFrame` says whether
  /// its own frame is poisoned, too.
  void poisonSkipped(Decision &decision, const Activation &activation,
                     size_t position, bool inFrame);
  void poisonRest(Decision &decision, const Activation &activation);
  /// `inFrame` says whether the frame of the top activation is poisoned, too.
  void poison(Decision &decision, SkippedStores::Found stores,
              bool inFrame) const;
  std::optional<uint64_t> frameOf(InvocationId invocation, bool inFrame) const;
  /// Leaves a function that never returns. That is possible for main only,
  /// since main is called by libc; any other function is a divergence.
  Decision leaveWithoutEpilogue(FunctionId function, uint64_t entrySP,
                                bool frameIsSetUp) const;
  bool leadsToExitHook(const Decision &decision, FunctionId function) const;
  /// Whether the recording computed a return value that this run did not
  /// compute.
  bool returnIsSkipped(const Activation &activation) const;

  std::optional<InvocationId> matchCall(FunctionId function);
  /// Returns the position of the next included event from `from` on, or none.
  std::optional<size_t> nextIncluded(InvocationId invocation,
                                     size_t from) const;
  Decision diverge(FunctionId function, Diverged::Reason reason) const;

  const UnitTable &table;
  const Trace &trace;
  const EventSet &included;
  Policy policy;
  SkippedStores skippedStores;
  uint32_t heapLimit = 0; ///< The result of ComputedStores::heapLimit.
  ActivationStack stack;
  CallOrdinals rootCalls; ///< Calls without a traced caller.
  std::optional<EventIndex> lastEvent;
  uint64_t executed = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_FLOW_DISPATCHER_H
