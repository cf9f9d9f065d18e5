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
  /// An address of the code in the file of the module, before loading.
  uint64_t address = 0;
};

/// Reads code and call frame information from the files of modules, which it
/// keeps open.
class StackWalker {
public:
  explicit StackWalker(const UnitTable &table);
  ~StackWalker();

  /// Finds the code at the address `origin` in the file of its module; returns
  /// nullopt if the address is in no file. For a traced module, `origin` must
  /// be a table address, otherwise a run-time address. A table address is an
  /// address in the executable file, before loading.
  std::optional<ModulePlace> placeOf(uint64_t origin,
                                     llvm::ArrayRef<Mapping> mappings);
  /// Returns the code from `place` on, as many bytes as the longest instruction
  /// has; fewer at the end of a segment, and none if the file can't be read.
  llvm::ArrayRef<uint8_t> codeAt(const ModulePlace &place);
  /// Calls `visit` for the program counter, and then for each call that has not
  /// returned, innermost first. A call is passed as the address of the last
  /// byte of its call instruction. Addresses in traced modules are table
  /// addresses, which are addresses in the file, before loading. All other
  /// addresses are run-time addresses. Ends when `visit` returns true, or where
  /// the stack can't be read.
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
