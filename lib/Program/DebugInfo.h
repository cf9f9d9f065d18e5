//===- DebugInfo.h - What ELF and DWARF say of an executable -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Program. Reads the executable once; plain data comes out.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_PROGRAM_DEBUGINFO_H
#define PINSTRIPE_LIB_PROGRAM_DEBUGINFO_H

#include "SourceScanner.h"
#include "pinstripe/Program/MachineCode.h"
#include "pinstripe/Program/ModuleCode.h"

namespace pinstripe {

/// A row of the line table. Rows of one address: only the last is kept.
struct LineRow {
  uint64_t address = 0;
  uint32_t file = 0; ///< index into DebugInfo::files
  uint32_t line = 0; ///< 0: no line of its own
  uint32_t column = 0;
  bool isStatement = false;
  bool isPrologueEnd = false;
};

/// A subprogram with code.
struct DebugFunction {
  std::string name;
  std::string linkageName;
  uint64_t low = 0, high = 0;
  uint32_t file = 0; ///< of the declaration, index into DebugInfo::files
  uint32_t line = 0;
  uint32_t unit = 0; ///< index into DebugInfo::units
  bool isArtificial = false;
  ReturnClass returns = ReturnClass::None;
  /// Registers that hold variables (`register`, which gcc honours at -O0).
  RegisterSet variableRegisters = 0;
  /// The places of most variables change from address to address: optimised
  /// code.
  bool hasLocationLists = false;
  std::vector<LineRow> rows; ///< of [low, high), sorted
  std::vector<uint64_t> landingPads;
};

/// A module with its debug information.
class DebugInfo : public ModuleCode {
public:
  std::vector<std::string> files; ///< absolute, links resolved
  std::vector<CompilationUnit> units;
  std::vector<DebugFunction> functions; ///< sorted by address
  /// Where functions start that are declared never to return.
  std::set<uint64_t> neverReturning;
};

/// TargetErrors name the remedy: not ELF, another architecture, no debug
/// information, stripped, built with optimisation.
llvm::Expected<DebugInfo> readDebugInfo(const std::string &path);

/// Where the subprograms are that the debug information of `module`, which was
/// read from `path`, knows: sorted, disjoint.
llvm::Expected<std::vector<CodeRange>>
readFunctionRanges(const std::string &path, const ModuleCode &module);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_DEBUGINFO_H
