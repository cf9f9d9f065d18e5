// Finds the structure of a run: what made an event happen, and the iterations
// of its loops.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An event is one execution of a statement. If a reduction keeps an event, it
// also keeps the events that made it happen. It can remove an iteration as a
// whole.

#ifndef PINSTRIPE_LIB_DRIVER_REDUCE_RUNSTRUCTURE_H
#define PINSTRIPE_LIB_DRIVER_REDUCE_RUNSTRUCTURE_H

#include "pinstripe/Analysis/ControlTree.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace pinstripe {

/// Returns the event that made the call in which `event` happened. If the call
/// was made by the prologue of a function, which belongs to no event, returns
/// the event that called this function.
std::optional<EventIndex> callOf(const Trace &trace, EventIndex event);

/// Returns the events `events`, together with the calls that lead to them and
/// the decisions in `control` that lead to them. In trace flow `control` is
/// null, since the recording decides what is executed; the result then has no
/// decisions.
EventSet withCauses(EventSet events, const Trace &trace,
                    const ControlTree *control);

/// Returns the guards among the events in `kept`. A guard is an event that
/// decided whether another event of `kept` happened.
EventSet guardsOf(const EventSet &kept, const ControlTree &control,
                  const Trace &trace);

/// The events of a trace from `begin` to `end` - 1.
struct EventRange {
  uint32_t begin = 0;
  uint32_t end = 0;
};

/// Finds the loops of a run from the executed statements. In one call of a
/// function, a loop begins with the first statement that is executed again
/// later. Each execution of that statement begins an iteration. Inner loops lie
/// within iterations.
///
/// The first event of an iteration is the condition of the loop, and the last
/// event is the step to the next element. The body has all events between these
/// two, and the events in functions that the body calls. The condition and the
/// step are not in the body, since later iterations need them.
///
/// Takes 8 bytes of memory for each statement of the program, and 4 for each
/// event of the call that is being searched.
class LoopFinder {
public:
  LoopFinder(const UnitTable &table, const Trace &trace);

  /// Finds the loops in each call of a function, inner loops first. For each
  /// loop, calls `found` with the bodies of its iterations. Searches for inner
  /// loops only in those iterations for which `mayHoldLoops` returns true. Its
  /// argument has all events of the iteration, also the first and the last.
  void run(llvm::function_ref<bool(EventRange iteration)> mayHoldLoops,
           llvm::function_ref<void(llvm::ArrayRef<EventRange> bodies)> found);

private:
  struct Search {
    CallEvents events;
    llvm::function_ref<bool(EventRange)> mayHoldLoops;
    llvm::function_ref<void(llvm::ArrayRef<EventRange>)> found;
  };
  void findNextInstances(InvocationId id);
  void search(const Search &parts, size_t begin, size_t end) const;

  const UnitTable &table;
  const Trace &trace;
  /// For each event of the call that is being searched, the index in this call
  /// of the next event of the same statement; if there is none, the number of
  /// events in the call.
  std::vector<uint32_t> nextInstance;
  /// A table for `findNextInstances`, which visits the events of each call from
  /// the last to the first. For each statement, the table has the last visited
  /// event of the statement, and the call to which this event belongs. If it
  /// belongs to another call than the one that is being visited,
  /// `findNextInstances` ignores it.
  std::vector<std::pair<uint32_t, uint32_t>> nextOfUnit;
};

/// Returns, for each event, the part of the run to which it belongs, given by
/// the first event of the part. A part is the body of one iteration, including
/// the events in functions that the body has called. If several bodies contain
/// an event, it belongs to the innermost one. An event outside of all bodies is
/// a part of its own.
GrowingArray<uint32_t> iterationParts(const UnitTable &table,
                                      const Trace &trace);

/// Returns, for each event, the first event of the call in which it happened.
GrowingArray<uint32_t> invocationParts(const Trace &trace);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REDUCE_RUNSTRUCTURE_H
