//===- LoadedModules.h - Where a process has the traced modules -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bridge between the table addresses of a UnitTable and the run-time
// addresses of one process. All engines use it, for hooks and landings on the
// way in, for arrivals and crashes on the way out.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_EXECUTION_LOADEDMODULES_H
#define PINSTRIPE_EXECUTION_LOADEDMODULES_H

#include "pinstripe/Execution/ProcessFiles.h"
#include "pinstripe/Program/UnitTable.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <sys/types.h>

namespace pinstripe {

/// One file of the table in the memory of a process.
struct LoadedModule {
  uint64_t bias = 0; ///< run-time address = address in the file + bias
  /// What is mapped of the file; other modules never lie between.
  uint64_t begin = 0, end = 0;
};

class LoadedModules {
public:
  /// Nothing is loaded: for a process that is yet to come.
  LoadedModules() = default;
  /// By the mappings of a process that stands at its entry point or later. A
  /// TargetError if one of the modules is not there.
  static llvm::Expected<LoadedModules> find(const UnitTable &table, pid_t pid);

  const LoadedModule &operator[](ModuleId id) const {
    return modules[static_cast<size_t>(id)];
  }
  /// `address` must be in a module of the table.
  uint64_t toRunTime(uint64_t tableAddress) const;
  /// None if the address is in no traced module.
  std::optional<uint64_t> toTable(uint64_t runTimeAddress) const;

private:
  std::vector<LoadedModule> modules; ///< by ModuleId
  std::vector<uint64_t> bases;       ///< by ModuleId, ascending
};

/// The file name of the library that has `address`: of a module of the table,
/// or of the mappings of a process if it is no table address. Empty if it is
/// in no library.
std::string libraryAt(const UnitTable &table, uint64_t address,
                      llvm::ArrayRef<Mapping> mappings);

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_LOADEDMODULES_H
