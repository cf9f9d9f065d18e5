// Finds groups of elements that may be removable as a whole.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements are the parts of a run that a reduction removes. To remove a large
// group in one test saves many tests of single elements.

#ifndef PINSTRIPE_DRIVER_REDUCE_COARSEGROUPS_H
#define PINSTRIPE_DRIVER_REDUCE_COARSEGROUPS_H

#include "pinstripe/Driver/Reduce/ElementMap.h"
#include "pinstripe/Reduction/ElementGroup.h"

namespace pinstripe {

/// The smallest number of elements in a group. Smaller groups would save no
/// tests, since the reduction algorithm itself finds them in as many tests.
/// Long traces have a larger minimum, because groups of three elements would
/// save no tests there either.
inline constexpr size_t smallestGroup = 3;
/// The largest size in bytes of all groups together. If all groups would need
/// more memory, only the largest groups are used.
inline constexpr uint64_t maxGroupMemory = uint64_t(1) << 28;
/// The largest number of events of a trace for which groups are made. In longer
/// traces, the lists from which groups are made would take too much memory.
inline constexpr size_t largestGroupedTrace = size_t(1) << 24;

/// Returns groups of elements that may be removable as a whole. The label of a
/// group says which events the group stands for:
/// - "conditions": all conditions; or all conditions that make no calls; or the
///   conditions of one function that make no calls;
/// - "calls": an event and all events in the calls that this event made;
/// - "loops": the bodies of all iterations of a loop, or of half of the
///   iterations, and so on down to one body;
/// - "statements": all instances of a statement, or half of them, and so on.
///
/// The condition that begins an iteration, and the step to the next iteration
/// that ends it, are not part of the body. Later iterations need these two
/// events.
///
/// The largest groups come first: to remove such a group helps most, and a test
/// without such a group executes the fewest events. If groups have the same
/// size, the latest group in the run comes first. Groups with fewer than
/// `smallest` elements are left to the reduction algorithm, and so are small
/// parts of a trace of millions of events. Traces longer than
/// `largestGroupedTrace` have no groups.
///
/// If elements are statements, "conditions" are all conditions, and "functions"
/// are all statements of a function. If elements are invocations, "calls" are
/// an invocation and all invocations in it, and "functions" are all invocations
/// of a function.
std::vector<ElementGroup> coarseGroups(const UnitTable &table,
                                       const Trace &trace,
                                       const ElementMap &elements,
                                       size_t smallest = smallestGroup);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_REDUCE_COARSEGROUPS_H
