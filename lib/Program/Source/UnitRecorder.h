// Converts pieces of an AST to source pieces.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The walks over one AST share a UnitRecorder: the AST, its positions, and the
// collector of the pieces.

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCE_UNITRECORDER_H
#define PINSTRIPE_LIB_PROGRAM_SOURCE_UNITRECORDER_H

#include "Source/SourceCollector.h"
#include "Source/SourcePositions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

namespace pinstripe {

/// What the code of a statement does with an expression: it computes the value,
/// used or not, or decides by it.
enum class ExpressionRole : uint8_t { Value, Condition, LoopCondition };

struct UnitRecorder {
  const clang::ASTContext &ast;
  const SourcePositions &positions;
  SourceCollector &collector;
  /// Places of errors that Clang reported; code around them can't be trusted.
  std::vector<clang::SourceLocation> errors;

  using PieceId = SourceCollector::PieceId;
  PieceId add(UnitKind kind, clang::SourceLocation begin,
              clang::SourceLocation end, int32_t function,
              bool isConstant = false) const;
  PieceId add(UnitKind kind, clang::SourceRange range, int32_t function,
              bool isConstant = false) const {
    return add(kind, range.getBegin(), range.getEnd(), function, isConstant);
  }
  /// Adds an anchor, but not in macros: all their positions are the same.
  void anchor(PieceId piece, clang::SourceLocation begin,
              clang::SourceLocation end, CompilerFamily compiler) const;
  /// Sets the repeated statement of a `do` without braces.
  void repeats(PieceId test, clang::SourceRange statement) const;
  /// Adds the decisions of an expression, which may be null.
  void decides(PieceId piece, const clang::Expr *expression,
               ExpressionRole role = ExpressionRole::Value) const;
  /// Returns true if an error was reported in this range.
  bool hasErrorIn(clang::SourceRange range) const;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCE_UNITRECORDER_H
