// Shows which code of a program the native engine can patch, and how.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_INSPECT_PATCHPREVIEW_H
#define PINSTRIPE_DRIVER_INSPECT_PATCHPREVIEW_H

#include "pinstripe/Result/PatchSummary.h"

namespace pinstripe {

/// Patches the code of each module as for a recording and verifies the patched
/// code, without running the program. Returns a TargetError if code can't be
/// decoded or moved.
llvm::Expected<std::vector<PatchSummary>>
previewPatches(const UnitTable &table);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_INSPECT_PATCHPREVIEW_H
