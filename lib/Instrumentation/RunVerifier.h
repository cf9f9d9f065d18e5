// Verifies that the trampoline of a moved run does what the run did.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows the run through its trampoline, instruction by instruction, beside
// the original.

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
  /// For each site, whether one of the checked runs executes its hook.
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
  /// Address of each run's trampoline, by the address at which the run begins.
  llvm::DenseMap<uint64_t, uint64_t> trampolines;
  /// The address of the next instruction in the trampolines.
  uint64_t at = 0;
  uint64_t formerEnd = 0; ///< end of the run checked before the current one
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_INSTRUMENTATION_RUNVERIFIER_H
