//===- RunVerifier.h - Whether a run was moved right ------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Instrumentation. Follows a moved run through its trampoline,
// instruction by instruction, beside the original.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_INSTRUMENTATION_RUNVERIFIER_H
#define PINSTRIPE_LIB_INSTRUMENTATION_RUNVERIFIER_H

#include "CodeReader.h"
#include "llvm/ADT/DenseMap.h"

namespace pinstripe {

class RunVerifier {
public:
  RunVerifier(const CodeReader &reader, llvm::ArrayRef<HookSite> sites,
              const PatchedModule &patched);

  /// Empty if the run is right, else what is wrong at `failedAt`. Runs come in
  /// their order.
  std::string check(const MovedRun &run);
  uint64_t failedAt = 0;
  /// By site: its hook was met in a run.
  std::vector<bool> isMet;

private:
  std::string checkHook(uint64_t original);
  std::string checkCopy(const CodeLine &original);
  std::string checkJump(const CodeLine &original);
  std::string checkCountDown(const CodeLine &original);
  std::string checkCall(const CodeLine &original);
  std::string jumpLeadsTo(uint64_t target);
  bool isSamePlace(uint64_t target, uint64_t original) const;
  /// The next instruction of the trampoline; `at` moves behind it.
  std::optional<CodeLine> next();

  const CodeReader &reader;
  llvm::ArrayRef<HookSite> sites;
  const PatchedModule &patched;
  llvm::DenseMap<uint64_t, uint64_t> trampolines; ///< by begin of a run
  uint64_t at = 0;                                ///< in the trampolines
  uint64_t formerEnd = 0;                         ///< of the run before
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_INSTRUMENTATION_RUNVERIFIER_H
