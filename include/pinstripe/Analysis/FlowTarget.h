//===- FlowTarget.h - Where control can go from a unit ----------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_ANALYSIS_FLOWTARGET_H
#define PINSTRIPE_ANALYSIS_FLOWTARGET_H

#include "pinstripe/Program/UnitTable.h"
#include <optional>

namespace pinstripe {

/// Where control can go from a unit.
struct FlowTarget {
  /// None: the end of the function.
  std::optional<EntryId> entry = {};
  bool operator==(const FlowTarget &) const = default;
};

} // namespace pinstripe

#endif // PINSTRIPE_ANALYSIS_FLOWTARGET_H
