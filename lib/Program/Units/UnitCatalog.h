// Finds source units by position and adds them to the unit table.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A unit is added to the table as soon as a piece of its code is found.

#ifndef PINSTRIPE_LIB_PROGRAM_UNITS_UNITCATALOG_H
#define PINSTRIPE_LIB_PROGRAM_UNITS_UNITCATALOG_H

#include "Binary/DebugInfo.h"
#include "Source/SourceScanner.h"
#include "pinstripe/Program/UnitTable.h"
#include <map>
#include <tuple>

namespace pinstripe {

/// Says to which statement units of the source the code of one machine function
/// may belong.
struct SourceScope {
  /// The function in the source: an index into SourceModel::functions, or -1 if
  /// there is none.
  int32_t function = -1;
  /// True if some of the function's code belongs to units outside of functions,
  /// such as the initialiser of a global variable.
  bool hasFileLevel = false;
  /// True if the compiler made the function, and the function is nowhere in the
  /// source. It can still have code of the user that stands outside of
  /// functions, such as the initialiser of a global variable.
  bool isPlaceless = false;
  /// The compiler that made the code of the function.
  CompilerFamily compiler = CompilerFamily::Any;
  bool isKnown() const { return function >= 0 || hasFileLevel; }
};

/// The source files and units that are in the unit table already. A header that
/// several modules use is one file, and each of its statements is one unit.
struct KnownUnits {
  std::map<std::string, FileId> files;
  /// Maps each known unit, by its index in SourceModel::units, to its id in the
  /// unit table.
  std::map<uint32_t, UnitId> bySource;
  /// Maps each known unit, by its id in the unit table, to its index in
  /// SourceModel::units.
  std::map<UnitId, uint32_t> sources;
  std::map<std::tuple<FileId, uint32_t, uint32_t>, UnitId> byLine;
  /// An object that is destroyed at the end of a scope: the unit of the scope's
  /// end, the unit of the object's declaration, and the object's name. Units
  /// are indices in SourceModel::units.
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
  /// `known` has the units (statements) that are in the unit table already.
  /// Each module has a catalog, but all catalogs share `known`, since modules
  /// may use the same headers.
  UnitCatalog(const DebugInfo &info, const SourceModel &model,
              KnownUnits &known, UnitTable &table);

  SourceScope scopeOf(const DebugFunction &function) const;
  /// Returns true if the source has `= default` in place of the function's
  /// body.
  bool isDefaulted(const DebugFunction &function) const;
  /// Returns the innermost unit (statement) that holds the source position of a
  /// line table row. A unit holds the positions in its range and in its
  /// anchors, which are further ranges. Considers only the units to which the
  /// code of the row's function may belong, as `scope` says.
  std::optional<UnitId> unitAt(const SourceScope &scope, const LineRow &row);
  /// Finds the same unit (statement) as unitAt(), and returns its index in
  /// SourceModel::units. Does not add the unit to the table.
  std::optional<uint32_t> sourceAt(const SourceScope &scope,
                                   const LineRow &row) const;
  const SourceUnit &source(uint32_t index) const { return model.units[index]; }
  /// Returns true if any of the units (statements) that `scope` describes
  /// declares a structured binding.
  bool hasBindings(const SourceScope &scope) const;
  /// Returns true if the unit `unit` declares a structured binding, and the
  /// line table row `row` is at the names that it declares. `unit` is an index
  /// in SourceModel::units.
  bool isAtBindings(uint32_t unit, const LineRow &row) const;
  /// Returns the declarations of the objects that the unit `cleanup` destroys
  /// at the end of a scope. All units are indices in SourceModel::units.
  llvm::ArrayRef<uint32_t> declarationsOf(uint32_t cleanup) const;
  /// Returns the unit (code that can be skipped like a statement) that destroys
  /// one object at the end of a scope. Adds the unit to the table if it is not
  /// there yet.
  UnitId destructionOf(const KnownUnits::Destroyed &destroyed);
  /// Finds the `do` loops without braces whose body is the statement at the
  /// position of `row`. Returns the conditions of these loops, those of inner
  /// loops first. clang's line table assigns code of such a condition to the
  /// body of the loop.
  std::vector<UnitId> testsAt(const SourceScope &scope, const LineRow &row);
  /// Returns true if the position of a line table row is in the body of the
  /// source function that `scope` describes. Returns false for rows of inlined
  /// functions.
  bool isInBody(const SourceScope &scope, const LineRow &row) const;
  /// Returns true if a line table row is code of the user, although it belongs
  /// to no unit of the source. Two kinds of rows are not code of the user:
  /// those in system headers, and those in a function that the compiler made
  /// and that is nowhere in the source.
  bool isUsers(const SourceScope &scope, const LineRow &row) const;
  /// Makes a statement unit for a line table row whose position is in no unit
  /// of the source.
  UnitId lineUnit(const LineRow &row);
  /// Returns true if the source has a `}` at the position of the line table
  /// row.
  bool isClosingBrace(const LineRow &row);
  /// Returns true if the line table row is at the `}` that ends the source
  /// function.
  bool isLastBrace(const SourceScope &scope, const LineRow &row) const;
  SourceRange rangeOf(const SourceScope &scope, const DebugFunction &function);
  SourceRange rangeOf(const SourceExtent &extent);
  /// Returns the decisions in the source of a unit (statement): the operands of
  /// `&&`, `||` and `?`. The result has an element for each way in which a
  /// compiler may translate the source.
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
  /// For each file, the extents in SourceModel::defaulted.
  std::map<std::string, std::vector<const SourceExtent *>> defaultedByFile;
  std::map<uint32_t, std::vector<std::string>> linesByFile;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_UNITS_UNITCATALOG_H
