//===- ModulePlacement.h - Where modules and trampolines are ----*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the loader has put the modules of a program, and where there is room
// for trampolines that does not move what the program will map later.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_MODULEPLACEMENT_H
#define PINSTRIPE_LIB_NATIVE_MODULEPLACEMENT_H

#include "pinstripe/Execution/ProcessFiles.h"
#include "pinstripe/Instrumentation/ModulePatcher.h"
#include "pinstripe/Program/ModuleCode.h"
#include "pinstripe/Program/UnitTable.h"
#include <map>

namespace pinstripe {

/// The code of modules, read when it is first needed.
class ModuleCache {
public:
  llvm::Expected<const ModuleCode *> get(const std::string &path);
  /// No more than the functions with these names: reading all of a C library
  /// takes ten times as long as starting a program.
  llvm::Expected<const ModuleCode *>
  getFunctions(const std::string &path, llvm::ArrayRef<llvm::StringRef> names);

private:
  std::map<std::string, ModuleCode> modules, parts;
};

/// A module where the loader has put it.
struct PlacedModule {
  const ModuleCode *code = nullptr;
  uint64_t tableBase = 0;     ///< table address = file address + tableBase
  uint64_t bias = 0;          ///< run-time address = file address + bias
  uint64_t low = 0, high = 0; ///< run-time addresses
  bool isTraced = false;      ///< a module of the unit table
  bool isLibc = false;
  uint64_t trampolines = 0; ///< run-time address; 0: none
  PatchedModule patched;    ///< file addresses

  uint64_t landingOf(uint64_t fileAddress) const {
    return patched.landingOf(fileAddress) + bias;
  }
  bool contains(uint64_t address) const {
    return address >= low && address < high;
  }
};

/// The modules of the table in its order, then the C library if it is none of
/// them. A NativeRefusal where something is not as it has to be.
llvm::Expected<std::vector<PlacedModule>>
placeModules(const UnitTable &table, llvm::ArrayRef<Mapping> mappings,
             uint64_t entryPoint, ModuleCache &cache);

/// They keep shadows of memory where the runtime has its tables, and of which
/// hooks know nothing: then there is a NativeRefusal.
llvm::Error refuseSanitizers(const ModuleCode &program,
                             llvm::ArrayRef<Mapping> mappings,
                             const std::string &path);

/// A free range of `size` bytes within reach of the module.
llvm::Expected<uint64_t> placeTrampolines(const PlacedModule &module,
                                          llvm::ArrayRef<PlacedModule> modules,
                                          uint64_t size,
                                          llvm::ArrayRef<Mapping> mappings);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_MODULEPLACEMENT_H
