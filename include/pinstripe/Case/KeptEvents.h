// Holds the kept events of a result in the order of the run, for `pinstripe
// replay`.
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
  /// Returns the position of a kept event in the list of kept events. The
  /// positions begin at 0.
  size_t positionOf(EventIndex event) const;
  /// Returns the event that is `steps` kept events after `event`; nullopt if
  /// there are fewer. If `event` is nullopt, counts from before the run, so
  /// that the first step leads to the first kept event.
  std::optional<EventIndex> after(std::optional<EventIndex> event,
                                  size_t steps = 1) const;
  /// Returns the event that is `steps` kept events before `event`; nullopt if
  /// there are fewer. If `event` is nullopt, counts from after the run, so that
  /// the first step leads to the last kept event.
  std::optional<EventIndex> before(std::optional<EventIndex> event,
                                   size_t steps = 1) const;

  /// Finds the kept event that a user means. The user can give its number, as
  /// in "17", or its place. In a place such as "sum.c:12#3", `#3` stands for
  /// the third execution. If the place has no such number, takes the next kept
  /// event there after `present`. If no such event follows, takes the first
  /// kept event there. If there is no such kept event at all, returns a
  /// UsageError that names the nearest kept events.
  llvm::Expected<EventIndex> find(llvm::StringRef words,
                                  std::optional<EventIndex> present) const;

  /// Returns how many times the statement of the event has been executed up to
  /// the event, including the event itself.
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
