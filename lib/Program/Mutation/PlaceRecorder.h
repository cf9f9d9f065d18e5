// Records the parts of a function that mutations can change.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_MUTATION_PLACERECORDER_H
#define PINSTRIPE_LIB_PROGRAM_MUTATION_PLACERECORDER_H

#include "Mutation/FunctionPlaces.h"
#include "clang/AST/ExprCXX.h"

namespace pinstripe {

/// Base class of a walk over a function. It records the parts of the function
/// that mutations can change, and knows the current statement unit and the
/// variables in scope. The derived class does the walk itself.
class PlaceRecorder {
protected:
  PlaceRecorder(ParsedUnit &unit, const FunctionSource &function)
      : unit(unit), source(function) {}
  virtual ~PlaceRecorder() = default;

  // walkLambda and walkBlock are called for expressions that contain
  // statements: a lambda, or a block `({ ... })`.
  virtual void walkLambda(const clang::LambdaExpr *lambda) = 0;
  virtual void walkBlock(const clang::StmtExpr *block) = 0;

  /// Starts a statement unit, which is a statement that can be skipped as a
  /// whole. The unit extends from `begin` to `end`. All places that are
  /// recorded from now on belong to this unit. A place is a part of the
  /// function that mutations can change.
  void enterUnit(clang::SourceLocation begin, clang::SourceLocation end);
  void declare(const clang::VarDecl *variable);
  /// Notes that a variable is in scope from now on although it is declared
  /// elsewhere, such as a variable that a lambda captures.
  void bringIntoScope(const clang::VarDecl *variable);

  void addPlace(PlaceForm form, TokenRange tokens, const clang::Stmt *statement,
                const clang::VarDecl *variable = nullptr);
  /// Adds the declaration of a variable as a place. A change of a declaration
  /// needs a copy of the whole body.
  void addDeclaration(const clang::VarDecl *variable);
  void addInsertion(const clang::Stmt *before, bool needsBraces);
  /// Adds an expression as a place, which is a part of the function that
  /// mutations can change. If the expression as a whole can't be copied, adds
  /// its parts as places instead.
  void addWhole(PlaceForm form, const clang::Expr *expression,
                const clang::VarDecl *variable = nullptr);
  /// Adds the largest parts of an expression that have scalar values as places
  /// (parts of the function that mutations can change).
  void addParts(const clang::Expr *expression);
  /// Notes the conditions that mutations may use elsewhere in the function: the
  /// operands of `&&`, `||` and `!` in `condition`. If it has no such operator,
  /// notes the whole condition.
  void addAtoms(const clang::Expr *condition);

  ParsedUnit &unit;
  const FunctionSource &source;
  FunctionPlaces found;
  /// The statement unit that the walk is visiting, or the last one that it has
  /// left.
  UnitPlace current;
  const LocalScope *scope = nullptr;
  const clang::FunctionDecl *function = nullptr;
  bool mayBreak = false, mayContinue = false;

private:
  TokenRange extentOf(const clang::Stmt *statement) const;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_MUTATION_PLACERECORDER_H
