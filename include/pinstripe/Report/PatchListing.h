// Prints how the native engine patches a program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_PATCHLISTING_H
#define PINSTRIPE_REPORT_PATCHLISTING_H

#include "pinstripe/Report/TextStyle.h"
#include "pinstripe/Result/PatchSummary.h"

namespace pinstripe {

/// Prints the hooks (code that the native engine inserts) of each function, how
/// the program gets to each hook, and the bytes that patches change. Then
/// prints a summary of each module, and the defects that the verifier of the
/// patches found. `function` is the name of a function or the last part of its
/// name. If `function` is empty, all functions are printed. Returns false if no
/// function has that name.
bool listPatches(const UnitTable &table, llvm::ArrayRef<PatchSummary> previews,
                 llvm::StringRef function, TextStyle style,
                 llvm::raw_ostream &stream);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_PATCHLISTING_H
