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

std::vector<ElementGroup> conditionGroups(const UnitTable &table,
                                          const Trace &trace,
                                          const ElementMap &elements);
std::vector<ElementGroup> callGroups(const UnitTable &table, const Trace &trace,
                                     const ElementMap &elements);
std::vector<ElementGroup> statementGroups(const UnitTable &table,
                                          const Trace &trace,
                                          const ElementMap &elements);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_COARSEGROUPS_H
