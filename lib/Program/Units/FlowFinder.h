// Finds out where control can go from each entry of a statement unit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// This tells which statements can come after a skipped one, and which places in
// memory keep their old values because it is skipped.

#ifndef PINSTRIPE_LIB_PROGRAM_UNITS_FLOWFINDER_H
#define PINSTRIPE_LIB_PROGRAM_UNITS_FLOWFINDER_H

#include "Units/EntryFinder.h"

namespace pinstripe {

/// Finds out where control can go from each entry in `model`, and stores this
/// in UnitEntry::flow. The addresses in the flow are addresses as in the
/// module's file, before loading.
void findFlow(const FunctionCode &code, const FrameLayout &frame,
              FunctionModel &model);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_UNITS_FLOWFINDER_H
