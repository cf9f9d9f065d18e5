// Verifies that a patched module does what the original does, plus its hooks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The verifier reads the bytes of the patched module, as a processor would, and
// compares them with the original. It uses the same code as the patcher to
// decode instructions and to find where control may come in. It relies on none
// of the patcher's decisions.

#ifndef PINSTRIPE_INSTRUMENTATION_PATCHVERIFIER_H
#define PINSTRIPE_INSTRUMENTATION_PATCHVERIFIER_H

#include "pinstripe/Instrumentation/ModulePatcher.h"

namespace pinstripe {

struct PatchFinding {
  /// The address of the defect in the original code.
  uint64_t address = 0;
  std::string text; ///< The defect: "0x401136: two patches overlap".
};

/// Returns all defects of a patched module. If the list is empty, the following
/// holds.
/// - Every patched byte belongs to one patch. The patch leads to the target
///   that its Patch object names. Control enters the patch at its first byte
///   only.
/// - Every moved instruction does in its trampoline what it did at its original
///   address, with the same registers, memory and constants. Its branches lead
///   to the same place.
/// - Every hook is executed on every way to its instruction.
/// - Every island, which is a long jump to which a short jump leads, lies where
///   no original code is executed. Such places are padding, and the original
///   addresses of moved instructions.
llvm::Expected<std::vector<PatchFinding>>
verifyPatches(const ModuleCode &code, llvm::ArrayRef<CodeRange> functions,
              llvm::ArrayRef<HookSite> sites, const PatchedModule &patched);

/// Returns the name of a kind of patch for messages: "jump", "short jump",
/// "island" or "int3".
llvm::StringRef patchKindName(Patch::Kind kind);

} // namespace pinstripe

#endif // PINSTRIPE_INSTRUMENTATION_PATCHVERIFIER_H
