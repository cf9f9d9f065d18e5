// Shows how the native engine would patch the code of a program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_INSPECT_PATCHPREVIEW_H
#define PINSTRIPE_DRIVER_INSPECT_PATCHPREVIEW_H

#include "pinstripe/Result/PatchSummary.h"

namespace pinstripe {

/// Makes the patches of a recording for each module and verifies the patched
/// code, without running the program. Returns the TargetErrors of patchModule.
llvm::Expected<std::vector<PatchSummary>>
previewPatches(const UnitTable &table);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_INSPECT_PATCHPREVIEW_H
