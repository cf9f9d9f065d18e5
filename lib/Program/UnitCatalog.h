//===- UnitCatalog.h - Source units by position -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Program. Finds the innermost source unit at a position and gives
// units their place in the UnitTable when code is first seen for them.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_PROGRAM_UNITCATALOG_H
#define PINSTRIPE_LIB_PROGRAM_UNITCATALOG_H

#include "DebugInfo.h"
#include "SourceScanner.h"
#include "pinstripe/Program/UnitTable.h"
#include <map>
#include <tuple>

namespace pinstripe {

/// Which units the code of a machine function may belong to.
struct SourceScope {
  int32_t function = -1;     ///< index into SourceModel::functions, or -1
  bool hasFileLevel = false; ///< some row lies in a file-level unit
  CompilerFamily compiler = CompilerFamily::Any; ///< that built the code
  bool isKnown() const { return function >= 0 || hasFileLevel; }
};

/// Files and units that have their place in the table. A header that is
/// included in several modules is one file, and its statements are one unit
/// each.
struct KnownUnits {
  std::map<std::string, FileId> files;
  std::map<uint32_t, UnitId> bySource; ///< by index into SourceModel::units
  std::map<UnitId, uint32_t> sources;  ///< the other way
  std::map<std::tuple<FileId, uint32_t, uint32_t>, UnitId> byLine;
};

/// For the code of one module.
class UnitCatalog {
public:
  /// `known` is shared by all modules of the table.
  UnitCatalog(const DebugInfo &info, const SourceModel &model,
              KnownUnits &known, UnitTable &table);

  SourceScope scopeOf(const DebugFunction &function) const;
  /// The innermost unit of the scope that holds the position of `row`.
  std::optional<UnitId> unitAt(const SourceScope &scope, const LineRow &row);
  /// The tests of the `do`s that repeat the statement at `row` and may have
  /// their code there, inner ones first.
  std::vector<UnitId> testsAt(const SourceScope &scope, const LineRow &row);
  /// False for rows of inlined functions, which lie elsewhere.
  bool isInBody(const SourceScope &scope, const LineRow &row) const;
  /// A unit that the source model does not have: a row of the line table.
  UnitId lineUnit(const LineRow &row);
  /// The character at a position is `}`.
  bool isClosingBrace(const LineRow &row);
  SourceRange rangeOf(const SourceScope &scope, const DebugFunction &function);
  SourceRange rangeOf(const SourceExtent &extent);
  /// What the unit decides inside of itself.
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

#endif // PINSTRIPE_LIB_PROGRAM_UNITCATALOG_H
