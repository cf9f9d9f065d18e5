//===- InvocationGroups.h - Groups where elements are calls -----*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_DRIVER_INVOCATIONGROUPS_H
#define PINSTRIPE_LIB_DRIVER_INVOCATIONGROUPS_H

#include "pinstripe/Driver/ElementMap.h"
#include "pinstripe/Reduction/ElementGroup.h"

namespace pinstripe {

/// Where elements are invocations, with the labels
///  - "calls": an invocation and all that happened in the calls it made;
///  - "functions": all invocations of a function.
/// In any order; none of them below `smallest` elements, nor more than there is
/// room for.
std::vector<ElementGroup> groupsOfInvocations(const Trace &trace,
                                              const ElementMap &elements,
                                              size_t smallest,
                                              size_t roomForElements);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_INVOCATIONGROUPS_H
