// Finds groups of elements that a reduction may be able to remove as a whole.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements are the parts of a run that a reduction removes. A test that removes
// a large group saves many tests of single elements.

#ifndef PINSTRIPE_DRIVER_REDUCE_COARSEGROUPS_H
#define PINSTRIPE_DRIVER_REDUCE_COARSEGROUPS_H

#include "pinstripe/Driver/Reduce/ElementMap.h"
#include "pinstripe/Reduction/ElementGroup.h"

namespace pinstripe {

/// The smallest number of elements (removable parts of the run) in a group. A
/// group of fewer elements would save no tests, since the reduction algorithm
/// needs no more tests to remove its elements one by one. In long traces,
/// groups must have more elements.
inline constexpr size_t smallestGroup = 3;
/// The largest size in bytes of all groups together. If all groups together
/// would be larger, only the largest groups are used.
inline constexpr uint64_t maxGroupMemory = uint64_t(1) << 28;
/// The largest number of events in a trace for which groups are made. For a
/// longer trace, the lists from which groups are made would take too much
/// memory.
inline constexpr size_t largestGroupedTrace = size_t(1) << 24;

/// Returns groups of elements that may be removable as a whole. If the elements
/// are events, the label of a group means:
/// - "conditions": all conditions, or all conditions that make no calls, or the
///   conditions of one function that make no calls;
/// - "calls": an event and all events in the calls that this event made;
/// - "loops": the bodies of all iterations of a loop, or of half of the
///   iterations, and so on down to one body;
/// - "statements": all instances of a statement, or half of them, and so on.
///
/// The body of an iteration does not have the condition at the beginning of the
/// iteration, nor the step at its end. Later iterations need these two events.
///
/// The largest groups come first. To remove such a group helps most, and the
/// test executes the fewest events. If groups have the same size, the one that
/// is later in the run comes first.
///
/// There are no groups with fewer than `smallest` elements, since the reduction
/// algorithm finds these. There are also no groups that are small parts of a
/// trace of millions of events. Traces longer than `largestGroupedTrace` have
/// no groups.
///
/// If the elements are statements, "conditions" are all conditions, and
/// "functions" are all statements of a function. If the elements are
/// invocations, "calls" are an invocation and all invocations in it, and
/// "functions" are all invocations of a function.
std::vector<ElementGroup> coarseGroups(const UnitTable &table,
                                       const Trace &trace,
                                       const ElementMap &elements,
                                       size_t smallest = smallestGroup);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_REDUCE_COARSEGROUPS_H
