// Converts between addresses of a unit table and addresses of a process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A table address is an address in the file of a traced module plus the base
// that the UnitTable gives to that module; it is the same in all processes.
// Engines convert table addresses of hooks into addresses of the process at
// hand, and addresses of arrivals and crashes back.

#ifndef PINSTRIPE_EXECUTION_LOADEDMODULES_H
#define PINSTRIPE_EXECUTION_LOADEDMODULES_H

#include "pinstripe/Execution/ProcessFiles.h"
#include "pinstripe/Program/UnitTable.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <sys/types.h>

namespace pinstripe {

/// The place of one traced module in the memory of a process.
struct LoadedModule {
  uint64_t bias = 0; ///< Run-time address minus address in the file.
  /// The mapped part of the file; other modules never lie in between.
  uint64_t begin = 0, end = 0;
};

/// The places of all traced modules in the memory of a process.
class LoadedModules {
public:
  /// Says that nothing is loaded, since there is no process yet.
  LoadedModules() = default;
  /// Finds the modules in the mappings of a process that has reached its entry
  /// point. Returns a TargetError if one of the modules is not there.
  static llvm::Expected<LoadedModules> find(const UnitTable &table, pid_t pid);

  const LoadedModule &operator[](ModuleId id) const {
    return modules[static_cast<size_t>(id)];
  }
  /// `address` must be in a module of the table.
  uint64_t toRunTime(uint64_t tableAddress) const;
  /// Returns none if the address is in no traced module.
  std::optional<uint64_t> toTable(uint64_t runTimeAddress) const;

private:
  std::vector<LoadedModule> modules; ///< Indexed by ModuleId.
  std::vector<uint64_t> bases;       ///< Indexed by ModuleId, ascending.
};

/// Returns the file name of the library that contains `address`. That is a
/// table address, or otherwise an address of the process with these mappings.
/// Returns an empty string if no library contains it.
std::string libraryAt(const UnitTable &table, uint64_t address,
                      llvm::ArrayRef<Mapping> mappings);

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_LOADEDMODULES_H
