// Finds source units by position and adds them to the unit table.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A unit is added to the table when the first of its code is seen.

#ifndef PINSTRIPE_LIB_PROGRAM_UNITS_UNITCATALOG_H
#define PINSTRIPE_LIB_PROGRAM_UNITS_UNITCATALOG_H

#include "Binary/DebugInfo.h"
#include "Source/SourceScanner.h"
#include "pinstripe/Program/UnitTable.h"
#include <map>
#include <tuple>

namespace pinstripe {

/// The source units to which the code of a machine function may belong.
struct SourceScope {
  int32_t function = -1;     ///< Index into SourceModel::functions, or -1.
  bool hasFileLevel = false; ///< True if a row is in a file-level unit.
  /// The compiler that made the code.
  CompilerFamily compiler = CompilerFamily::Any;
  bool isKnown() const { return function >= 0 || hasFileLevel; }
};

/// The files and units that are in the table already. A header of several
/// modules is one file, and each of its statements is one unit.
struct KnownUnits {
  std::map<std::string, FileId> files;
  /// Ids of units by index in SourceModel::units.
  std::map<uint32_t, UnitId> bySource;
  /// Indices in SourceModel::units by id of the unit.
  std::map<UnitId, uint32_t> sources;
  std::map<std::tuple<FileId, uint32_t, uint32_t>, UnitId> byLine;
};

/// Finds units for the code of one module.
class UnitCatalog {
public:
  /// All modules of a table share `known`.
  UnitCatalog(const DebugInfo &info, const SourceModel &model,
              KnownUnits &known, UnitTable &table);

  SourceScope scopeOf(const DebugFunction &function) const;
  /// Returns the innermost unit of `scope` that holds the position of `row`.
  std::optional<UnitId> unitAt(const SourceScope &scope, const LineRow &row);
  /// Returns the tests of the `do` loops that repeat the statement at `row`,
  /// inner ones first, since the code of these tests may be there.
  std::vector<UnitId> testsAt(const SourceScope &scope, const LineRow &row);
  /// Returns false for rows of inlined functions, which lie outside the scope.
  bool isInBody(const SourceScope &scope, const LineRow &row) const;
  /// Makes a unit of a line table row for which the source model has no unit.
  UnitId lineUnit(const LineRow &row);
  /// Returns true if the character at the position of `row` is `}`.
  bool isClosingBrace(const LineRow &row);
  SourceRange rangeOf(const SourceScope &scope, const DebugFunction &function);
  SourceRange rangeOf(const SourceExtent &extent);
  /// Returns the decisions that the source of the unit makes.
  const std::vector<SourceDecisions> &decisionsOf(UnitId unit) const;

private:
  FileId fileId(const std::string &path);
  UnitId add(uint32_t sourceUnit);
  std::string lineText(const LineRow &row);
  std::optional<uint32_t> innermost(const std::vector<uint32_t> &candidates,
                                    const std::string &file, SourceLocation at,
                                    CompilerFamily compiler) const;

  const DebugInfo &info;
  const SourceModel &model;
  KnownUnits &known;
  UnitTable &table;
  std::vector<std::vector<uint32_t>> unitsByFunction;
  std::map<std::string, std::vector<uint32_t>> functionsByFile;
  std::map<std::string, std::vector<uint32_t>> fileLevelUnits;
  std::map<uint32_t, std::vector<std::string>> linesByFile;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_UNITS_UNITCATALOG_H
