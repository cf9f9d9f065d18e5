//===- PatchListing.h - Prints how a program is patched ---------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_REPORT_PATCHLISTING_H
#define PINSTRIPE_REPORT_PATCHLISTING_H

#include "pinstripe/Instrumentation/ModulePatcher.h"
#include "pinstripe/Program/UnitTable.h"
#include "pinstripe/Report/TextStyle.h"

namespace pinstripe {

/// How one module would be patched, with hooks of no length: what is moved,
/// and to where, does not depend on what stands at hooks.
struct PatchPreview {
  ModuleId module{};
  uint64_t textSize = 0;
  std::vector<HookSite> sites; ///< addresses of the module's file
  PatchedModule patched;
  std::vector<std::string> findings; ///< of the verifier
};

/// What `pinstripe units --patches` prints: per function the hooks, how
/// control gets there, and the bytes that change; a summary of all; what the
/// verifier found. `function` picks one, as in listUnits. False if there is no
/// such function.
bool listPatches(const UnitTable &table, llvm::ArrayRef<PatchPreview> previews,
                 llvm::StringRef function, TextStyle style,
                 llvm::raw_ostream &stream);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_PATCHLISTING_H
