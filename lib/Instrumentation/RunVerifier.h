// Verifies that moved instructions do in their trampoline what they did before.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// It reads the trampoline and the original side by side, instruction by
// instruction.

#ifndef PINSTRIPE_LIB_INSTRUMENTATION_RUNVERIFIER_H
#define PINSTRIPE_LIB_INSTRUMENTATION_RUNVERIFIER_H

#include "CodeReader.h"
#include "llvm/ADT/DenseMap.h"

namespace pinstripe {

class RunVerifier {
public:
  RunVerifier(const CodeReader &reader, llvm::ArrayRef<HookSite> sites,
              const PatchedModule &patched);

  /// Checks one run. Returns what is wrong at `failedAt`, or an empty text if
  /// nothing is. Runs must be checked in the order of their addresses.
  std::string check(const MovedRun &run);
  uint64_t failedAt = 0;
  /// For each site of a hook, whether a trampoline that was checked executes
  /// it.
  std::vector<bool> isMet;

private:
  std::string checkHook(uint64_t original);
  std::string checkCopy(const CodeLine &original);
  std::string checkJump(const CodeLine &original);
  std::string checkCountDown(const CodeLine &original);
  std::string checkCall(const CodeLine &original);
  std::string jumpLeadsTo(uint64_t target);
  bool isSamePlace(uint64_t target, uint64_t original) const;
  /// Reads the next instruction of the trampoline, and moves `at` to its end.
  std::optional<CodeLine> next();

  const CodeReader &reader;
  llvm::ArrayRef<HookSite> sites;
  const PatchedModule &patched;
  /// For each address whose instructions were moved, the address of their
  /// trampoline.
  llvm::DenseMap<uint64_t, uint64_t> trampolines;
  /// Address of the instruction in the trampoline that is read next.
  uint64_t at = 0;
  /// Where the run that was checked before this one ends in the original code.
  uint64_t formerEnd = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_INSTRUMENTATION_RUNVERIFIER_H
