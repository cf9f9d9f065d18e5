// Finds out where control can go from each entry of a statement unit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_UNITS_FLOWFINDER_H
#define PINSTRIPE_LIB_PROGRAM_UNITS_FLOWFINDER_H

#include "Units/EntryFinder.h"

namespace pinstripe {

/// Sets UnitEntry::flow of all entries in `model`. The addresses in the flow
/// are addresses as in the module's file, before loading.
void findFlow(const FunctionCode &code, const FrameLayout &frame,
              FunctionModel &model);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_UNITS_FLOWFINDER_H
