// Describes where control can go from a statement unit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In some runs Pinstripe switches a condition: it sends control to a target
// that the condition did not choose. Such runs need this description.

#ifndef PINSTRIPE_ANALYSIS_FLOWTARGET_H
#define PINSTRIPE_ANALYSIS_FLOWTARGET_H

#include "pinstripe/Program/UnitTable.h"
#include <optional>

namespace pinstripe {

/// A place to which control can go from a statement unit.
struct FlowTarget {
  /// The entry of the next statement unit (the address at which control enters
  /// it); nullopt if control leaves the function.
  std::optional<EntryId> entry = {};
  bool operator==(const FlowTarget &) const = default;
};

} // namespace pinstripe

#endif // PINSTRIPE_ANALYSIS_FLOWTARGET_H
