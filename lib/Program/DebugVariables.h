//===- DebugVariables.h - Variables that are in scope -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Program. Finds variables by name from a place in the code.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_PROGRAM_DEBUGVARIABLES_H
#define PINSTRIPE_LIB_PROGRAM_DEBUGVARIABLES_H

#include "DebugTypes.h"
#include "ElfFile.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include <set>

namespace pinstripe {

/// The debug information of one module, open for questions.
class ModuleVariables {
public:
  /// `base` as of TracedModule.
  static llvm::Expected<std::unique_ptr<ModuleVariables>>
  open(const std::string &path, uint64_t base);

  /// Blocks from the innermost out, then the function; empty if there is none
  /// at this address in the file.
  std::vector<llvm::DWARFDie> scopesAt(uint64_t address);
  /// A static or global variable with a place. `from` is preferred among
  /// several: its own compilation unit, then its namespaces.
  llvm::DWARFDie findGlobal(llvm::StringRef name, llvm::DWARFDie from);
  /// The definition of what is only declared where it is used; `type` itself
  /// if there is none.
  DebugType complete(const DebugType &type);
  void addGlobalNames(std::set<std::string> &names);

  /// The steps to a variable that is in scope at `address`. UsageErrors.
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
  llvm::StringMap<std::vector<Global>> globals; ///< by last name
  llvm::StringMap<llvm::DWARFDie> structures;   ///< by last name
};

/// The variable of this name that is declared directly in the scope.
llvm::DWARFDie findVariable(llvm::DWARFDie scope, llvm::StringRef name);
void addVariableNames(llvm::DWARFDie scope, std::set<std::string> &names);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_DEBUGVARIABLES_H
