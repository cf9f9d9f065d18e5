// Prints the program model.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_UNITLISTING_H
#define PINSTRIPE_REPORT_UNITLISTING_H

#include "pinstripe/Program/UnitTable.h"
#include "pinstripe/Report/TextStyle.h"

namespace pinstripe {

/// What `pinstripe units` prints: per function the units with their entries,
/// then everything that was merged, glued, dropped, moved, pinned or refused,
/// and why. `function` picks one by its whole name or last component; empty:
/// all. False if there is no such function.
bool listUnits(const UnitTable &table, llvm::StringRef function,
               TextStyle style, llvm::raw_ostream &stream);

/// The same for programs.
bool writeUnitsJSON(const UnitTable &table, llvm::StringRef function,
                    llvm::StringRef version, llvm::raw_ostream &stream);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_UNITLISTING_H
