// Prints how a program is patched.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_PATCHLISTING_H
#define PINSTRIPE_REPORT_PATCHLISTING_H

#include "pinstripe/Report/TextStyle.h"
#include "pinstripe/Result/PatchSummary.h"

namespace pinstripe {

/// What `pinstripe units --patches` prints: per function the hooks, how
/// control gets there, and the bytes that change; a summary of all; what the
/// verifier found. `function` picks one, as in listUnits. False if there is no
/// such function.
bool listPatches(const UnitTable &table, llvm::ArrayRef<PatchSummary> previews,
                 llvm::StringRef function, TextStyle style,
                 llvm::raw_ostream &stream);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_PATCHLISTING_H
