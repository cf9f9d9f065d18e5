//===- Recorder.h - Notes the events of a whole run -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_EXECUTION_RECORDER_H
#define PINSTRIPE_LIB_EXECUTION_RECORDER_H

#include "ActivationStack.h"
#include "HookHandler.h"

namespace pinstripe {

/// Never redirects control; each unit entry is an event, each function entry
/// an invocation. Frames are poisoned as in partial executions, so that the
/// full configuration meets the same memory.
class Recorder : public HookHandler {
public:
  /// `eventLimit` 0: none. `table` must outlive the recorder.
  Recorder(const UnitTable &table, uint64_t eventLimit);

  Decision arrive(const HookPoint &hook, const Arrival &arrival) override;
  void arriveAtExitFunction(uint64_t sp) override;
  uint64_t eventsExecuted() const override { return events.size(); }
  std::optional<EventIndex> currentEvent() const override;

  /// What was recorded so far; leaves the recorder empty.
  Trace takeTrace();

private:
  Decision enter(const HookPoint &hook, const Arrival &arrival);
  Decision note(Activation &activation, EntryId entry);

  const UnitTable &table;
  uint64_t eventLimit;
  ActivationStack stack;
  GrowingArray<Event> events;
  GrowingArray<Invocation> invocations;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_RECORDER_H
