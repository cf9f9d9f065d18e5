// Decides in a partial execution what happens next at each hook.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hook is an address at which the engine takes control. The class Dispatcher
// defines what a partial execution is, as a state machine over hooks and
// registers. lib/Execution/README.md has the state machine's table of
// transitions. The LLDB engine uses this class. The native engine has its own
// implementation, which is checked against this one.

#ifndef PINSTRIPE_LIB_EXECUTION_FLOW_DISPATCHER_H
#define PINSTRIPE_LIB_EXECUTION_FLOW_DISPATCHER_H

#include "Flow/ActivationStack.h"
#include "Flow/HookHandler.h"
#include "Flow/SkippedStores.h"

namespace pinstripe {

/// In trace flow, each call executes its included events (those that the run
/// does not skip) one after the other, in recorded order. The values of
/// conditions have no influence. The calls that an event makes are matched with
/// the calls that the event made in the recording, by function and in order. A
/// call without included events is not entered at all.
///
/// Guarded flow does the same, but ends the run if an executed condition
/// decides otherwise than in the recording.
class Dispatcher : public HookHandler {
public:
  struct Policy {
    UnrecordedCalls unrecordedCalls = UnrecordedCalls::Diverge;
    /// Maximum number of events that the run may execute; 0 means no limit.
    uint64_t eventLimit = 0;
    /// The entries of all conditions: the addresses at which control enters
    /// them (see UnitGraph::conditions). Guarded flow needs them: after an
    /// executed condition, control must go to the same place as in the
    /// recording. Null in trace flow, which does not check conditions.
    const EntrySet *conditions = nullptr;
    /// True in guarded flow: the memory that skipped events would have written
    /// is filled with the poison pattern. If this memory kept an older value, a
    /// condition could make the right decision by accident.
    bool poisonSkipped = false;
    /// The stores of the recorded run whose addresses are known only from the
    /// recording, such as stores to elements of arrays. If `poisonSkipped` is
    /// true, and the run skips such a store, its memory is filled with the
    /// poison pattern, too. May be null.
    const ComputedStores *computedStores = nullptr;
  };
  /// Creates a dispatcher for one run. It copies `policy`. Everything else that
  /// the arguments refer to must outlive it.
  Dispatcher(const UnitTable &table, const Trace &trace,
             const EventSet &included, const Policy &policy);

  Decision arrive(const HookPoint &hook, const Arrival &arrival) override;
  bool readsFlags() const override { return policy.conditions != nullptr; }
  /// Returns the digest of the processor flags that comparisons have set, see
  /// RunResult::decisions.
  uint64_t decisions() const { return decisionDigest; }
  void arriveAtExitFunction(uint64_t sp, uint64_t thread) override;
  void noteStart(uint64_t thread, uint64_t starter) override {
    stack.startThread(thread, starter);
  }
  std::optional<EventIndex> nextEvent(uint64_t thread) const override;
  uint64_t eventsExecuted() const override { return executed; }
  std::optional<EventIndex> currentEvent() const override { return lastEvent; }
  std::optional<EventUnderWay> eventUnderWay() const override;

private:
  /// Checks in guarded flow whether a condition has decided as in the
  /// recording. Called when control has arrived at `hook`. If the statement
  /// that `activation` executed last is a condition, compares `hook` with the
  /// place to which control went in the recording. Returns the ending of the
  /// run if the places differ. Otherwise adds the flags of the condition to the
  /// digest of decisions, and returns nullopt.
  std::optional<Ending> checkDecision(const Activation &activation,
                                      const HookPoint &hook, uint64_t flags);
  Decision enter(FunctionId function, const Arrival &arrival);
  Decision enterUnrecorded(FunctionId function, const Arrival &arrival);
  Decision enterNatural(FunctionId function, const Arrival &arrival);
  /// The two functions `skip` make a call return as soon as it has begun. The
  /// first one is for a call that the recorded run did not make. The second one
  /// is for a recorded call, if the run skips all of its events.
  Decision skip(FunctionId function, const Arrival &arrival);
  Decision skip(InvocationId invocation, const Arrival &arrival);
  Decision atExit(Activation &activation, uint64_t pc);
  Decision dispatch(Activation &activation, uint64_t pc);
  Decision leave(const Activation &activation);
  /// Returns the event that the call `activation` executed last, as the value
  /// of Decision::ended (the event that has just ended). Returns nullopt if the
  /// call has executed no event, or if the engine was already told that this
  /// event has ended.
  std::optional<EventIndex> latestEvent(const Activation &activation) const;
  /// Adds to `decision` the memory that skipped events of a call would have
  /// written. The engine fills this memory with the poison pattern. The skipped
  /// events begin with the next event of the call, and end before the event
  /// with the index `position`. If `inFrame` is false, the call's own frame is
  /// left out.
  void poisonSkipped(Decision &decision, const Activation &activation,
                     size_t position, bool inFrame);
  void poisonRest(Decision &decision, const Activation &activation);
  /// Adds to `decision` the memory that the skipped stores `stores` would have
  /// overwritten. The engine fills this memory with the poison pattern. If
  /// `inFrame` is false, the frame of the topmost call must keep its content.
  /// Then computed stores to that frame are left out, and `stores.fixed` must
  /// have no stores to that frame.
  void poison(Decision &decision, SkippedStores::Found stores,
              bool inFrame) const;
  std::optional<uint64_t> frameOf(InvocationId invocation, bool inFrame) const;
  /// Makes the program leave a function whose code can't return. This is
  /// possible for main only, because libc surely has code after its call of
  /// main. For any other function, ends the run.
  Decision leaveWithoutEpilogue(FunctionId function, uint64_t entrySP,
                                bool frameIsSetUp) const;
  bool leadsToExitHook(const Decision &decision, FunctionId function) const;
  /// Returns true if the call executed a return statement in the recording, but
  /// not in this run. In this case, the register for the result of the call
  /// does not hold the result.
  bool returnIsSkipped(const Activation &activation) const;

  std::optional<InvocationId> matchCall(FunctionId function);
  /// Searches the recorded events of a call from index `from` on. Returns the
  /// index of the first event that this run executes; nullopt if there is none.
  std::optional<size_t> nextIncluded(InvocationId invocation,
                                     size_t from) const;
  Decision diverge(FunctionId function, Diverged::Reason reason) const;

  const UnitTable &table;
  const Trace &trace;
  const EventSet &included;
  Policy policy;
  SkippedStores skippedStores;
  /// Only heap blocks whose ComputedStore::number is at most this limit are
  /// filled with the poison pattern. Blocks with larger numbers were allocated
  /// after a skipped event that allocates or releases memory, so they may have
  /// other addresses than in the recording.
  uint32_t heapLimit = 0;
  ActivationStack stack;
  /// Numbers the calls that no traced function made, such as the call of main,
  /// for each called function from 0 on. Such a call is matched with the
  /// recorded call of the same function that has the same number.
  CallOrdinals rootCalls;
  std::optional<EventIndex> lastEvent;
  uint64_t executed = 0;
  uint64_t decisionDigest = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_FLOW_DISPATCHER_H
