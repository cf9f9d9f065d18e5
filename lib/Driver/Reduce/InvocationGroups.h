// Finds groups of elements if elements are invocations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REDUCE_INVOCATIONGROUPS_H
#define PINSTRIPE_LIB_DRIVER_REDUCE_INVOCATIONGROUPS_H

#include "pinstripe/Driver/Reduce/ElementMap.h"
#include "pinstripe/Reduction/ElementGroup.h"

namespace pinstripe {

/// Returns groups of invocations with the labels
///  - "calls": an invocation and all that happened in the calls that it made;
///  - "functions": all invocations of a function.
/// The groups have no order. None has fewer than `smallest` elements, and there
/// are no more than there is room for.
std::vector<ElementGroup> groupsOfInvocations(const Trace &trace,
                                              const ElementMap &elements,
                                              size_t smallest,
                                              size_t roomForElements);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REDUCE_INVOCATIONGROUPS_H
