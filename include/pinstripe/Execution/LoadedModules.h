// Converts between addresses of a unit table and addresses of a process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A table address is an address in the file of a traced module plus the base
// that the UnitTable gives to that module; it is the same in all processes.
// Engines convert table addresses of hooks into addresses of the process at
// hand, and addresses of arrivals and crashes back into table addresses.

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
  /// The run-time address minus the address in the file, for all of a module.
  uint64_t bias = 0;
  /// The addresses of the mapped file; no other module lies in between.
  uint64_t begin = 0, end = 0;
};

/// The places of all traced modules in the memory of a process.
class LoadedModules {
public:
  /// Creates an empty object, for times at which there is no process.
  LoadedModules() = default;
  /// Finds the modules in the mappings of a process that has reached its entry
  /// point. Returns a TargetError if the process has not loaded one of them.
  static llvm::Expected<LoadedModules> find(const UnitTable &table, pid_t pid);

  const LoadedModule &operator[](ModuleId id) const {
    return modules[static_cast<size_t>(id)];
  }
  /// Converts an address in a module of the table into a run-time address.
  uint64_t toRunTime(uint64_t tableAddress) const;
  /// Converts an address in the process into a table address; returns nullopt
  /// if the address is in no traced module.
  std::optional<uint64_t> toTable(uint64_t runTimeAddress) const;

private:
  /// The places of the modules, indexed by ModuleId.
  std::vector<LoadedModule> modules;
  /// The bases of the modules in the unit table, by ascending ModuleId.
  std::vector<uint64_t> bases;
};

/// Returns the file name of the library that contains `address`; empty if it is
/// in no library. `address` is a table address, or otherwise an address of the
/// process that has these mappings.
std::string libraryAt(const UnitTable &table, uint64_t address,
                      llvm::ArrayRef<Mapping> mappings);

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_LOADEDMODULES_H
