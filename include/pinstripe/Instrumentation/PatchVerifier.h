//===- PatchVerifier.h - Whether patches are right --------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a patched module as a processor would, from the bytes alone, and
// compares it with the original. Shares with the patcher how code is decoded
// and where control may come in, but none of its decisions.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_INSTRUMENTATION_PATCHVERIFIER_H
#define PINSTRIPE_INSTRUMENTATION_PATCHVERIFIER_H

#include "pinstripe/Instrumentation/ModulePatcher.h"

namespace pinstripe {

struct PatchFinding {
  uint64_t address = 0; ///< of the original
  std::string text;     ///< "0x401136: ..."
};

/// Empty if all is right:
/// - every patched byte belongs to one patch, which jumps where it says and is
///   entered at its first byte only;
/// - every moved instruction does in its trampoline what it did before, with
///   the same operands, and branches lead to the same place;
/// - every hook is passed on every way to its instruction;
/// - islands lie in bytes that nothing executes any more, or in padding.
llvm::Expected<std::vector<PatchFinding>>
verifyPatches(const ModuleCode &code, llvm::ArrayRef<CodeRange> functions,
              llvm::ArrayRef<HookSite> sites, const PatchedModule &patched);

/// What the patched byte at this address is: "byte 2 of 5 of an island, ...".
/// Empty if it is not patched.
std::string describePatchedByte(const PatchedModule &patched, uint64_t address);

/// "jump", "short jump", "island", "int3".
llvm::StringRef patchKindName(Patch::Kind kind);

} // namespace pinstripe

#endif // PINSTRIPE_INSTRUMENTATION_PATCHVERIFIER_H
