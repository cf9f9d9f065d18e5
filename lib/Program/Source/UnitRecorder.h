// Converts statements of Clang's AST to plain data, which can be cached.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The data are SourcePieces, which use no Clang types. All walks over one AST
// share a UnitRecorder, which holds the AST, the positions of its nodes, and
// the collector to which the pieces go.

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCE_UNITRECORDER_H
#define PINSTRIPE_LIB_PROGRAM_SOURCE_UNITRECORDER_H

#include "Source/SourceCollector.h"
#include "Source/SourcePositions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"

namespace pinstripe {

/// Says for what purpose the code of a statement uses an expression: for its
/// value, for a branch, or for the branch of a loop. An expression whose value
/// is dropped counts as used for its value.
enum class ExpressionRole : uint8_t { Value, Condition, LoopCondition };

struct UnitRecorder {
  const clang::ASTContext &ast;
  const SourcePositions &positions;
  SourceCollector &collector;
  /// The locations at which Clang reported errors. The AST of the statements
  /// around an error can't be trusted.
  std::vector<clang::SourceLocation> errors;

  using PieceId = SourceCollector::PieceId;
  PieceId add(UnitKind kind, clang::SourceLocation begin,
              clang::SourceLocation end, int32_t function,
              bool isConstant = false) const;
  PieceId add(UnitKind kind, clang::SourceRange range, int32_t function,
              bool isConstant = false) const {
    return add(kind, range.getBegin(), range.getEnd(), function, isConstant);
  }
  /// Adds an anchor to a piece, which is a statement that the walk has found.
  /// An anchor is a further range of positions to which a line table assigns
  /// code of the statement. Ignores a range in a macro, since all positions in
  /// a macro expansion are the same.
  void anchor(PieceId piece, clang::SourceLocation begin,
              clang::SourceLocation end, CompilerFamily compiler) const;
  /// Notes that `statement` is the body of a `do` loop without braces. `test`
  /// is the loop's condition.
  void repeats(PieceId test, clang::SourceRange statement) const;
  /// Notes that the statement `piece` declares `variable`. Does nothing if
  /// `variable` is not a structured binding.
  void binds(PieceId piece, const clang::VarDecl *variable) const;
  /// Returns the location of the `]` of a structured binding.
  clang::SourceLocation
  closingBracket(const clang::DecompositionDecl *bindings) const;
  /// Adds to the statement `piece` the decisions that are made in `expression`,
  /// which may be null. A decision is about an operand of `&&` or `||`, about
  /// the condition before `?`, or about a whole condition.
  void decides(PieceId piece, const clang::Expr *expression,
               ExpressionRole role = ExpressionRole::Value) const;
  /// Returns true if Clang reported an error in `range`.
  bool hasErrorIn(clang::SourceRange range) const;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCE_UNITRECORDER_H
