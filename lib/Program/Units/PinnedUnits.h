// Finds the statement units that must always be executed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_UNITS_PINNEDUNITS_H
#define PINSTRIPE_LIB_PROGRAM_UNITS_PINNEDUNITS_H

#include "Units/CodeOwners.h"

namespace pinstripe {

/// Pins units, so that they are always executed: those that call a function
/// such as setjmp or fork, and those that move the stack pointer by an amount
/// that is known only at run time. `owners` has the owner (the unit) of each
/// instruction of a function. A unit that is pinned already keeps its reason.
void pinUnits(const FunctionCode &code, llvm::ArrayRef<CodeOwner> owners,
              UnitTable &table);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_UNITS_PINNEDUNITS_H
