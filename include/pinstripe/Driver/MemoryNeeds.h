//===- MemoryNeeds.h - Whether a reduction fits into memory -----*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_DRIVER_MEMORYNEEDS_H
#define PINSTRIPE_DRIVER_MEMORYNEEDS_H

#include "pinstripe/Driver/CoarseGroups.h"
#include "pinstripe/Execution/LaunchSpec.h"
#include "llvm/Support/Error.h"
#include <algorithm>

namespace pinstripe {

// Bytes beside the trace itself, as measured, rounded up. A run of 10^8 events
// with 10^7 calls takes 2 GiB to be reduced by statement, and 1 GiB a lane.

/// What an engine keeps of a trace to execute parts of it.
constexpr uint64_t laneMemory(uint64_t events, uint64_t invocations) {
  return 5 * events + 44 * invocations;
}

/// What a reduction takes with one lane: sets of events, and what reports look
/// up.
constexpr uint64_t reductionMemory(uint64_t events, uint64_t invocations,
                                   Granularity granularity,
                                   Flow flow = Flow::Trace) {
  uint64_t engine = laneMemory(events, invocations);
  // Over three kinds of garbage, and the tree of elements.
  if (flow == Flow::Guarded)
    engine = 3 * engine + ControlTree::bytesFor(events) + 8 * events;
  if (granularity == Granularity::Statement)
    return engine + 8 * events;
  // A run of 10^7 events in a single loop fills the room for groups.
  uint64_t groups = std::min(48 * events, mostGroupMemory);
  return engine + 24 * events + groups;
}

/// A TargetError before a reduction for which there is not enough memory.
llvm::Error checkMemory(const Trace &trace, Granularity granularity, Flow flow,
                        uint64_t available);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_MEMORYNEEDS_H
