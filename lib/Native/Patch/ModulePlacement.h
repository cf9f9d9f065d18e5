// Finds the program and its libraries in a process, and room for trampolines
// near them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A trampoline holds instructions that a patch has moved away. Patches jump to
// the trampolines, so the jumps must reach them. But the trampolines must not
// take addresses that the kernel would give to a later mapping. The program
// must get the same addresses as without Pinstripe.

#ifndef PINSTRIPE_LIB_NATIVE_PATCH_MODULEPLACEMENT_H
#define PINSTRIPE_LIB_NATIVE_PATCH_MODULEPLACEMENT_H

#include "pinstripe/Execution/ProcessFiles.h"
#include "pinstripe/Instrumentation/ModulePatcher.h"
#include "pinstripe/Program/ModuleCode.h"
#include "pinstripe/Program/UnitTable.h"
#include <map>

namespace pinstripe {

/// Reads the code of the program and its libraries when it is first needed, and
/// keeps it.
class ModuleCache {
public:
  llvm::Expected<const ModuleCode *> get(const std::string &path);
  /// Returns the code of the library or program at `path`, but reads only the
  /// functions in `names`. To read all functions of a C library would take ten
  /// times as long as to start a program.
  llvm::Expected<const ModuleCode *>
  getFunctions(const std::string &path, llvm::ArrayRef<llvm::StringRef> names);

private:
  std::map<std::string, ModuleCode> modules, parts;
};

/// The program or one of its libraries, with the addresses at which it lies in
/// the process.
struct PlacedModule {
  const ModuleCode *code = nullptr;
  /// The number that is added to an address in this module's file to get an
  /// address in the unit table. The numbers of the modules are chosen so that
  /// the addresses of different modules differ. The unit table lists the
  /// program's statements.
  uint64_t tableBase = 0;
  /// How far the loader has moved the module: the run-time address of a byte,
  /// minus the address of this byte in the module's file.
  uint64_t bias = 0;
  /// The run-time addresses [low, high) of the module.
  uint64_t low = 0, high = 0;
  /// True if this module is one of those whose statements the unit table lists.
  /// Only statements of such modules are recorded.
  bool isTraced = false;
  bool isLibc = false;
  /// The run-time address of the module's trampolines, which hold the code of
  /// its hooks and the instructions that patches have moved; 0 if there are
  /// none.
  uint64_t trampolines = 0;
  /// The range of run-time addresses of the module's recompiled functions. The
  /// range is empty if there are none.
  CodeRange recompiled;
  /// The patches of the module. Their addresses are addresses in the module's
  /// file.
  PatchedModule patched;

  uint64_t landingOf(uint64_t fileAddress) const {
    return patched.landingOf(fileAddress) + bias;
  }
  bool contains(uint64_t address) const {
    return address >= low && address < high;
  }
};

/// Returns the modules in the order of the unit table, which lists the
/// program's statements. Adds the C library at the end if the program loads it
/// as a library. Returns a NativeRefusal if a module is not loaded. Returns a
/// TargetError if the file of a module has changed.
llvm::Expected<std::vector<PlacedModule>>
placeModules(const UnitTable &table, llvm::ArrayRef<Mapping> mappings,
             uint64_t entryPoint, ModuleCache &cache);

/// Returns a NativeRefusal if the program is built with a sanitizer that
/// Pinstripe can't work with. The memory of such a sanitizer may lie where
/// Pinstripe needs its own tables. AddressSanitizer is accepted, since its
/// shadow memory lies between 0x7fff7000 and 0x10007fff8000.
llvm::Error refuseSanitizers(const ModuleCode &program,
                             llvm::ArrayRef<Mapping> mappings,
                             const std::string &path);

/// Returns the start of a free range of `size` bytes for the module's
/// trampolines, the code to which its patches jump. Jumps in the module can
/// reach the whole range.
llvm::Expected<uint64_t> placeTrampolines(const PlacedModule &module,
                                          llvm::ArrayRef<PlacedModule> modules,
                                          uint64_t size,
                                          llvm::ArrayRef<Mapping> mappings);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_PATCH_MODULEPLACEMENT_H
