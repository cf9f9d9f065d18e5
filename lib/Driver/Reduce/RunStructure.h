// The structure of a run: what made an event happen, and the iterations of its
// loops.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REDUCE_RUNSTRUCTURE_H
#define PINSTRIPE_LIB_DRIVER_REDUCE_RUNSTRUCTURE_H

#include "pinstripe/Analysis/ControlTree.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace pinstripe {

/// Returns the event that called the invocation of an event. If a prologue made
/// the call, that is the event that called the caller.
std::optional<EventIndex> callOf(const Trace &trace, EventIndex event);

/// Adds all events that must be executed for these to happen: their calls, or
/// the decisions and calls in a control tree. `control` is null in trace flow.
EventSet withCauses(EventSet events, const Trace &trace,
                    const ControlTree *control);

/// Returns the events of `kept` that decided that others of `kept` happen.
EventSet guardsOf(const EventSet &kept, const ControlTree &control,
                  const Trace &trace);

/// The events begin .. end-1 of the trace.
struct EventRange {
  uint32_t begin = 0;
  uint32_t end = 0;
};

/// Finds loops from what the run did: a loop begins with the first unit of an
/// invocation that occurs again, and an iteration begins whenever that unit
/// occurs. Inner loops lie within the iterations.
///
/// The body of an iteration lies between its first event, the condition, and
/// its last one, which moves on to the next element. Later iterations need
/// these two. The body includes what happened in calls that it made.
///
/// Takes 8 bytes for each unit, and 4 for each event of the current invocation.
class LoopFinder {
public:
  LoopFinder(const UnitTable &table, const Trace &trace);

  /// Calls `found` with the bodies of each loop of each invocation, inner loops
  /// first. An iteration, from its first event to that of the next one, is
  /// searched for inner loops only if `mayHoldLoops` returns true.
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
  /// For each event of the current invocation, the index of the next event of
  /// the same unit, or the number of events if there is no next one.
  std::vector<uint32_t> nextInstance;
  /// For each unit, its next instance and the invocation of that, while
  /// `findNextInstances` goes backwards.
  std::vector<std::pair<uint32_t, uint32_t>> nextOfUnit;
};

/// Returns for each event the first event of the innermost iteration with the
/// event in its body or in calls of the body. An event outside of loops is
/// returned itself.
GrowingArray<uint32_t> iterationParts(const UnitTable &table,
                                      const Trace &trace);

/// Returns for each event the first event of its invocation.
GrowingArray<uint32_t> invocationParts(const Trace &trace);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REDUCE_RUNSTRUCTURE_H
