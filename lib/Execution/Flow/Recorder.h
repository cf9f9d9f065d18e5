// Records the statements that a run executes, and the calls that it makes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Partial executions follow this record.

#ifndef PINSTRIPE_LIB_EXECUTION_FLOW_RECORDER_H
#define PINSTRIPE_LIB_EXECUTION_FLOW_RECORDER_H

#include "Flow/ActivationStack.h"
#include "Flow/HookHandler.h"

namespace pinstripe {

/// Records each arrival at the beginning of a statement as an event, and each
/// arrival at the entry of a function as an invocation (a call). A recorder
/// never changes where control goes. It fills the frames of new calls with a
/// pattern, the poison. A partial execution fills frames in the same way. So if
/// it executes all events, it finds the same bytes in memory as the recorded
/// run.
class Recorder : public HookHandler {
public:
  /// Creates a recorder. `table` must outlive it. `eventLimit` is the largest
  /// number of events that are recorded; 0 means no limit.
  Recorder(const UnitTable &table, uint64_t eventLimit);

  Decision arrive(const HookPoint &hook, const Arrival &arrival) override;
  void arriveAtExitFunction(uint64_t sp, uint64_t thread) override;
  void noteStart(uint64_t thread, uint64_t starter) override {
    stack.startThread(thread, starter);
  }
  std::optional<uint64_t> eventsLeft() const override {
    return eventLimit == 0 ? std::nullopt
                           : std::optional(eventLimit - events.size());
  }
  uint64_t eventsExecuted() const override { return events.size(); }
  std::optional<EventIndex> currentEvent() const override;
  std::optional<EventUnderWay> eventUnderWay() const override;

  /// Returns the trace that was recorded so far and leaves the recorder empty.
  Trace takeTrace();

private:
  Decision enter(const HookPoint &hook, const Arrival &arrival);
  Decision note(Activation &activation, EntryId entry);

  const UnitTable &table;
  uint64_t eventLimit;
  ActivationStack stack;
  EventList events;
  GrowingArray<Invocation> invocations;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_FLOW_RECORDER_H
