// Finds the statement units that must always be executed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_UNITS_PINNEDUNITS_H
#define PINSTRIPE_LIB_PROGRAM_UNITS_PINNEDUNITS_H

#include "Units/CodeOwners.h"

namespace pinstripe {

/// Pins the units of a function whose code must not be skipped: it calls a
/// function such as setjmp or fork, or it moves the stack pointer by an amount
/// that only the run knows. `owners` has the owner of each instruction. If a
/// unit is pinned already, its reason stays the same.
void pinUnits(const FunctionCode &code, llvm::ArrayRef<CodeOwner> owners,
              UnitTable &table);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_UNITS_PINNEDUNITS_H
