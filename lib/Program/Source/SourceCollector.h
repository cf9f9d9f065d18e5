// Merges the statements that walks over ASTs report into one source model.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A statement is reported once per template instantiation and once per
// compilation unit that includes its header. Each walk has a collector of its
// own, and another collector merges them. A collector knows nothing of Clang.

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCECOLLECTOR_H
#define PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCECOLLECTOR_H

#include "Source/SourceScanner.h"
#include <optional>
#include <set>
#include <tuple>

namespace pinstripe {

/// A statement as a walk over an AST reports it. Several statements of one
/// macro expansion have the same position in line tables, so they end up in one
/// SourceUnit.
struct SourcePiece {
  SourceUnit unit;
  /// The position of the statement's first character, which distinguishes the
  /// statements of one macro expansion.
  std::string spelling;
  bool isFromMacro = false;
  /// True for a condition without code because its value is known at compile
  /// time: `while (0)`.
  bool isConstant = false;
};

/// The result of the walk over one AST, as plain data that can be cached.
struct ParsedSource {
  std::vector<SourceFunction> functions;
  /// In each piece `unit.function` is an index into `functions`, or -1.
  std::vector<SourcePiece> pieces;
  /// Index pairs: the piece of a declaration, and the piece of its cleanup.
  std::set<std::pair<uint32_t, uint32_t>> cleanups;
  /// The first error of the parse; empty if there was none.
  std::string failure;
};

class SourceCollector {
public:
  using PieceId = uint32_t;

  /// Adds a function, unless it was added before. Returns its index.
  int32_t addFunction(SourceFunction function);
  PieceId addPiece(SourcePiece piece);
  void addAnchor(PieceId piece, SourceAnchor anchor);
  void setRepeated(PieceId test, SourceExtent statement) {
    pieces[test].unit.repeated = std::move(statement);
  }
  void setDecisions(PieceId piece, std::vector<SourceDecisions> decisions) {
    pieces[piece].unit.decisions = std::move(decisions);
  }
  void linkCleanup(PieceId declaration, PieceId cleanup);
  void addFailure(const std::string &mainFile, const std::string &error);
  /// Adds all that another collector has collected.
  void add(const ParsedSource &source);

  /// Returns the pieces before they become units. Afterwards the collector
  /// can't be used, no more than after `finish`.
  ParsedSource release();
  SourceModel finish();

private:
  using ExtentKey = std::tuple<std::string, SourceLocation, SourceLocation>;
  /// The key by which pieces are found again has no end position, since `T
  /// x(a)` has two of them: one in a template and one in its instances.
  using PieceKey =
      std::tuple<std::string, SourceLocation, int32_t, UnitKind, std::string>;

  std::vector<std::vector<PieceId>> groupByExpansion() const;
  SourceUnit unite(const std::vector<PieceId> &group) const;

  SourceModel model;
  std::vector<SourcePiece> pieces;
  std::map<ExtentKey, int32_t> functionIds;
  std::map<PieceKey, PieceId> pieceIds;
  std::set<std::pair<PieceId, PieceId>> cleanups;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCECOLLECTOR_H
