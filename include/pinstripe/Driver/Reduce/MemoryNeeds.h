// Refuses a reduction that would take more memory than is free.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The need is estimated from the numbers of events and calls of the run.

#ifndef PINSTRIPE_DRIVER_REDUCE_MEMORYNEEDS_H
#define PINSTRIPE_DRIVER_REDUCE_MEMORYNEEDS_H

#include "pinstripe/Case/Lanes.h"
#include "pinstripe/Driver/Reduce/CoarseGroups.h"
#include "llvm/Support/Error.h"
#include <algorithm>

namespace pinstripe {

// The estimates in this file are measurements, rounded up. They do not include
// the memory of the trace itself. For example, a run of 10^8 events and 10^7
// calls needs 1 GiB if it is reduced by statement. Each thread that makes runs
// needs 700 MiB more.

/// Returns how many bytes of memory a reduction takes if it makes one run at a
/// time. Counts the sets of events, and the tables for reports.
constexpr uint64_t reductionMemory(uint64_t events, uint64_t invocations,
                                   Granularity granularity,
                                   Flow flow = Flow::Trace) {
  uint64_t engine = laneMemory(events, invocations);
  // Guarded flow, where conditions must decide as recorded, uses three poisons
  // (patterns that are written into unset memory), and needs the engine's
  // tables for each of them. It also needs a tree of the decisions and calls
  // that led to each event, and a tree of the elements.
  if (flow == Flow::Guarded)
    engine = 3 * engine + ControlTree::bytesFor(events) + 8 * events;
  if (granularity == Granularity::Statement)
    return engine + 2 * events;
  // The most memory that groups of elements take (see CoarseGroups.h). A run of
  // 10^7 events in a single loop reaches this bound.
  uint64_t groups = std::min(48 * events, maxGroupMemory);
  return engine + 24 * events + groups;
}

/// Returns a TargetError if the machine does not have enough memory for the
/// reduction.
llvm::Error checkMemory(const Trace &trace, Granularity granularity, Flow flow,
                        uint64_t available);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_REDUCE_MEMORYNEEDS_H
