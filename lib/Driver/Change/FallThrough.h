// Finds where control falls through to the next case labels of a `switch`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_CHANGE_FALLTHROUGH_H
#define PINSTRIPE_LIB_DRIVER_CHANGE_FALLTHROUGH_H

#include "pinstripe/Analysis/FlowTarget.h"
#include "pinstripe/Analysis/UnitGraph.h"

namespace pinstripe {

/// Describes a place where a `break` may be missing.
struct FallThrough {
  /// The statement from which control falls through to the next group of case
  /// labels.
  EntryId last{};
  /// The first statement of the next group of case labels.
  EntryId first{};
  /// The place after the `switch`, to which a `break` would lead.
  FlowTarget afterSwitch;
};

/// Finds where control can go from one group of case labels of a `switch` to
/// the next. `condition` is the entry of the head of the `switch`: the address
/// at which control enters it. The result is empty if each group falls through
/// or returns. In this case no jump in the machine code shows where the
/// `switch` ends.
std::vector<FallThrough> findFallThroughs(const UnitTable &table,
                                          const UnitGraph &graph,
                                          EntryId condition);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CHANGE_FALLTHROUGH_H
