// Lists the places in a function at which it can be changed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_MUTATION_FUNCTIONPLACES_H
#define PINSTRIPE_LIB_PROGRAM_MUTATION_FUNCTIONPLACES_H

#include "Mutation/ParsedUnit.h"
#include <deque>
#include <set>

namespace pinstripe {

/// Says how a changed part of the source is written so that a variable can
/// choose between the original and the mutations of this part.
enum class PlaceForm : uint8_t {
  Statement, ///< An expression statement or `return e;`, with its semicolon.
  Condition, ///< An expression of which only the truth matters.
  Effect,    ///< An expression whose value is dropped, such as `i++` in `for`.
  Value,     ///< An expression with a scalar value.
  Initializer, ///< The initialiser of a scalar variable.
  Insertion,   ///< No text: statements can be added before a token.
  Body,        ///< The whole body of the function.
};

/// A local variable, and the scope in which it is declared: that of all
/// variables that are declared before it.
struct LocalScope {
  const clang::VarDecl *variable = nullptr;
  const LocalScope *outer = nullptr;
};

/// The position at which a statement unit begins, as in the unit table. A
/// statement unit is a source statement that can be skipped as a whole.
struct UnitPlace {
  std::string file;
  uint32_t line = 0, column = 0;
};

/// A part of a function that is changed as a whole. Places do not overlap,
/// apart from Body and Insertion.
struct Place {
  PlaceForm form = PlaceForm::Statement;
  /// The tokens that are replaced, with the semicolon of a statement. An
  /// inserted statement goes before the token `tokens.first`. If the insertion
  /// needs braces, because the next statement is the body of an `if` or of a
  /// loop, the braces go around `tokens`.
  TokenRange tokens;
  bool needsBraces = false;
  const clang::Stmt *statement = nullptr;   ///< Null for insertions at a `}`.
  const clang::VarDecl *variable = nullptr; ///< The initialised variable.
  UnitPlace unit;
  const LocalScope *scope = nullptr;
  /// The function or lambda whose `return` would leave this place.
  const clang::FunctionDecl *function = nullptr;
  bool mayBreak = false, mayContinue = false;
};

/// A condition of the function, or an operand of `&&` or `||` in the condition,
/// that may be used elsewhere in the function.
struct Atom {
  std::string text;
  TokenRange tokens;
  std::vector<const clang::VarDecl *> locals; ///< The local variables in it.
  bool isPrimary = false; ///< True if `!` before it needs no parentheses.
};

struct FunctionPlaces {
  std::vector<Place> places; ///< In the order of the source.
  std::vector<Atom> atoms;
  std::vector<const clang::VarDecl *> locals; ///< All local variables.
  /// True if the body can't be copied, since it has labels or static variables.
  bool isUnique = false;
  std::deque<LocalScope> scopes;
};

FunctionPlaces findPlaces(ParsedUnit &unit, const FunctionSource &function);

/// Returns the local variables that an expression names, without those that the
/// expression declares itself.
std::vector<const clang::VarDecl *> localsIn(const clang::Stmt *statement);

/// Returns true if all of the variables are in scope.
bool areVisible(llvm::ArrayRef<const clang::VarDecl *> variables,
                const LocalScope *scope);

/// Returns the expression as it is written, without implicit conversions.
const clang::Expr *asWritten(const clang::Expr *expression);

/// Returns true if a statement can stand twice in the source: it has no lambda
/// or statement expression, which could hold static variables and labels.
bool isCopyable(const clang::Stmt *statement);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_MUTATION_FUNCTIONPLACES_H
