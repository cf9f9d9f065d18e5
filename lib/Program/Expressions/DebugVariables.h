// Finds variables by name from a place in the code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_DEBUGVARIABLES_H
#define PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_DEBUGVARIABLES_H

#include "Binary/ElfFile.h"
#include "Expressions/DebugTypes.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include <set>

namespace pinstripe {

/// The variables of one module, looked up in its debug information.
class ModuleVariables {
public:
  /// Opens the debug information of a module. `base` is TracedModule::base. The
  /// file must be one that `tryToRead` has accepted.
  static llvm::Expected<std::unique_ptr<ModuleVariables>>
  open(const std::string &path, uint64_t base);

  /// Returns the blocks around an address of the file, from the innermost one
  /// out, then the function; empty if the address is in no function.
  std::vector<llvm::DWARFDie> scopesAt(uint64_t address);
  /// Finds a static or global variable that has an address. Of several, one in
  /// the compilation unit or the namespaces of `from` is preferred.
  llvm::DWARFDie findGlobal(llvm::StringRef name, llvm::DWARFDie from);
  /// Returns the definition of a type that is only declared; `type` itself if
  /// there is no definition.
  DebugType complete(const DebugType &type);
  void addGlobalNames(std::set<std::string> &names);

  /// Returns the location steps to a variable in scope at `address`, or a
  /// UsageError if the variable has no fixed place.
  llvm::Expected<std::vector<LocationStep>>
  locate(llvm::DWARFDie variable, llvm::DWARFDie function, uint64_t address);

private:
  struct Global {
    std::string qualifiedName;
    llvm::DWARFDie die;
  };

  ModuleVariables(ElfFile elf, uint64_t base)
      : elf(std::move(elf)), base(base) {}
  void readGlobals();
  void readGlobals(llvm::DWARFDie scope, unsigned depth);
  llvm::Expected<std::vector<LocationStep>>
  stepsOf(llvm::ArrayRef<uint8_t> expression, llvm::DWARFDie function,
          llvm::DWARFUnit &unit) const;

  ElfFile elf;
  uint64_t base;
  std::unique_ptr<llvm::DWARFContext> dwarf;
  bool globalsAreRead = false;
  /// All global variables, by their name without scopes.
  llvm::StringMap<std::vector<Global>> globals;
  /// All structures, by their name without scopes.
  llvm::StringMap<llvm::DWARFDie> structures;
};

/// Returns the variable called `name` that is declared directly in the scope.
llvm::DWARFDie findVariable(llvm::DWARFDie scope, llvm::StringRef name);
void addVariableNames(llvm::DWARFDie scope, std::set<std::string> &names);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_DEBUGVARIABLES_H
