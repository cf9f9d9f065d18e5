// Estimates how much memory a reduction takes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_REDUCE_MEMORYNEEDS_H
#define PINSTRIPE_DRIVER_REDUCE_MEMORYNEEDS_H

#include "pinstripe/Case/Lanes.h"
#include "pinstripe/Driver/Reduce/CoarseGroups.h"
#include "llvm/Support/Error.h"
#include <algorithm>

namespace pinstripe {

// These estimates do not include the trace. They were measured and rounded up:
// to reduce a run of 10^8 events and 10^7 calls by statement takes 2 GiB, and 1
// GiB more for each lane.

/// Returns how many bytes of memory a reduction with one lane takes, for sets
/// of events and for tables of reports.
constexpr uint64_t reductionMemory(uint64_t events, uint64_t invocations,
                                   Granularity granularity,
                                   Flow flow = Flow::Trace) {
  uint64_t engine = laneMemory(events, invocations);
  // Guarded flow needs tables for three poisons, the control tree, and a tree
  // of the elements.
  if (flow == Flow::Guarded)
    engine = 3 * engine + ControlTree::bytesFor(events) + 8 * events;
  if (granularity == Granularity::Statement)
    return engine + 8 * events;
  // For a run of 10^7 events in a single loop, groups take all the memory that
  // they may take.
  uint64_t groups = std::min(48 * events, maxGroupMemory);
  return engine + 24 * events + groups;
}

/// Returns a TargetError if the machine does not have enough memory for the
/// reduction.
llvm::Error checkMemory(const Trace &trace, Granularity granularity, Flow flow,
                        uint64_t available);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_REDUCE_MEMORYNEEDS_H
