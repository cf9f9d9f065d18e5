// Holds the debug information of a module as plain data.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_BINARY_DEBUGINFO_H
#define PINSTRIPE_LIB_PROGRAM_BINARY_DEBUGINFO_H

#include "Binary/CompilationUnit.h"
#include "pinstripe/Program/ModuleCode.h"
#include "pinstripe/Program/Registers.h"
#include "pinstripe/Program/UnitTable.h"

namespace pinstripe {

/// A row of the line table. Of several rows for an address only the last is
/// used.
struct LineRow {
  uint64_t address = 0;
  uint32_t file = 0; ///< Index into DebugInfo::files.
  uint32_t line = 0; ///< 0 if no source line belongs to the code.
  uint32_t column = 0;
  bool isStatement = false;
  bool isPrologueEnd = false;
};

/// A function with machine code.
struct DebugFunction {
  std::string name;
  std::string linkageName;
  uint64_t low = 0, high = 0;
  uint32_t file = 0; ///< File of the declaration: index into DebugInfo::files.
  uint32_t line = 0;
  uint32_t unit = 0; ///< Unit of the function: index into DebugInfo::units.
  bool isArtificial = false;
  ReturnClass returns = ReturnClass::None;
  /// Registers that hold variables declared with `register`, which gcc honours
  /// at -O0.
  RegisterSet variableRegisters = 0;
  /// True if the location of most variables changes from address to address, as
  /// in optimised code.
  bool hasLocationLists = false;
  std::vector<LineRow> rows; ///< Line table rows of the function, sorted.
  std::vector<uint64_t> landingPads;
};

/// The code of a module with its debug information.
class DebugInfo : public ModuleCode {
public:
  std::vector<std::string> files; ///< Absolute paths with links resolved.
  std::vector<CompilationUnit> units;
  std::vector<DebugFunction> functions; ///< All functions, sorted by address.
  /// First addresses of the functions that are declared never to return.
  std::set<uint64_t> neverReturning;
};

/// Reads the code and debug information of a file. `tryToRead` comes first,
/// since both may be damaged. TargetErrors name the remedy: not ELF, another
/// architecture, no debug information, stripped, built with optimisation.
llvm::Expected<DebugInfo> readDebugInfo(const std::string &path);

/// Returns the address ranges of all functions in the debug information of
/// `module`, sorted and disjoint. `path` is the file of the module.
llvm::Expected<std::vector<CodeRange>>
readFunctionRanges(const std::string &path, const ModuleCode &module);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_BINARY_DEBUGINFO_H
