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

  /// Checks one run of moved instructions. Returns a description of the defect,
  /// whose original address is `failedAt`; an empty text if there is no defect.
  /// Runs must be checked in the order of their addresses.
  std::string check(const MovedRun &run);
  uint64_t failedAt = 0;
  /// For each hook, in the order of `sites`, whether one of the checked
  /// trampolines executes it.
  std::vector<bool> isMet;

private:
  std::string checkHook(uint64_t original);
  std::string checkCopy(const CodeLine &original);
  std::string checkJump(const CodeLine &original);
  std::string checkCountDown(const CodeLine &original);
  std::string checkCall(const CodeLine &original);
  std::string jumpLeadsTo(uint64_t target);
  bool isSamePlace(uint64_t target, uint64_t original) const;
  /// Reads the instruction at `at` in the trampoline, and moves `at` to the end
  /// of the instruction.
  std::optional<CodeLine> next();

  const CodeReader &reader;
  llvm::ArrayRef<HookSite> sites;
  const PatchedModule &patched;
  /// For the original address of each run of moved instructions, the address of
  /// its trampoline.
  llvm::DenseMap<uint64_t, uint64_t> trampolines;
  /// Address in the trampoline of the instruction that is read next.
  uint64_t at = 0;
  /// Address in the original code at which the previously checked run ends.
  uint64_t formerEnd = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_INSTRUMENTATION_RUNVERIFIER_H
