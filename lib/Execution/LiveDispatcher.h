//===- LiveDispatcher.h - Live flow -----------------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The semantics of runs in live flow, as a state machine over hooks and
// registers. Engines drive it or, where they are faster, are checked against
// it.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_EXECUTION_LIVEDISPATCHER_H
#define PINSTRIPE_LIB_EXECUTION_LIVEDISPATCHER_H

#include "HookHandler.h"
#include "pinstripe/Execution/LiveChange.h"

namespace pinstripe {

/// Each arrival at the entry of a unit is an event, as in a recording, and
/// counts once even if it is sent elsewhere.
class LiveDispatcher : public HookHandler {
public:
  /// `eventLimit` 0: none. The table must outlive the dispatcher. One run each.
  LiveDispatcher(const UnitTable &table, llvm::ArrayRef<LiveChange> changes,
                 uint64_t eventLimit)
      : table(table), changes(changes.vec()), eventLimit(eventLimit) {}

  Decision arrive(const HookPoint &hook, const Arrival &arrival) override;
  void arriveAtExitFunction(uint64_t sp) override {}
  uint64_t eventsExecuted() const override { return executed; }
  std::optional<EventIndex> currentEvent() const override;
  /// The entry of the current event, executed or not.
  EntryId currentEntry() const { return current; }
  /// As RunResult::forcedValue.
  std::optional<bool> forcedValue() const { return forced; }

private:
  /// A unit is being executed that is changed: control has not arrived anywhere
  /// in its frame since.
  struct Pending {
    FunctionId function{};
    uint64_t fp = 0;
    const LiveChange *change = nullptr;
  };

  Decision enter(const HookPoint &hook, const Arrival &arrival);
  Decision arriveAt(FlowTarget place, const HookPoint &hook,
                    const Arrival &arrival);
  Decision decide(OperandId id, const HookPoint &hook, const Arrival &arrival);
  const LiveChange *changeOf(OperandId id, const HookPoint &hook,
                             const Arrival &arrival) const;
  bool isPendingIn(const HookPoint &hook, const Arrival &arrival) const;
  Decision leave(FunctionId id) const;
  Decision goTo(FlowTarget next, FunctionId function) const;
  bool isCurrent(const LiveChange &change) const;
  bool isAsKnown(EntryId entry) const;
  const LiveChange *changeOf(EntryId entry) const;

  const UnitTable &table;
  std::vector<LiveChange> changes;
  uint64_t eventLimit;
  uint64_t executed = 0;
  EntryId current{};
  std::optional<Pending> pending;
  std::optional<bool> forced;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_LIVEDISPATCHER_H
