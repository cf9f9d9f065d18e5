// The kept events of a result, in the order of the run, for `pinstripe replay`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_KEPTEVENTS_H
#define PINSTRIPE_CASE_KEPTEVENTS_H

#include "pinstripe/Trace/InstanceTable.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace pinstripe {

/// The events that a partial execution executes. A user can step from one event
/// to the next, or name an event as reports do.
class KeptEvents {
public:
  /// `table` and `trace` must outlive this object.
  KeptEvents(const UnitTable &table, const Trace &trace, EventSet kept);

  const EventSet &set() const { return kept; }
  llvm::ArrayRef<EventIndex> all() const { return ordered; }
  size_t size() const { return ordered.size(); }
  /// Returns the position of a kept event among the kept ones, from 0 on.
  size_t positionOf(EventIndex event) const;
  /// Returns the `steps`-th kept event after `event`; nullopt if there are
  /// fewer. `event` can be nullopt, for the time before the run: then the first
  /// step leads to the first event.
  std::optional<EventIndex> after(std::optional<EventIndex> event,
                                  size_t steps = 1) const;
  /// Returns the `steps`-th kept event before `event`; nullopt if there are
  /// fewer. `event` can be nullopt, for the end of the run: then the first step
  /// leads to the last event.
  std::optional<EventIndex> before(std::optional<EventIndex> event,
                                   size_t steps = 1) const;

  /// Finds the kept event that a user means by its number, as in "17", or by a
  /// place, as in "sum.c:12#3". A place without an instance means the next kept
  /// event there after `present`; if there is none, the first one there.
  /// Returns a UsageError that names the nearest kept events if there is no
  /// such kept event.
  llvm::Expected<EventIndex> find(llvm::StringRef words,
                                  std::optional<EventIndex> present) const;

  /// Returns which execution of its statement an event is, from 1 on.
  uint32_t instanceOf(EventIndex event) const {
    return instances.instanceOf(event);
  }
  /// Returns the place of an event with its instance: "sum.c:12 #3".
  std::string placeOf(EventIndex event) const;
  /// Returns the place of an event and its source text: "sum.c:12 #3 `a = 1`".
  std::string describe(EventIndex event) const;
  /// Returns the source text of the executed statement.
  llvm::StringRef textOf(EventIndex event) const;
  const StatementUnit &unitOf(EventIndex event) const;

private:
  llvm::Expected<EventIndex> findNumber(uint64_t number) const;
  std::string nearestTo(EventIndex event) const;

  const UnitTable &table;
  const Trace &trace;
  EventSet kept;
  std::vector<EventIndex> ordered;
  InstanceTable instances;
};

} // namespace pinstripe

#endif // PINSTRIPE_CASE_KEPTEVENTS_H
