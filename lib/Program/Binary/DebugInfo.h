// Reads functions, line tables and compilation units from DWARF.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_BINARY_DEBUGINFO_H
#define PINSTRIPE_LIB_PROGRAM_BINARY_DEBUGINFO_H

#include "Binary/CompilationUnit.h"
#include "pinstripe/Program/ModuleCode.h"
#include "pinstripe/Program/Registers.h"
#include "pinstripe/Program/SourceFinder.h"
#include "pinstripe/Program/UnitTable.h"

namespace pinstripe {

/// A row of the line table. If several rows in DWARF have the same address,
/// they are merged into one row, which has the source position of the last of
/// them.
struct LineRow {
  uint64_t address = 0;
  uint32_t file = 0; ///< Index of the row's source file in DebugInfo::files.
  /// Number of the source line; 0 if no line is known for the code.
  uint32_t line = 0;
  uint32_t column = 0;
  bool isStatement = false;
  bool isPrologueEnd = false;
};

/// A local variable or parameter that lies in the stack frame. Its first byte
/// is at rbp + begin, and its last byte is at rbp + end - 1.
struct FrameVariable {
  /// The name of the variable. It is empty if the variable has no name, or if
  /// the frame only holds a pointer to the variable.
  std::string name;
  uint32_t line = 0; ///< The line on which the variable is declared.
  int64_t begin = 0, end = 0;
};

/// A function with machine code, as the debug information describes it.
struct DebugFunction {
  std::string name;
  std::string linkageName;
  uint64_t low = 0, high = 0;
  /// The file that declares the function, as an index into DebugInfo::files.
  uint32_t file = 0;
  uint32_t line = 0;
  /// The function's compilation unit, as an index into DebugInfo::units.
  uint32_t unit = 0;
  bool isArtificial = false;
  ReturnClass returns = ReturnClass::None;
  /// Registers that hold variables of the function. gcc puts variables into
  /// registers at -O0 if they are declared with `register`.
  RegisterSet variableRegisters = 0;
  /// The function's variables that lie in the stack frame, sorted by the places
  /// of their first bytes.
  std::vector<FrameVariable> frameVariables;
  /// True if most variables of the function have location lists. A location
  /// list gives a variable different places at different code addresses. Only
  /// optimised code has many location lists.
  bool hasLocationLists = false;
  std::vector<LineRow> rows; ///< The function's line table, sorted by address.
  std::vector<uint64_t> landingPads;
};

/// The code of a module with its debug information.
class DebugInfo : public ModuleCode {
public:
  /// Absolute paths of the source files, with symbolic links resolved.
  std::vector<std::string> files;
  std::vector<CompilationUnit> units;
  /// All functions of the module, sorted by address.
  std::vector<DebugFunction> functions;
  /// Addresses of the functions that are declared never to return.
  std::set<uint64_t> neverReturning;
};

/// Reads the code and the debug information of a file. LLVM may crash on a
/// damaged file, so `tryToRead` tests the file first. Returns a TargetError if
/// the file is damaged or stripped, is not ELF, is for another architecture, or
/// has no debug information. The error tells the user what to do. `sources`
/// finds the source files that have moved since the compilation.
llvm::Expected<DebugInfo> readDebugInfo(const std::string &path,
                                        SourceFinder &sources);
/// Reads the code and the debug information of a file whose sources have not
/// moved since the compilation.
llvm::Expected<DebugInfo> readDebugInfo(const std::string &path);
/// Reads the code and the debug information of a file for a second time, after
/// the unit table (the list of the program's statements) was built from the
/// file. The file is not tested for damage, since the first reading has done
/// so.
llvm::Expected<DebugInfo> readDebugInfoAgain(const std::string &path);
/// Reads the code and the debug information of a file for a second time,
/// without testing the file for damage. `sources` finds the source files that
/// have moved since the compilation.
llvm::Expected<DebugInfo> readDebugInfoAgain(const std::string &path,
                                             SourceFinder &sources);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_BINARY_DEBUGINFO_H
