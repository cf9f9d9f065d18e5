// Finds where control falls through from one group of case labels to the next.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_CHANGE_FALLTHROUGH_H
#define PINSTRIPE_LIB_DRIVER_CHANGE_FALLTHROUGH_H

#include "pinstripe/Analysis/FlowTarget.h"
#include "pinstripe/Analysis/UnitGraph.h"

namespace pinstripe {

/// A place where a `break` may be missing.
struct FallThrough {
  EntryId last{};         ///< last entry of a group of case labels
  EntryId first{};        ///< first entry of the next group of case labels
  FlowTarget afterSwitch; ///< where a `break` after `last` would lead
};

/// Finds where the machine code of a `switch` can go on from one group of case
/// labels to the next. `condition` is an entry of the head of the `switch`.
/// Returns nothing if all groups fall through or return, since then the code
/// does not show where the `switch` ends.
std::vector<FallThrough> findFallThroughs(const UnitTable &table,
                                          const UnitGraph &graph,
                                          EntryId condition);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CHANGE_FALLTHROUGH_H
