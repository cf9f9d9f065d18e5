//===- CoarseGroups.h - What may be irrelevant as a whole -------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_DRIVER_COARSEGROUPS_H
#define PINSTRIPE_DRIVER_COARSEGROUPS_H

#include "pinstripe/Driver/ElementMap.h"
#include "pinstripe/Reduction/ElementGroup.h"

namespace pinstripe {

/// Halving finds smaller ones with as many tests; in long traces those of
/// three too.
inline constexpr size_t smallestGroup = 3;
/// Bytes that groups take together; where there are more, the largest.
inline constexpr uint64_t mostGroupMemory = uint64_t(1) << 28;
/// Behind that even the ranges of events are too many.
inline constexpr size_t largestGroupedTrace = size_t(1) << 24;

/// What of a trace is worth removing at once, with the labels
///  - "conditions": all, all that make no calls, and those of a function;
///  - "calls": an event and all that happened in the calls it made;
///  - "loops": the bodies of all iterations of a loop, of each half of them,
///    and so on down to one. A body is what lies between the first event of
///    the iteration, its condition, and the last one, which goes on to the
///    next element: these two stay, for the sake of later iterations;
///  - "statements": all instances of a unit, each half of them, and so on.
///
/// The largest come first: a test takes as long as it has events, so removing
/// most is also the cheapest to try. Of groups of the same size the latest
/// comes first. Groups below `smallest` elements are left to the algorithm,
/// and so is, in traces of millions of events, what makes little of the trace;
/// longer ones than `largestGroupedTrace` have no groups.
///
/// Where elements are statements the groups are "conditions", and "functions":
/// all statements of one. Where they are invocations these are "calls", an
/// invocation and all that happened in it, and "functions".
std::vector<ElementGroup> coarseGroups(const UnitTable &table,
                                       const Trace &trace,
                                       const ElementMap &elements,
                                       size_t smallest = smallestGroup);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_COARSEGROUPS_H
