// Decides in live flow what happens next at each hook.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In live flow the program runs normally, except for some changes. A hook is an
// address at which the engine takes control. lib/Execution/README.md has the
// table of transitions. The LLDB engine uses this class. The native engine has
// its own implementation, which is checked against this one.

#ifndef PINSTRIPE_LIB_EXECUTION_FLOW_LIVEDISPATCHER_H
#define PINSTRIPE_LIB_EXECUTION_FLOW_LIVEDISPATCHER_H

#include "Flow/HookHandler.h"
#include "pinstripe/Execution/LiveChange.h"

namespace pinstripe {

/// Lets the program decide where control goes, except for a list of changes.
/// Each arrival at the beginning of a statement counts as one event, even if a
/// change then sends control elsewhere. A recording counts in the same way, so
/// the events before the first change have the same numbers in the changed run
/// and in the recording.
class LiveDispatcher : public HookHandler {
public:
  /// Creates a dispatcher. `table` must outlive it. If `eventLimit` is 0, the
  /// number of events is not limited.
  LiveDispatcher(const UnitTable &table, llvm::ArrayRef<LiveChange> changes,
                 uint64_t eventLimit)
      : table(table), changes(changes.vec()), eventLimit(eventLimit) {}

  Decision arrive(const HookPoint &hook, const Arrival &arrival) override;
  void arriveAtExitFunction(uint64_t sp, uint64_t thread) override {}
  std::optional<uint64_t> eventsLeft() const override;
  uint64_t eventsExecuted() const override { return executed; }
  std::optional<EventIndex> currentEvent() const override;
  /// Returns the entry of the current event's statement: the address at which
  /// control enters it. An event that a change has omitted counts as current,
  /// too.
  EntryId currentEntry() const { return current; }
  /// Returns the value that was last forced upon an operand of `&&`, `||` or
  /// `?`; nullopt if no operand was forced.
  std::optional<bool> forcedValue() const { return forced; }

private:
  /// A change that has taken effect but is not completed. It is completed when
  /// control next arrives at the beginning of a statement or at the exit of the
  /// function, in the stack frame in which the change has begun.
  struct Pending {
    FunctionId function{};
    uint64_t fp = 0;
    uint64_t thread = 0;
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

#endif // PINSTRIPE_LIB_EXECUTION_FLOW_LIVEDISPATCHER_H
