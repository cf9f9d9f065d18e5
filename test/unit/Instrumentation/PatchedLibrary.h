// Loads a library into the test's process, and patches it there.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The hooks count how often they are executed. Counting changes neither flags
// nor stack, so a hook can be put at any instruction.

#ifndef PINSTRIPE_TEST_UNIT_INSTRUMENTATION_PATCHEDLIBRARY_H
#define PINSTRIPE_TEST_UNIT_INSTRUMENTATION_PATCHEDLIBRARY_H

#include "TestSupport/Programs.h"
#include "pinstripe/Instrumentation/ModulePatcher.h"
#include "pinstripe/Program/MachineCode.h"

#include <map>

namespace pinstripe::test {

/// Maps the address of each instruction in the file to the number of times that
/// it was executed.
using Counts = std::map<uint64_t, uint64_t>;

/// Returns the functions that the library itself defines, sorted.
std::vector<CodeRange> ownFunctions(const ModuleCode &code);
/// Returns the addresses of all instructions of these functions.
std::vector<uint64_t> instructionsOf(const ModuleCode &code,
                                     llvm::ArrayRef<CodeRange> functions);

class PatchedLibrary {
public:
  /// Loads the library without patching it.
  explicit PatchedLibrary(const std::string &path);
  PatchedLibrary(const PatchedLibrary &) = delete;
  PatchedLibrary &operator=(const PatchedLibrary &) = delete;
  ~PatchedLibrary();

  /// Calls the library's function `long run(long)`.
  long run(long argument) const;
  /// Calls `run` in single steps, to count how often each of `addresses` is
  /// really executed.
  long runCounted(long argument, llvm::ArrayRef<uint64_t> addresses,
                  Counts &counts) const;

  void patch(llvm::ArrayRef<uint64_t> addresses, PatchOptions options);
  /// Returns what the hooks have counted since the last call of this function.
  Counts takeCounts();

  ModuleCode code;
  std::vector<CodeRange> functions;
  PatchedModule patched;
  std::vector<HookSite> sites;

private:
  void mapNearby(size_t size);

  void *handle = nullptr;
  uint64_t bias = 0;
  /// Memory near the library. It holds the counters, and after them the
  /// trampolines.
  uint8_t *nearby = nullptr;
  size_t nearbySize = 0;
};

/// Returns all defects that the verifier finds in the library.
std::vector<std::string> findingsOf(const PatchedLibrary &library);

} // namespace pinstripe::test

#endif // PINSTRIPE_TEST_UNIT_INSTRUMENTATION_PATCHEDLIBRARY_H
