// Remembers runs that ended early, and tells for which other runs the same is
// certain.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_REDUCE_EARLYENDINGS_H
#define PINSTRIPE_DRIVER_REDUCE_EARLYENDINGS_H

#include "pinstripe/Program/UnitTable.h"
#include "pinstripe/Result/KeptReason.h"
#include "pinstripe/Trace/Trace.h"

namespace pinstripe {

/// Returns the event that the innermost traced call was executing when a
/// partial execution crashed, decided otherwise than recorded, or made a call
/// that was not recorded. At that time, the run had not looked yet for a later
/// event of that call. Returns nullopt if the run ended in another way, or if
/// the event is not known.
std::optional<EventIndex> eventAtEarlyEnd(const Ending &ending);

/// Remembers partial executions that ended early: they crashed, decided
/// otherwise than recorded, or made a call that was not recorded, before they
/// came to all of their events. Another partial execution that executes the
/// same events up to there is the same run up to there. So it ends in the same
/// way, and need not be made.
///
/// This is exact, for these reasons. A run looks for the next event to execute
/// only in the call that it is in, and only when the event before is over. It
/// enters a recorded call only during the event that made this call. So while
/// it is in the middle of an event, it has looked neither for a later event of
/// this call, nor for one that any of the callers executes later. Only one
/// thing can happen in another order than recorded: one event can make calls of
/// several functions in a new order. Then all that this event has called
/// counts as looked at. In guarded flow, a run also depends on which event that
/// allocates memory is the first to be skipped. But if that is a later event,
/// the run has not used any block that it concerns.
///
/// All this holds only if the calls of the recorded run are nested in each
/// other. If they are not, because of threads or coroutines, nothing is
/// remembered.
///
/// A reduction needs this where it removes events that do not follow each
/// other, such as all instances of a statement, or a decision with all that
/// depends on it. If the run ends soon after the first skipped event, it would
/// also end if only that event was skipped. In guarded flow this saves 0.4 to 5
/// % of the tests, in trace flow next to none.
class EarlyEndings {
public:
  /// `trace` and `table` must outlive this object. `table` may be null. Then
  /// nothing is remembered of runs in which functions without a recorded caller
  /// are called after `main`.
  EarlyEndings(const Trace &trace, const UnitTable *table)
      : trace(trace), table(table) {}

  /// Says that most of the next runs will execute a subset of the events in
  /// `best`. If the run of these events is not known to end early, runs are
  /// found by the first event in which they differ from it.
  void focus(const EventSet &best);
  /// Remembers a run of the events `included`. It ended early during the event
  /// `during` (see eventAtEarlyEnd). `tested` is what came of it.
  void add(const EventSet &included, EventIndex during,
           const KeptReason &tested);
  /// Returns what would come of a run of the events `included`, if it is
  /// certain to end like one that is remembered; otherwise null. The pointer is
  /// valid until the next call of `focus` or `add`.
  const KeptReason *find(const EventSet &included) const;

  /// Returns the end of the events on which a run depends that ended during the
  /// event `during`. Whether later events were to be executed made no
  /// difference. Returns nullopt if nothing can be said.
  std::optional<size_t> endOfDecisive(EventIndex during);

private:
  /// The first events of a run: a hash of the whole words of its set of events,
  /// and the bits of the next word up to `end`.
  struct Beginning {
    size_t end;
    std::pair<uint64_t, uint64_t> hash;
    uint64_t rest;
    bool operator==(const Beginning &) const = default;
  };
  struct Ended {
    Beginning beginning;
    KeptReason tested;
  };

  static Beginning beginningOf(const EventSet &events, size_t end);
  bool callsAreNested();
  std::optional<EventIndex> nextInCall(EventIndex event) const;
  bool hasLaterSibling(InvocationId call) const;
  bool isMain(InvocationId call) const;

  const Trace &trace;
  const UnitTable *table;
  /// The set that was passed to `focus` last.
  EventSet best;
  /// Remembered runs by the first event in which they differ from `best`.
  std::map<size_t, std::vector<Ended>> endings;
  /// Whether the calls of the recorded run are nested. Nullopt as long as
  /// nobody has asked.
  std::optional<bool> areNested;
};

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_REDUCE_EARLYENDINGS_H
