// Walks the stack of a stopped thread, to find the code that led to a crash.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_EXECUTION_PROCESS_STACKWALKER_H
#define PINSTRIPE_LIB_EXECUTION_PROCESS_STACKWALKER_H

#include "pinstripe/Execution/CrashReader.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>

namespace pinstripe {

/// A place in the code of a module: the module's file, and an address in it.
struct ModulePlace {
  std::string path;
  /// The address that the module's file gives to the code, before loading.
  uint64_t address = 0;
};

/// Reads code and call frame information from the files of modules, which it
/// keeps open.
class StackWalker {
public:
  explicit StackWalker(const UnitTable &table);
  ~StackWalker();

  /// Finds the file in which the code at the address `origin` lies, and the
  /// address of the code in that file. Returns nullopt if the code is in no
  /// file. In a traced module, `origin` must be a table address: the address in
  /// the module's file plus a constant for each module (see UnitTable).
  /// Elsewhere it must be a run-time address.
  std::optional<ModulePlace> placeOf(uint64_t origin,
                                     llvm::ArrayRef<Mapping> mappings);
  /// Returns the code from `place` on: as many bytes as the longest instruction
  /// has. Returns fewer bytes at the end of a segment, and none if the file
  /// can't be read.
  llvm::ArrayRef<uint8_t> codeAt(const ModulePlace &place);
  /// Calls `visit` with addresses of code. The first is the program counter.
  /// Then, for each call that has not returned, innermost first, comes the
  /// address of the last byte of the call instruction. Addresses in traced
  /// modules are table addresses: each is the address in its module's file plus
  /// a constant for this module (see UnitTable). All other addresses are
  /// run-time addresses. Ends when `visit` returns true, or where the stack
  /// can't be read.
  void walk(const CrashedThread &thread, const CrashedProcess &process,
            llvm::function_ref<bool(uint64_t origin)> visit);

private:
  class ModuleFile;
  struct Frame;
  ModuleFile *open(const std::string &path);
  bool toCaller(Frame &frame, uint64_t origin, const CrashedThread &thread,
                const CrashedProcess &process);

  const UnitTable &table;
  std::map<std::string, std::unique_ptr<ModuleFile>> files;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_PROCESS_STACKWALKER_H
