// Verifies that moved instructions still do the same at their new place.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The verifier reads the trampoline, which is the new place, and the original
// code side by side, instruction by instruction.

#ifndef PINSTRIPE_LIB_INSTRUMENTATION_RUNVERIFIER_H
#define PINSTRIPE_LIB_INSTRUMENTATION_RUNVERIFIER_H

#include "CodeReader.h"
#include "llvm/ADT/DenseMap.h"

namespace pinstripe {

class RunVerifier {
public:
  RunVerifier(const CodeReader &reader, llvm::ArrayRef<HookSite> sites,
              const PatchedModule &patched);

  /// Checks one group of instructions that were moved together. Returns a
  /// description of the defect, or an empty text if there is none. Stores in
  /// `failedAt` where the defect is. The groups must be checked in the order of
  /// addresses.
  std::string check(const MovedRun &run);
  uint64_t failedAt = 0;
  /// For each hook, in the order of addresses: true if the hook is executed in
  /// one of the trampolines (places for moved instructions) that were checked
  /// so far. After all checks, every element must be true.
  std::vector<bool> isMet;

private:
  std::string checkHook(uint64_t original);
  std::string checkCopy(const CodeLine &original);
  std::string checkJump(const CodeLine &original);
  std::string checkCountDown(const CodeLine &original);
  std::string checkCall(const CodeLine &original);
  std::string jumpLeadsTo(uint64_t target);
  bool isSamePlace(uint64_t target, uint64_t original) const;
  /// Returns the instruction at `at`, and moves `at` to the end of this
  /// instruction. `at` is in a trampoline.
  std::optional<CodeLine> next();

  const CodeReader &reader;
  llvm::ArrayRef<HookSite> sites;
  const PatchedModule &patched;
  /// The trampolines. The key is the original address of the first instruction
  /// in a group that was moved together. The value is the address of the
  /// group's trampoline.
  llvm::DenseMap<uint64_t, uint64_t> trampolines;
  /// The address of the next instruction to be checked in the trampoline.
  uint64_t at = 0;
  /// The end of the group of moved instructions that was checked last, as an
  /// address of the original code.
  uint64_t formerEnd = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_INSTRUMENTATION_RUNVERIFIER_H
