// Finds the structure of a run: what made an event happen, and the iterations
// of its loops.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REDUCE_RUNSTRUCTURE_H
#define PINSTRIPE_LIB_DRIVER_REDUCE_RUNSTRUCTURE_H

#include "pinstripe/Analysis/ControlTree.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace pinstripe {

/// Returns the event that made the call in which the given event happened. If
/// that call was made by the prologue of a function (a prologue is not an
/// event), returns the event that called this function.
std::optional<EventIndex> callOf(const Trace &trace, EventIndex event);

/// Returns the given events together with all events that they need in order to
/// happen. These are the events that made the calls or, with a control tree,
/// all decisions and calls that lead to them. `control` is null in trace flow.
EventSet withCauses(EventSet events, const Trace &trace,
                    const ControlTree *control);

/// Returns the guards among the events `kept`: those that decided whether
/// another event of `kept` happened.
EventSet guardsOf(const EventSet &kept, const ControlTree &control,
                  const Trace &trace);

/// The events of a trace from `begin` to `end` - 1.
struct EventRange {
  uint32_t begin = 0;
  uint32_t end = 0;
};

/// Finds the loops of a run by what it executed: in one call of a function, a
/// loop begins with the first statement that is executed again later, and an
/// iteration begins whenever that statement is executed. Inner loops lie within
/// iterations.
///
/// The body of an iteration is all between its first event, the condition, and
/// its last one, which moves on to the next element. These two do not belong to
/// the body, since later iterations need them. What happened in calls that the
/// body made belongs to it.
///
/// Takes 8 bytes of memory for each statement, and 4 for each event of the call
/// that is being looked at.
class LoopFinder {
public:
  LoopFinder(const UnitTable &table, const Trace &trace);

  /// Calls `found` for each loop of each call, inner loops first, with the
  /// bodies of its iterations. Looks for inner loops only in iterations for
  /// which `mayHoldLoops` returns true. Its argument is the range from the
  /// first event of an iteration to the first event of the next.
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
  /// For each event of the call that is being looked at, the next event of the
  /// same statement; the number of events if there is no such event.
  std::vector<uint32_t> nextInstance;
  /// Used while `findNextInstances` goes backwards through the trace: for each
  /// statement, its event that was found last, and the call of that event.
  std::vector<std::pair<uint32_t, uint32_t>> nextOfUnit;
};

/// Returns for each event the first event of its iteration. This is the
/// innermost iteration whose body contains the event, even if the event is in a
/// function that the body called. For an event outside of loops, returns the
/// event itself.
GrowingArray<uint32_t> iterationParts(const UnitTable &table,
                                      const Trace &trace);

/// Returns for each event the first event of its invocation (the call in which
/// it happened).
GrowingArray<uint32_t> invocationParts(const Trace &trace);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REDUCE_RUNSTRUCTURE_H
