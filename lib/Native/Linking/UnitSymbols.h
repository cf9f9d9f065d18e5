// Holds the addresses of the variables and functions of one compilation unit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A name with internal linkage (`static`) can occur in several compilation
// units of a module, each time with another meaning. The symbol table of the
// module does not tell these meanings apart, but the debug information does.

#ifndef PINSTRIPE_LIB_NATIVE_LINKING_UNITSYMBOLS_H
#define PINSTRIPE_LIB_NATIVE_LINKING_UNITSYMBOLS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace pinstripe {

class ModuleSymbols;

/// The place of a variable. `address` is an address in the module's file. For a
/// thread-local variable, it is an offset from the first thread-local variable.
struct VariablePlace {
  uint64_t address = 0;
  bool isThreadLocal = false;
};

class UnitSymbols {
public:
  /// Returns the address that the function with this linkage name has in the
  /// module's file, before loading.
  std::optional<uint64_t> findFunction(llvm::StringRef linkageName) const;
  /// Returns the place of a variable that is not local to a function.
  std::optional<VariablePlace> findVariable(llvm::StringRef linkageName) const;

  /// The static local variables of one function that have the same name. clang
  /// calls them `function.name`, `function.name.1`, ... in an object file.
  struct StaticLocals {
    /// The variables in the order of the source. A variable without a place (an
    /// address) was left out by the compiler, since nothing uses it.
    std::vector<std::optional<VariablePlace>> places;
    /// The number at the end of the symbol's name, such as 1 in
    /// `function.name.1`; 0 if there is none.
    unsigned number = 0;
    std::string key; ///< The symbol's name without the number.
  };
  /// Returns all static local variables that belong to the same function and
  /// have the same name in the source as `symbol`. `symbol` is clang's name for
  /// one of them. Returns nullopt if it is not a static local variable of this
  /// compilation unit.
  std::optional<StaticLocals> findStaticLocals(llvm::StringRef symbol) const;

private:
  friend class UnitReader;
  llvm::StringMap<uint64_t> functions;
  llvm::StringMap<VariablePlace> variables;
  /// The static local variables. The key is the text `function.name`.
  llvm::StringMap<std::vector<std::optional<VariablePlace>>> staticLocals;
};

/// The debug information of a module. Each compilation unit is read when it is
/// first needed.
class ModuleUnits {
public:
  explicit ModuleUnits(const ModuleSymbols &module);
  /// Returns the symbols of the compilation unit whose main source file is
  /// `source`. If no unit has this path, looks for a unit whose source has the
  /// same file name. Returns null if there is no such unit, or more than one.
  const UnitSymbols *find(const std::string &source);

private:
  llvm::DWARFUnit *unitOf(llvm::StringRef source) const;
  llvm::DWARFUnit *
  onlyUnit(llvm::function_ref<bool(llvm::StringRef)> isWanted) const;

  std::unique_ptr<llvm::DWARFContext> dwarf;
  /// The compilation units of the module, each with the path of its main
  /// source. The path is the one in the debug information.
  std::vector<std::pair<std::string, llvm::DWARFUnit *>> sources;
  std::map<std::string, std::unique_ptr<UnitSymbols>> known;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_LINKING_UNITSYMBOLS_H
