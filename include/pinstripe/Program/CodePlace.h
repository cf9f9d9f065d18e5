// Finds the function and the statement to which an address in code belongs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_PROGRAM_CODEPLACE_H
#define PINSTRIPE_PROGRAM_CODEPLACE_H

#include "pinstripe/Program/UnitTable.h"

namespace pinstripe {

/// Returns the traced function to whose code `address` belongs; nullopt if
/// there is none. `address` is a table address: the address in the module's
/// file plus a constant for each module (see UnitTable).
std::optional<FunctionId> functionAt(const UnitTable &table, uint64_t address);

/// Returns an entry of the statement to whose code `address` belongs. An entry
/// is a place at which control enters the statement. Returns nullopt if the
/// address is in no traced function, or before the first statement of its
/// function. `address` is a table address: the address in the module's file
/// plus a constant for each module (see UnitTable).
std::optional<EntryId> entryOfCode(const UnitTable &table, uint64_t address);

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_CODEPLACE_H
