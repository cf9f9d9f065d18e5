//===- PatchedLibrary.h - A library patched in this process -----*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A small shared object is loaded into the test's own process and patched
// there; hooks count. Counting touches neither flags nor stack, so that a hook
// may stand at any instruction.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_TEST_UNIT_INSTRUMENTATION_PATCHEDLIBRARY_H
#define PINSTRIPE_TEST_UNIT_INSTRUMENTATION_PATCHEDLIBRARY_H

#include "TestSupport/Programs.h"
#include "pinstripe/Instrumentation/ModulePatcher.h"
#include "pinstripe/Program/MachineCode.h"

#include <map>

namespace pinstripe::test {

/// By file address: how often the instruction was executed.
using Counts = std::map<uint64_t, uint64_t>;

/// The functions that the library itself defines, sorted.
std::vector<CodeRange> ownFunctions(const ModuleCode &code);
/// The addresses of all instructions of these functions.
std::vector<uint64_t> instructionsOf(const ModuleCode &code,
                                     llvm::ArrayRef<CodeRange> functions);

class PatchedLibrary {
public:
  /// Loads; nothing is patched yet.
  explicit PatchedLibrary(const std::string &path);
  PatchedLibrary(const PatchedLibrary &) = delete;
  PatchedLibrary &operator=(const PatchedLibrary &) = delete;
  ~PatchedLibrary();

  /// Calls `long run(long)` of the library.
  long run(long argument) const;
  /// The same, single step by single step: the truth about `addresses`.
  long runCounted(long argument, llvm::ArrayRef<uint64_t> addresses,
                  Counts &counts) const;

  void patch(llvm::ArrayRef<uint64_t> addresses, PatchOptions options);
  /// Since the last call.
  Counts takeCounts();

  ModuleCode code;
  std::vector<CodeRange> functions;
  PatchedModule patched;
  std::vector<HookSite> sites;

private:
  void mapNearby(size_t size);

  void *handle = nullptr;
  uint64_t bias = 0;
  uint8_t *nearby = nullptr; ///< counters, then trampolines
  size_t nearbySize = 0;
};

/// What the verifier says.
std::vector<std::string> findingsOf(const PatchedLibrary &library);

} // namespace pinstripe::test

#endif // PINSTRIPE_TEST_UNIT_INSTRUMENTATION_PATCHEDLIBRARY_H
