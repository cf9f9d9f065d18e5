// Merges the statements found in several syntax trees (ASTs) into one list.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A walk over the AST of one compilation unit reports each statement that it
// finds to a collector. Many statements are reported repeatedly, because
// templates are instantiated and headers are included several times. Each walk
// has a collector of its own, and one more collector merges the results of all
// walks. A collector uses no types of Clang.

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCECOLLECTOR_H
#define PINSTRIPE_LIB_PROGRAM_SOURCE_SOURCECOLLECTOR_H

#include "Source/SourceScanner.h"
#include <optional>
#include <set>
#include <tuple>

namespace pinstripe {

/// A statement that a walk over a syntax tree (AST) has found. Line tables give
/// the same position to all statements of one macro expansion, so their code
/// can't be told apart. Therefore these statements become one SourceUnit.
struct SourcePiece {
  SourceUnit unit;
  /// A text that identifies the place of the statement's first character, also
  /// inside macros. Statements of one macro expansion have different texts.
  std::string spelling;
  bool isFromMacro = false;
  /// True for a condition whose value is known at compile time, as in `while
  /// (0)`; such a condition has no code.
  bool isConstant = false;
};

/// The result of the walk over one AST, as plain data that can be cached.
struct ParsedSource {
  std::vector<SourceFunction> functions;
  /// The statements. In each, `unit.function` is an index into `functions`, or
  /// -1 if the statement is in no function.
  std::vector<SourcePiece> pieces;
  /// Pairs of indices into `pieces`: the index of a declaration, and the index
  /// of the clean-up that destroys what the declaration constructs.
  std::set<std::pair<uint32_t, uint32_t>> cleanups;
  /// The first error of Clang's parse; empty if there was none.
  std::string failure;
  std::vector<SourceExtent> defaulted = {}; ///< See SourceModel::defaulted.
};

class SourceCollector {
public:
  using PieceId = uint32_t;

  /// Adds a function of the source, unless it is known already. Returns its
  /// index.
  int32_t addFunction(SourceFunction function);
  void addDefaulted(SourceExtent extent) {
    model.defaulted.push_back(std::move(extent));
  }
  PieceId addPiece(SourcePiece piece);
  void addAnchor(PieceId piece, SourceAnchor anchor);
  void setRepeated(PieceId test, SourceExtent statement) {
    pieces[test].unit.repeated = std::move(statement);
  }
  void setBindings(PieceId piece, SourceExtent names) {
    pieces[piece].unit.bindings = std::move(names);
  }
  void setDecisions(PieceId piece, std::vector<SourceDecisions> decisions) {
    pieces[piece].unit.decisions = std::move(decisions);
  }
  void linkCleanup(PieceId declaration, PieceId cleanup);
  void addFailure(const std::string &mainFile, const std::string &error);
  /// Adds everything that another collector has found, as returned by its
  /// release().
  void add(const ParsedSource &source);

  /// Moves the collected functions, statements and clean-ups out of the
  /// collector. The collector can't be used afterwards.
  ParsedSource release();
  /// Makes statement units of the collected statements. Returns them, the
  /// functions and the errors as a SourceModel. The collector can't be used
  /// afterwards.
  SourceModel finish();

private:
  using ExtentKey = std::tuple<std::string, SourceLocation, SourceLocation>;
  /// The key by which a statement is recognised if it is reported again. The
  /// key has no end position, since the end of `T x(a)` differs between a
  /// template and its instantiations.
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
