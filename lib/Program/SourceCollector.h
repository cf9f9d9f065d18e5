//===- SourceCollector.h - What the scan of the sources finds -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Program. Takes what the walks over the ASTs report, once per
// template instantiation and once per compilation unit that includes a
// header, and makes one SourceModel of it. Each walk has a collector of its
// own; one more brings them together. Knows nothing of Clang.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCECOLLECTOR_H
#define PINSTRIPE_LIB_PROGRAM_SOURCECOLLECTOR_H

#include "SourceScanner.h"
#include <optional>
#include <set>
#include <tuple>

namespace pinstripe {

/// A statement as the walk sees it. Several statements of one macro expansion
/// have the same position for compilers; they end up in one SourceUnit.
struct SourcePiece {
  SourceUnit unit;
  /// Where the first character of the statement is: tells the statements of
  /// one macro expansion from each other.
  std::string spelling;
  bool isFromMacro = false;
  /// A condition that is known at compile time: `while (0)`. No code.
  bool isConstant = false;
};

/// What the walk over one AST reports. Plain data: it can be kept.
struct ParsedSource {
  std::vector<SourceFunction> functions;
  /// Their `unit.function` is an index into `functions`, or -1.
  std::vector<SourcePiece> pieces;
  /// Indices of a declaration's piece and of that of its cleanup.
  std::set<std::pair<uint32_t, uint32_t>> cleanups;
  /// The first error; empty: there was none.
  std::string failure;
};

class SourceCollector {
public:
  using PieceId = uint32_t;

  /// The index of the function, which may have been seen before.
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
  /// All that another collector has: as if its walk had reported it here.
  void add(const ParsedSource &source);

  /// What was reported so far, before statements become units. Ends the use of
  /// the collector, as `finish` does.
  ParsedSource release();
  SourceModel finish();

private:
  using ExtentKey = std::tuple<std::string, SourceLocation, SourceLocation>;
  /// Without the end: in a template and its instances, `T x(a)` has two.
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

#endif // PINSTRIPE_LIB_PROGRAM_SOURCECOLLECTOR_H
