// Finds the iterations of loops in a recorded run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REDUCE_LOOPFINDER_H
#define PINSTRIPE_LIB_DRIVER_REDUCE_LOOPFINDER_H

#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace pinstripe {

/// The events begin .. end-1 of the trace.
struct EventRange {
  uint32_t begin = 0;
  uint32_t end = 0;
};

/// Finds loops from what the run did: a loop begins with the first unit of an
/// invocation that occurs again, and iterates whenever that unit occurs. Inner
/// loops lie within the iterations.
///
/// The body of an iteration lies between its first event, the condition, and
/// its last one, which moves on to the next element. Later iterations need
/// these two. The body includes what happened in calls that it made.
///
/// Takes 8 bytes for each unit, and 4 for each event of the current invocation.
class LoopFinder {
public:
  LoopFinder(const UnitTable &table, const Trace &trace);

  /// Calls `found` with the bodies of each loop of the invocation, inner loops
  /// first. An iteration, from its first event to that of the next one, is
  /// searched for inner loops only if `mayHoldLoops` returns true.
  void run(InvocationId id,
           llvm::function_ref<bool(EventRange iteration)> mayHoldLoops,
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
  /// the same unit, or the number of events.
  std::vector<uint32_t> nextInstance;
  /// The next instance of each unit and its invocation, while
  /// `findNextInstances` goes backwards.
  std::vector<std::pair<uint32_t, uint32_t>> nextOfUnit;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REDUCE_LOOPFINDER_H
