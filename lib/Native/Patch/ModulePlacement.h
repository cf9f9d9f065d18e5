// Finds the modules of a process, and room for trampolines near them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Trampolines must be within reach of a jump, but must not take a place that
// the kernel would give to later mappings: these have to get the same addresses
// as in a plain run.

#ifndef PINSTRIPE_LIB_NATIVE_PATCH_MODULEPLACEMENT_H
#define PINSTRIPE_LIB_NATIVE_PATCH_MODULEPLACEMENT_H

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
  /// Reads only the functions with these names. To read all functions of a C
  /// library takes ten times as long as to start a program.
  llvm::Expected<const ModuleCode *>
  getFunctions(const std::string &path, llvm::ArrayRef<llvm::StringRef> names);

private:
  std::map<std::string, ModuleCode> modules, parts;
};

/// A module, at the addresses to which the loader has mapped it.
struct PlacedModule {
  const ModuleCode *code = nullptr;
  /// Address as in the unit table = file address + tableBase.
  uint64_t tableBase = 0;
  uint64_t bias = 0;          ///< Run-time address = file address + bias.
  uint64_t low = 0, high = 0; ///< Run-time addresses; `high` is past the end.
  bool isTraced = false;      ///< Whether it is a module of the unit table.
  bool isLibc = false;
  /// Run-time address of the module's trampolines; 0 if it has none.
  uint64_t trampolines = 0;
  PatchedModule patched; ///< Patches, with file addresses.

  uint64_t landingOf(uint64_t fileAddress) const {
    return patched.landingOf(fileAddress) + bias;
  }
  bool contains(uint64_t address) const {
    return address >= low && address < high;
  }
};

/// Finds the modules of the unit table, in the table's order, and after them
/// the C library unless it is one of them. Fails with a NativeRefusal if a
/// module is not loaded, and with a TargetError if its file has changed.
llvm::Expected<std::vector<PlacedModule>>
placeModules(const UnitTable &table, llvm::ArrayRef<Mapping> mappings,
             uint64_t entryPoint, ModuleCache &cache);

/// Fails with a NativeRefusal if the program is built with a sanitizer.
/// Sanitizers keep shadow memory where the runtime has its tables, and hooks
/// would not update it.
llvm::Error refuseSanitizers(const ModuleCode &program,
                             llvm::ArrayRef<Mapping> mappings,
                             const std::string &path);

/// Returns a free range of `size` bytes within reach of the module.
llvm::Expected<uint64_t> placeTrampolines(const PlacedModule &module,
                                          llvm::ArrayRef<PlacedModule> modules,
                                          uint64_t size,
                                          llvm::ArrayRef<Mapping> mappings);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_PATCH_MODULEPLACEMENT_H
