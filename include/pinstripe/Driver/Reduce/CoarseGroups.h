// Finds groups of elements (the parts that a reduction removes) that may be
// removable as a whole.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_REDUCE_COARSEGROUPS_H
#define PINSTRIPE_DRIVER_REDUCE_COARSEGROUPS_H

#include "pinstripe/Driver/Reduce/ElementMap.h"
#include "pinstripe/Reduction/ElementGroup.h"

namespace pinstripe {

/// The smallest number of elements in a group. Smaller groups would save no
/// tests: the reduction algorithm itself finds them in as many tests. In long
/// traces that holds for groups of three, too, so there the minimum is larger.
inline constexpr size_t smallestGroup = 3;
/// The largest size in bytes of all groups together. If they need more memory,
/// only the largest groups are used.
inline constexpr uint64_t maxGroupMemory = uint64_t(1) << 28;
/// The largest number of events of a trace for which groups are made. In longer
/// traces, even the lists of event ranges would take too much memory.
inline constexpr size_t largestGroupedTrace = size_t(1) << 24;

/// Returns groups of elements that may be removable as a whole, with these
/// labels:
///  - "conditions": all conditions, all that make no calls, and those of a
///    function;
///  - "calls": an event and all that happened in the calls that it made;
///  - "loops": the bodies of all iterations of a loop, of each half of them,
///    and so on down to one body. The first event of an iteration, its
///    condition, and the last one, which moves on to the next element, are not
///    part of the body, since later iterations need them;
///  - "statements": all instances of a unit, each half of them, and so on.
///
/// The largest groups come first: a test takes as long as it has events, so
/// removing the most is also the cheapest to try. Of groups of the same size,
/// the latest comes first. Groups with fewer than `smallest` elements are left
/// to the reduction algorithm, and so are small parts of a trace of millions of
/// events. Traces longer than `largestGroupedTrace` have no groups.
///
/// If elements are statements, the groups are "conditions" and "functions": all
/// statements of a function. If elements are invocations, the groups are
/// "calls", an invocation and all that happened in it, and "functions".
std::vector<ElementGroup> coarseGroups(const UnitTable &table,
                                       const Trace &trace,
                                       const ElementMap &elements,
                                       size_t smallest = smallestGroup);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_REDUCE_COARSEGROUPS_H
