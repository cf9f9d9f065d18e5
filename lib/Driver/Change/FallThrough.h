// Finds where control falls through from one group of case labels to the next.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_CHANGE_FALLTHROUGH_H
#define PINSTRIPE_LIB_DRIVER_CHANGE_FALLTHROUGH_H

#include "pinstripe/Analysis/FlowTarget.h"
#include "pinstripe/Analysis/UnitGraph.h"

namespace pinstripe {

/// A place where a `break` may be missing.
struct FallThrough {
  EntryId last{};         ///< The end of a group of case labels.
  EntryId first{};        ///< The beginning of the next group.
  FlowTarget afterSwitch; ///< Where a `break` would lead.
};

/// Returns the places at which control can go on from one group of case labels
/// of a `switch` to the next, by the machine code. `condition` is an entry of
/// the head of the `switch`. Returns nothing if the code does not show where
/// the `switch` ends: if all groups fall through or return.
std::vector<FallThrough> findFallThroughs(const UnitTable &table,
                                          const UnitGraph &graph,
                                          EntryId condition);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CHANGE_FALLTHROUGH_H
