// Finds out where control can go from each entry of a statement unit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The result tells which statements can come after a skipped statement, and
// which places in memory keep their old values because of the skip.

#ifndef PINSTRIPE_LIB_PROGRAM_UNITS_FLOWFINDER_H
#define PINSTRIPE_LIB_PROGRAM_UNITS_FLOWFINDER_H

#include "Units/EntryFinder.h"

namespace pinstripe {

/// Finds out where control can go from each entry in `model` (an address at
/// which control enters a statement). Stores the result in UnitEntry::flow. The
/// addresses in the result are addresses in the module's file, before loading.
void findFlow(const FunctionCode &code, const FrameLayout &frame,
              FunctionModel &model);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_UNITS_FLOWFINDER_H
