// Decides at each hook what happens next in trace flow, which forces the
// recorded decisions, and in guarded flow, which checks the program's own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The class Dispatcher defines what a partial execution is, as a state machine
// over hooks and registers; lib/Execution/README.md has its table of
// transitions. The LLDB engine uses this class; the native engine has its own
// implementation, which is checked against this one.

#ifndef PINSTRIPE_LIB_EXECUTION_FLOW_DISPATCHER_H
#define PINSTRIPE_LIB_EXECUTION_FLOW_DISPATCHER_H

#include "Flow/ActivationStack.h"
#include "Flow/HookHandler.h"
#include "Flow/SkippedStores.h"

namespace pinstripe {

/// In trace flow, the included events of each invocation are executed one after
/// the other, in recorded order, whatever the conditions evaluate to. Calls are
/// matched with the recorded invocations of the calling event, by function and
/// in order. An invocation without included events is not entered at all.
///
/// Guarded flow does the same, but ends the run if an executed condition
/// decides otherwise than in the recording.
class Dispatcher : public HookHandler {
public:
  struct Policy {
    UnrecordedCalls unrecordedCalls = UnrecordedCalls::Diverge;
    /// Maximum number of events that the run may execute; 0 means no limit.
    uint64_t eventLimit = 0;
    /// In guarded flow, the entries of conditions (UnitGraph::conditions).
    /// After an executed condition, control must go to the same place as in the
    /// recording. Null in trace flow.
    const EntrySet *conditions = nullptr;
    /// True if the memory that skipped events would have written is poisoned.
    /// Only guarded flow does so.
    bool poisonSkipped = false;
    /// The stores of the recorded run whose addresses only the recording can
    /// tell, such as stores to elements of arrays. Used if `poisonSkipped` is
    /// true. May be null.
    const ComputedStores *computedStores = nullptr;
  };
  /// Creates a dispatcher for one run. All objects that the arguments refer to
  /// must outlive the dispatcher, except for `policy`.
  Dispatcher(const UnitTable &table, const Trace &trace,
             const EventSet &included, const Policy &policy);

  Decision arrive(const HookPoint &hook, const Arrival &arrival) override;
  void arriveAtExitFunction(uint64_t sp, uint64_t thread) override;
  void noteStart(uint64_t thread) override { stack.startThread(thread); }
  uint64_t eventsExecuted() const override { return executed; }
  std::optional<EventIndex> currentEvent() const override { return lastEvent; }
  std::optional<EventUnderWay> eventUnderWay() const override;

private:
  /// In guarded flow, if the event that this call executed last was a
  /// condition, and control has arrived at another entry or exit than in the
  /// recording, returns a DecidedOtherwise as the ending of the run. Otherwise
  /// returns nullopt.
  std::optional<Ending> decidesOtherwise(const Activation &activation,
                                         const HookPoint &hook) const;
  Decision enter(FunctionId function, const Arrival &arrival);
  Decision enterUnrecorded(FunctionId function, const Arrival &arrival);
  Decision enterNatural(FunctionId function, const Arrival &arrival);
  /// Makes a function that was just entered return at once. The first overload
  /// is for calls that the trace does not have.
  Decision skip(FunctionId function, const Arrival &arrival);
  Decision skip(InvocationId invocation, const Arrival &arrival);
  Decision atExit(Activation &activation, uint64_t pc);
  Decision dispatch(Activation &activation, uint64_t pc);
  Decision leave(const Activation &activation);
  /// Returns the event that this call has executed last; nullopt if it has
  /// executed none, or if Decision::ended has reported the end of the event
  /// already.
  std::optional<EventIndex> latestEvent(const Activation &activation) const;
  /// Adds to `decision` the memory to be poisoned because events of this call
  /// were skipped: the events from the call's next one up to, but without, the
  /// one at `position`. If `inFrame` is true, the call's own frame is poisoned,
  /// too.
  void poisonSkipped(Decision &decision, const Activation &activation,
                     size_t position, bool inFrame);
  void poisonRest(Decision &decision, const Activation &activation);
  /// Adds to `decision` that the memory which `stores` would have written has
  /// to be poisoned. If `inFrame` is false, leaves out stores of
  /// `stores.computed` in the frame of the topmost call.
  void poison(Decision &decision, SkippedStores::Found stores,
              bool inFrame) const;
  std::optional<uint64_t> frameOf(InvocationId invocation, bool inFrame) const;
  /// Leaves a function that never returns and so has no exit. Only main can be
  /// left so: its caller, libc, surely has code after the call. For any other
  /// function the run ends as a divergence.
  Decision leaveWithoutEpilogue(FunctionId function, uint64_t entrySP,
                                bool frameIsSetUp) const;
  bool leadsToExitHook(const Decision &decision, FunctionId function) const;
  /// Returns whether the call executed a return statement with a result in a
  /// register in the recording, but has not done so in this run.
  bool returnIsSkipped(const Activation &activation) const;

  std::optional<InvocationId> matchCall(FunctionId function);
  /// Returns the position, `from` or later, of the first event of the
  /// invocation that is to be executed; nullopt if there is none.
  std::optional<size_t> nextIncluded(InvocationId invocation,
                                     size_t from) const;
  Decision diverge(FunctionId function, Diverged::Reason reason) const;

  const UnitTable &table;
  const Trace &trace;
  const EventSet &included;
  Policy policy;
  SkippedStores skippedStores;
  /// Heap blocks whose ComputedStore::number is not larger than `heapLimit` are
  /// at the same address as in the recording.
  uint32_t heapLimit = 0;
  ActivationStack stack;
  CallOrdinals rootCalls; ///< Counts the calls that have no traced caller.
  std::optional<EventIndex> lastEvent;
  uint64_t executed = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_FLOW_DISPATCHER_H
