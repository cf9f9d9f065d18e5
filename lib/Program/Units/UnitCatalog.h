// Finds source units by position and adds them to the unit table.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A unit is added to the table when the first piece of its code is seen.

#ifndef PINSTRIPE_LIB_PROGRAM_UNITS_UNITCATALOG_H
#define PINSTRIPE_LIB_PROGRAM_UNITS_UNITCATALOG_H

#include "Binary/DebugInfo.h"
#include "Source/SourceScanner.h"
#include "pinstripe/Program/UnitTable.h"
#include <map>
#include <tuple>

namespace pinstripe {

/// Says to which source units the code of a machine function may belong.
struct SourceScope {
  /// The function in the source: an index into SourceModel::functions, or -1 if
  /// there is none.
  int32_t function = -1;
  /// True if some of the code belongs to units outside of functions, such as
  /// the initialiser of a global.
  bool hasFileLevel = false;
  /// True for a function that the compiler made and that is nowhere in the
  /// source. It has code of the user only for what stands outside of functions,
  /// such as initialisers of globals.
  bool isPlaceless = false;
  /// The compiler that made the code of the function.
  CompilerFamily compiler = CompilerFamily::Any;
  bool isKnown() const { return function >= 0 || hasFileLevel; }
};

/// The source files and units that are in the unit table already. A header that
/// several modules use is one file, and each of its statements is one unit.
struct KnownUnits {
  std::map<std::string, FileId> files;
  /// Maps the index of each known unit in SourceModel::units to the unit's id
  /// in the unit table.
  std::map<uint32_t, UnitId> bySource;
  /// Maps the id of each known unit to its index in SourceModel::units.
  std::map<UnitId, uint32_t> sources;
  std::map<std::tuple<FileId, uint32_t, uint32_t>, UnitId> byLine;
  /// Says what is destroyed at the end of a scope: the cleanup of the scope and
  /// the declaration of the object, as indices in SourceModel::units, and the
  /// name of the object.
  struct Destroyed {
    uint32_t cleanup = 0, declaration = 0;
    std::string object;
    auto operator<=>(const Destroyed &) const = default;
  };
  std::map<Destroyed, UnitId> destructions;
};

/// Finds the statement units to which the code of one module (the program or a
/// library) belongs.
class UnitCatalog {
public:
  /// `known` has the units that are in the table already. The catalogs of all
  /// modules share it, since modules may use the same headers.
  UnitCatalog(const DebugInfo &info, const SourceModel &model,
              KnownUnits &known, UnitTable &table);

  SourceScope scopeOf(const DebugFunction &function) const;
  /// Returns the innermost unit whose range, or one of whose anchors (further
  /// ranges), holds the position of a line table row. Considers only the units
  /// that `scope` allows.
  std::optional<UnitId> unitAt(const SourceScope &scope, const LineRow &row);
  /// Finds the innermost unit that holds the position of a line table row, as
  /// unitAt() does. But it returns the unit's index in SourceModel::units and
  /// does not add the unit to the table.
  std::optional<uint32_t> sourceAt(const SourceScope &scope,
                                   const LineRow &row) const;
  const SourceUnit &source(uint32_t index) const { return model.units[index]; }
  /// Returns the declarations of the objects that a scope's clean-up destroys.
  /// All are indices into SourceModel::units.
  llvm::ArrayRef<uint32_t> declarationsOf(uint32_t cleanup) const;
  /// Returns the unit of the code that destroys one object of a scope. Adds the
  /// unit to the table if it is not there yet.
  UnitId destructionOf(const KnownUnits::Destroyed &destroyed);
  /// Returns the conditions of all `do` loops without braces whose body is the
  /// statement at the position of the line table row `row`, inner loops first.
  /// clang's line table assigns code of such a condition to the body.
  std::vector<UnitId> testsAt(const SourceScope &scope, const LineRow &row);
  /// Returns true if the position of a line table row is in the body of the
  /// source function that `scope` describes. Returns false for rows of inlined
  /// functions.
  bool isInBody(const SourceScope &scope, const LineRow &row) const;
  /// Returns true if a line table row is code of the user, although it belongs
  /// to no unit of the source. Rows in system headers don't count as code of
  /// the user. Neither do rows in a function that the compiler made and that
  /// has no place in the source.
  bool isUsers(const SourceScope &scope, const LineRow &row) const;
  /// Makes a unit of a line table row that belongs to no unit of the source.
  UnitId lineUnit(const LineRow &row);
  /// Returns true if a `}` is at the position of a line table row.
  bool isClosingBrace(const LineRow &row);
  SourceRange rangeOf(const SourceScope &scope, const DebugFunction &function);
  SourceRange rangeOf(const SourceExtent &extent);
  /// Returns the decisions (operands of `&&`, `||` and `?`) in the source of a
  /// unit: one list for each way in which a compiler may translate the source.
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
  std::map<uint32_t, std::vector<uint32_t>> declarationsByCleanup;
  std::map<std::string, std::vector<uint32_t>> functionsByFile;
  std::map<std::string, std::vector<uint32_t>> fileLevelUnits;
  std::map<uint32_t, std::vector<std::string>> linesByFile;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_UNITS_UNITCATALOG_H
