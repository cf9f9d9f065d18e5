//===- PatchPreview.h - How a program would be patched ----------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_DRIVER_PATCHPREVIEW_H
#define PINSTRIPE_DRIVER_PATCHPREVIEW_H

#include "pinstripe/Report/PatchListing.h"

namespace pinstripe {

/// Places all hooks of a recording in each module and verifies the result.
/// TargetErrors as those of patchModule.
llvm::Expected<std::vector<PatchPreview>>
previewPatches(const UnitTable &table);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_PATCHPREVIEW_H
