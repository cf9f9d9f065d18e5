// Remembers runs that ended early, to know how other runs will end.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_REDUCE_EARLYENDINGS_H
#define PINSTRIPE_DRIVER_REDUCE_EARLYENDINGS_H

#include "pinstripe/Program/UnitTable.h"
#include "pinstripe/Result/KeptReason.h"
#include "pinstripe/Trace/Trace.h"

namespace pinstripe {

/// Returns the event (execution of a statement) that was being executed in the
/// innermost traced call when a run ended early. A run ends early if it
/// crashes, if a condition decides otherwise than recorded, or if a call was
/// not recorded. The outcome of such a run does not depend on whether later
/// events of this call are skipped. Returns nullopt if the run ended in another
/// way, or if the event is not known.
std::optional<EventIndex> eventAtEarlyEnd(const Ending &ending);

/// Remembers partial executions that ended early: before they came to all of
/// their events, they crashed, a condition decided otherwise than recorded, or
/// they made a call that was not recorded. Another partial execution may
/// execute the same events up to that moment. It then ends in the same way, so
/// it need not be made.
///
/// This is exact for the following reasons. A run looks for the next event to
/// execute only in the current call, and only when the event before is over. It
/// enters a recorded call only during the event that made this call. So in the
/// middle of an event, it has not yet looked for any later event of this call,
/// or of a caller. Only one thing can happen in another order than recorded: an
/// event can call several functions in a new order. Then all events of these
/// calls count as looked at. In guarded flow, where conditions must decide as
/// recorded, a run also depends on the first skipped event that allocates or
/// releases memory: heap blocks are filled with a pattern only if they were
/// allocated before this event. But if this event comes after the early end,
/// the run has not yet used any block for which this makes a difference.
///
/// All this holds only if the calls of the recorded run are nested in each
/// other. If they are not, because of threads or coroutines, nothing is
/// remembered.
///
/// This saves tests where a reduction removes events that are far apart, such
/// as all instances of a statement, or a decision with all events that depend
/// on it. If such a run ends soon after the first skipped event, it would also
/// end if only that event were skipped. In guarded flow 0.4 to 5 % of the tests
/// are saved, in trace flow next to none.
class EarlyEndings {
public:
  /// `trace` and `table` must outlive this object. `table` serves to find
  /// `main`; null if it is not known. Without a table, runs that end during
  /// `main` are not remembered if the recorded run called other functions
  /// without a recorded caller later.
  EarlyEndings(const Trace &trace, const UnitTable *table)
      : trace(trace), table(table) {}

  /// Announces that most of the next runs will execute a subset of the events
  /// in `best`. `find` compares a run with a remembered run only if both first
  /// differ from `best` at the same event.
  void focus(const EventSet &best);
  /// Remembers a run of the events `included` that ended early, during the
  /// event `during` (see eventAtEarlyEnd). `tested` is the outcome of the run.
  void add(const EventSet &included, EventIndex during,
           const KeptReason &tested);
  /// If a run of the events `included` is certain to end in the same way as a
  /// remembered run, returns its outcome; otherwise null. The pointer is valid
  /// until the next call of `focus` or `add`.
  const KeptReason *find(const EventSet &included) const;

  /// Returns the number of an event such that neither this event nor a later
  /// one had any influence on a run that ended early, during the event
  /// `during`. Returns nullopt if no such number is known.
  std::optional<size_t> endOfDecisive(EventIndex during);

private:
  /// Identifies which of the events before the event number `end` were
  /// executed. The executed events are an array of bits: `hash` is the hash of
  /// the whole words before `end`, and `rest` has the bits between these words
  /// and `end`.
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
  /// The set of events that was last passed to `focus`.
  EventSet best;
  /// The remembered runs, by the first event in which they differ from `best`.
  std::map<size_t, std::vector<Ended>> endings;
  /// True if the calls of the recorded run are nested; nullopt until this was
  /// checked.
  std::optional<bool> areNested;
};

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_REDUCE_EARLYENDINGS_H
