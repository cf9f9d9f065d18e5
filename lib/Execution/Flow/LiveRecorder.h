// Records a run in live flow, in which the program runs normally except for
// some changes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_EXECUTION_FLOW_LIVERECORDER_H
#define PINSTRIPE_LIB_EXECUTION_FLOW_LIVERECORDER_H

#include "Flow/LiveDispatcher.h"
#include "Flow/Recorder.h"

namespace pinstripe {

/// Lets a LiveDispatcher decide where control goes, and lets a Recorder record
/// the resulting events.
class LiveRecorder : public HookHandler {
public:
  /// Takes the same arguments as the constructor of LiveDispatcher.
  LiveRecorder(const UnitTable &table, llvm::ArrayRef<LiveChange> changes,
               uint64_t eventLimit)
      : table(table), dispatcher(table, changes, eventLimit),
        recorder(table, /*eventLimit=*/0) {}

  Decision arrive(const HookPoint &hook, const Arrival &arrival) override;
  void arriveAtExitFunction(uint64_t sp, uint64_t thread) override {
    recorder.arriveAtExitFunction(sp, thread);
  }
  void noteStart(uint64_t thread, uint64_t starter) override {
    recorder.noteStart(thread, starter);
  }
  std::optional<uint64_t> eventsLeft() const override {
    return dispatcher.eventsLeft();
  }
  uint64_t eventsExecuted() const override {
    return dispatcher.eventsExecuted();
  }
  std::optional<EventIndex> currentEvent() const override {
    return dispatcher.currentEvent();
  }
  std::optional<bool> forcedValue() const { return dispatcher.forcedValue(); }
  Trace takeTrace() { return recorder.takeTrace(); }

private:
  void noteOmitted(FunctionId function, const Arrival &arrival);

  const UnitTable &table;
  LiveDispatcher dispatcher;
  Recorder recorder;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_FLOW_LIVERECORDER_H
