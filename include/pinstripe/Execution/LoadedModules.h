// Converts addresses in executable files into addresses of a process, and back.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The files are the files of the traced modules. The UnitTable gives a base to
// each module. An address in the module's file plus the base is called a table
// address. A table address is the same in all processes. Engines take control
// at run-time addresses, which they convert from table addresses. They convert
// back the addresses where control arrives or where the program crashes.

#ifndef PINSTRIPE_EXECUTION_LOADEDMODULES_H
#define PINSTRIPE_EXECUTION_LOADEDMODULES_H

#include "pinstripe/Execution/ProcessFiles.h"
#include "pinstripe/Program/UnitTable.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <sys/types.h>

namespace pinstripe {

/// Where one traced module lies in the memory of a process.
struct LoadedModule {
  /// The number to add to an address in the module's file to get its run-time
  /// address.
  uint64_t bias = 0;
  /// The run-time addresses at which the module's mappings begin and end. No
  /// other module lies between them.
  uint64_t begin = 0, end = 0;
};

/// Where all traced modules lie in the memory of a process.
class LoadedModules {
public:
  /// Creates an empty object, for use while there is no process.
  LoadedModules() = default;
  /// Finds the modules in the mappings of a process that has reached its entry
  /// point. Returns a TargetError if the process has not loaded all traced
  /// modules.
  static llvm::Expected<LoadedModules> find(const UnitTable &table, pid_t pid);

  const LoadedModule &operator[](ModuleId id) const {
    return modules[static_cast<size_t>(id)];
  }
  /// Converts a table address (the address in the module's file plus a constant
  /// for each module) into a run-time address.
  uint64_t toRunTime(uint64_t tableAddress) const;
  /// Converts a run-time address into a table address (the address in the
  /// module's file plus a constant for each module). Returns nullopt if the
  /// run-time address is in no traced module.
  std::optional<uint64_t> toTable(uint64_t runTimeAddress) const;

private:
  /// Where each module lies in memory. The index is the ModuleId.
  std::vector<LoadedModule> modules;
  /// For each module, indexed by its ModuleId: the number to add to an address
  /// in the module's file to get the table address.
  std::vector<uint64_t> bases;
};

/// Returns the file name of the library that contains `address`; empty if the
/// address is in no library. For a traced module, `address` must be a table
/// address: the address in the module's file plus a constant for each module.
/// Otherwise `address` must be a run-time address of the process that has the
/// mappings `mappings`.
std::string libraryAt(const UnitTable &table, uint64_t address,
                      llvm::ArrayRef<Mapping> mappings);

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_LOADEDMODULES_H
