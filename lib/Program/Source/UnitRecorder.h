// Converts statements of Clang's AST to pieces, which have no types of Clang.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All walks over one AST share a UnitRecorder, which holds the AST, the
// positions of its nodes, and the collector to which the pieces go.

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCE_UNITRECORDER_H
#define PINSTRIPE_LIB_PROGRAM_SOURCE_UNITRECORDER_H

#include "Source/SourceCollector.h"
#include "Source/SourcePositions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

namespace pinstripe {

/// The ways in which the code of a statement uses an expression: it computes
/// the value (used or not), or branches on it.
enum class ExpressionRole : uint8_t { Value, Condition, LoopCondition };

struct UnitRecorder {
  const clang::ASTContext &ast;
  const SourcePositions &positions;
  SourceCollector &collector;
  /// Where Clang reported errors; the statements around them can't be trusted.
  std::vector<clang::SourceLocation> errors;

  using PieceId = SourceCollector::PieceId;
  PieceId add(UnitKind kind, clang::SourceLocation begin,
              clang::SourceLocation end, int32_t function,
              bool isConstant = false) const;
  PieceId add(UnitKind kind, clang::SourceRange range, int32_t function,
              bool isConstant = false) const {
    return add(kind, range.getBegin(), range.getEnd(), function, isConstant);
  }
  /// Adds an anchor (another range of positions that line tables use for the
  /// statement), but not inside a macro: all positions there are the same.
  void anchor(PieceId piece, clang::SourceLocation begin,
              clang::SourceLocation end, CompilerFamily compiler) const;
  /// Says which statement is repeated by a `do` loop without braces; `test` is
  /// the condition of the loop.
  void repeats(PieceId test, clang::SourceRange statement) const;
  /// Adds the decisions that are made in an expression, which may be null.
  void decides(PieceId piece, const clang::Expr *expression,
               ExpressionRole role = ExpressionRole::Value) const;
  /// Returns true if Clang reported an error in this range.
  bool hasErrorIn(clang::SourceRange range) const;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCE_UNITRECORDER_H
