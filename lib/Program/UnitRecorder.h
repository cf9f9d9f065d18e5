//===- UnitRecorder.h - Pieces of an AST become source pieces -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Program. What the walks over one AST share: the AST, its
// positions, and where the pieces go.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_PROGRAM_UNITRECORDER_H
#define PINSTRIPE_LIB_PROGRAM_UNITRECORDER_H

#include "SourceCollector.h"
#include "SourcePositions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

namespace pinstripe {

struct UnitRecorder {
  const clang::ASTContext &ast;
  const SourcePositions &positions;
  SourceCollector &collector;
  /// Where errors were reported: code around them can't be trusted.
  std::vector<clang::SourceLocation> errors;

  using PieceId = SourceCollector::PieceId;
  PieceId add(UnitKind kind, clang::SourceLocation begin,
              clang::SourceLocation end, int32_t function,
              bool isConstant = false) const;
  PieceId add(UnitKind kind, clang::SourceRange range, int32_t function,
              bool isConstant = false) const {
    return add(kind, range.getBegin(), range.getEnd(), function, isConstant);
  }
  /// Nothing in macros: all positions of an expansion are the same.
  void anchor(PieceId piece, clang::SourceLocation begin,
              clang::SourceLocation end, CompilerFamily compiler) const;
  /// The statement of a `do` without braces.
  void repeats(PieceId test, clang::SourceRange statement) const;
  /// `isLoop`: of a while, for or do.
  void decidesBy(PieceId piece, const clang::Expr *condition,
                 bool isLoop) const;
  /// The value of the expression is computed, or thrown away.
  void computes(PieceId piece, const clang::Expr *value) const;
  /// An error was reported between these places.
  bool hasErrorIn(clang::SourceRange range) const;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_UNITRECORDER_H
