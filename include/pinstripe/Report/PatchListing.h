// Prints how the native engine patches a program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_PATCHLISTING_H
#define PINSTRIPE_REPORT_PATCHLISTING_H

#include "pinstripe/Report/TextStyle.h"
#include "pinstripe/Result/PatchSummary.h"

namespace pinstripe {

/// Prints for each function the hooks, how control gets to each, and the bytes
/// that patches change; then a summary of each module, and what the patch
/// verifier found. `function` and the returned value are as in listUnits().
bool listPatches(const UnitTable &table, llvm::ArrayRef<PatchSummary> previews,
                 llvm::StringRef function, TextStyle style,
                 llvm::raw_ostream &stream);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_PATCHLISTING_H
