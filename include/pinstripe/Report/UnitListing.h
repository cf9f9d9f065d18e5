// Prints the functions of a program, their statement units, and notes about
// both.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_UNITLISTING_H
#define PINSTRIPE_REPORT_UNITLISTING_H

#include "pinstripe/Program/UnitTable.h"
#include "pinstripe/Report/TextStyle.h"

namespace pinstripe {

/// Prints the units of each function, with the addresses of their entries. Then
/// prints which units were merged, glued, dropped, moved or pinned, and which
/// functions were refused, each with the reason. `function` is the name of a
/// function or the last part of its name; if it is empty, all functions are
/// printed. Returns false if no function has that name.
bool listUnits(const UnitTable &table, llvm::StringRef function,
               TextStyle style, llvm::raw_ostream &stream);

/// Writes what listUnits() prints, as JSON. Returns false if no function has
/// that name.
bool writeUnitsJSON(const UnitTable &table, llvm::StringRef function,
                    llvm::StringRef version, llvm::raw_ostream &stream);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_UNITLISTING_H
