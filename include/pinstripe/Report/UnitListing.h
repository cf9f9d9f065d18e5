// Prints the functions of a program, their statement units, and notes about
// them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_UNITLISTING_H
#define PINSTRIPE_REPORT_UNITLISTING_H

#include "pinstripe/Program/UnitTable.h"
#include "pinstripe/Report/TextStyle.h"

namespace pinstripe {

/// Prints the units of each function with their entries; then which units were
/// merged, glued, dropped, moved or pinned, and which functions were refused,
/// and why. `function` is the name of a function or its last part; empty for
/// all functions. Returns false if no function has that name.
bool listUnits(const UnitTable &table, llvm::StringRef function,
               TextStyle style, llvm::raw_ostream &stream);

/// Writes what listUnits() prints, as JSON.
bool writeUnitsJSON(const UnitTable &table, llvm::StringRef function,
                    llvm::StringRef version, llvm::raw_ostream &stream);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_UNITLISTING_H
