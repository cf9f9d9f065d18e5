// Finds the structure of a run: which events made an event happen, and the
// iterations of loops.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A reduction uses this to keep the events that a kept event needs, and to
// remove iterations as a whole.

#ifndef PINSTRIPE_LIB_DRIVER_REDUCE_RUNSTRUCTURE_H
#define PINSTRIPE_LIB_DRIVER_REDUCE_RUNSTRUCTURE_H

#include "pinstripe/Analysis/ControlTree.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace pinstripe {

/// Returns the event that made the call in which the given event happened. The
/// prologue of a function is not an event. So if a prologue made the call,
/// returns the event that called the function of the prologue.
std::optional<EventIndex> callOf(const Trace &trace, EventIndex event);

/// Returns the given events together with the events that made them happen: all
/// decisions and calls that lead to them. If `control` is null, as in trace
/// flow (the recording decides), adds only the calls.
EventSet withCauses(EventSet events, const Trace &trace,
                    const ControlTree *control);

/// Returns the guards among the events `kept`: the events that decided whether
/// another event of `kept` happened.
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
/// The body of an iteration has all its events except the first and the last.
/// The first event is the condition, and the last is the step to the next
/// element. They are left out because later iterations need them. Events in
/// functions that the body calls belong to the body.
///
/// Takes 8 bytes of memory for each statement of the program, and 4 for each
/// event of the call that is being searched.
class LoopFinder {
public:
  LoopFinder(const UnitTable &table, const Trace &trace);

  /// Finds the loops in each call of a function, inner loops first. For each
  /// loop, calls `found` with the bodies of its iterations. An iteration is
  /// searched for inner loops only if `mayHoldLoops` returns true for it. The
  /// argument of `mayHoldLoops` is a range of events: from the first event of
  /// the iteration up to, but without, the first event of the next iteration.
  void run(llvm::function_ref<bool(EventRange iteration)> mayHoldLoops,
           llvm::function_ref<void(llvm::ArrayRef<EventRange> bodies)> found);

private:
  struct Search {
    llvm::ArrayRef<EventIndex> events;
    llvm::function_ref<bool(EventRange)> mayHoldLoops;
    llvm::function_ref<void(llvm::ArrayRef<EventRange>)> found;
  };
  void findNextInstances(InvocationId id);
  void search(const Search &parts, size_t begin, size_t end) const;

  const UnitTable &table;
  const Trace &trace;
  /// For each event of the call that is being searched, the next event of the
  /// same statement, as an index in the call. If there is no next event, the
  /// number of events in the call.
  std::vector<uint32_t> nextInstance;
  /// A table for `findNextInstances`, which visits the events of each call
  /// backwards. Holds, for each statement, the event that was visited last, and
  /// the call to which that event belongs. A table element is out of date if it
  /// belongs to a call that is no longer being visited.
  std::vector<std::pair<uint32_t, uint32_t>> nextOfUnit;
};

/// Returns, for each event, the first event of the innermost iteration body
/// that contains it. A body also contains the events in functions that it
/// called. For an event outside of all bodies, returns the event itself.
GrowingArray<uint32_t> iterationParts(const UnitTable &table,
                                      const Trace &trace);

/// Returns for each event the first event of its invocation (the call in which
/// it happened).
GrowingArray<uint32_t> invocationParts(const Trace &trace);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REDUCE_RUNSTRUCTURE_H
