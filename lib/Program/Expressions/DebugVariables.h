// Finds variables by name in the debug information, for use in expressions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_DEBUGVARIABLES_H
#define PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_DEBUGVARIABLES_H

#include "Binary/ElfFile.h"
#include "Expressions/DebugTypes.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include <set>

namespace pinstripe {

/// Looks up the variables of one module, the program or a library, in its debug
/// information.
class ModuleVariables {
public:
  /// Reads the debug information of a module. `base` is added to all addresses
  /// of the module's file, so that each module has addresses of its own (see
  /// TracedModule::base). LLVM may crash on a damaged file, so call this only
  /// for a file that tryToRead() has accepted.
  static llvm::Expected<std::unique_ptr<ModuleVariables>>
  open(const std::string &path, uint64_t base);

  /// Returns the scopes that hold an address of the module's file. The
  /// innermost block comes first, and the function comes last. The result is
  /// empty if the address is in no function.
  std::vector<llvm::DWARFDie> scopesAt(uint64_t address);
  /// Finds the static or global variable `name`, if it has an address. If
  /// several variables have this name, prefers one in the compilation unit or
  /// in the namespaces of the function `from`.
  llvm::DWARFDie findGlobal(llvm::StringRef name, llvm::DWARFDie from);
  /// If `type` is only a declaration and its definition is known, returns the
  /// definition; otherwise returns `type` itself.
  DebugType complete(const DebugType &type);
  void addGlobalNames(std::set<std::string> &names);

  /// Returns the steps that compute where a variable lies while control is at
  /// `address`. Returns a UsageError if the variable has no fixed place, for
  /// example because it is in a register.
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
  /// Maps each name to the global variables that have this name. The name is
  /// stored without namespaces and classes.
  llvm::StringMap<std::vector<Global>> globals;
  /// Maps the full name of each structure, such as `ns::Class`, to its
  /// definition.
  llvm::StringMap<llvm::DWARFDie> structures;
};

/// Returns the variable called `name` that `scope` itself declares. Does not
/// look into the scopes around `scope`.
llvm::DWARFDie findVariable(llvm::DWARFDie scope, llvm::StringRef name);
/// Returns the names of a function's parameters, in order. A parameter without
/// a name has an empty name. Parameters that the compiler has added are left
/// out.
std::vector<std::string> parameterNames(llvm::DWARFDie function);
void addVariableNames(llvm::DWARFDie scope, std::set<std::string> &names);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_EXPRESSIONS_DEBUGVARIABLES_H
