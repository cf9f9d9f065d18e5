// Lists the functions of a program, the statements of each, and notes about
// them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_UNITLISTING_H
#define PINSTRIPE_REPORT_UNITLISTING_H

#include "pinstripe/Program/UnitTable.h"
#include "pinstripe/Report/TextStyle.h"

namespace pinstripe {

/// Prints the statement units of each function, and the addresses at which each
/// unit begins. Then prints remarks on units, such as the reason why a unit is
/// always executed. `function` is the name of a function or the last part of
/// its name; returns false if no function has that name. If `function` is
/// empty, prints all functions, including those that Pinstripe refused to
/// trace.
bool listUnits(const UnitTable &table, llvm::StringRef function,
               TextStyle style, llvm::raw_ostream &stream);

/// Writes the statement units of each function as JSON, with the same contents
/// that listUnits() prints. Returns false if no function has the name
/// `function`.
bool writeUnitsJSON(const UnitTable &table, llvm::StringRef function,
                    llvm::StringRef version, llvm::raw_ostream &stream);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_UNITLISTING_H
