// Verifies that moved instructions do in their trampoline what they did before.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The verifier reads the trampoline and the original code side by side,
// instruction by instruction.

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
  /// For each hook, in the order of the hooks' addresses: true if one of the
  /// trampolines (places of moved instructions) that were checked so far
  /// executes it. In the end this must be true for all hooks.
  std::vector<bool> isMet;

private:
  std::string checkHook(uint64_t original);
  std::string checkCopy(const CodeLine &original);
  std::string checkJump(const CodeLine &original);
  std::string checkCountDown(const CodeLine &original);
  std::string checkCall(const CodeLine &original);
  std::string jumpLeadsTo(uint64_t target);
  bool isSamePlace(uint64_t target, uint64_t original) const;
  /// Returns the instruction at `at`, which is in a trampoline (a place for
  /// moved instructions), and moves `at` to the end of this instruction.
  std::optional<CodeLine> next();

  const CodeReader &reader;
  llvm::ArrayRef<HookSite> sites;
  const PatchedModule &patched;
  /// For each group of instructions that were moved together: maps the original
  /// address of the first one to the address of the trampoline.
  llvm::DenseMap<uint64_t, uint64_t> trampolines;
  /// The address in the trampoline (a place for moved instructions) of the
  /// instruction that is checked next.
  uint64_t at = 0;
  /// The original address at which the previously checked group of moved
  /// instructions ends.
  uint64_t formerEnd = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_INSTRUMENTATION_RUNVERIFIER_H
