// Lists the places (parts) of a function that mutations can change.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_MUTATION_FUNCTIONPLACES_H
#define PINSTRIPE_LIB_PROGRAM_MUTATION_FUNCTIONPLACES_H

#include "Mutation/ParsedUnit.h"
#include <deque>
#include <set>

namespace pinstripe {

/// The kinds of source text that mutations can change. The kind of a text
/// decides how its mutations are written into the source. At run time, a
/// variable chooses between the original text and its mutations.
enum class PlaceForm : uint8_t {
  /// The changed part is an expression statement or `return e;`, with the
  /// semicolon.
  Statement,
  /// The changed part is an expression whose value is only tested for being
  /// true.
  Condition,
  /// The changed part is an expression whose value is not used, such as `i++`
  /// in `for`.
  Effect,
  /// The changed part is an expression whose value is a number, an enumeration
  /// or a pointer.
  Value,
  /// The changed part is a call that returns an object or a reference.
  Object,
  /// The changed part is the initialiser of a variable that is a number, an
  /// enumeration or a pointer.
  Initializer,
  /// Nothing is changed, but statements can be inserted before a token.
  Insertion,
  /// The changed part is the whole body of the function.
  Body,
};

/// The local variables that are visible at a point of the source, as a linked
/// list. `variable` was declared last. `outer` has the variables that were
/// visible before this declaration.
struct LocalScope {
  const clang::VarDecl *variable = nullptr;
  const LocalScope *outer = nullptr;
};

/// The position at which a statement unit begins, as in the unit table. A
/// statement unit is a statement that can be skipped as a whole.
struct UnitPlace {
  std::string file;
  uint32_t line = 0, column = 0;
};

/// A part of a function that is changed as a whole. Places never overlap,
/// except for the whole body (form Body) and for the points at which statements
/// can be inserted (form Insertion).
struct Place {
  PlaceForm form = PlaceForm::Statement;
  /// The tokens that a change replaces; those of a statement include its
  /// semicolon. Statements are inserted before the token `tokens.first`. If
  /// `needsBraces` is true, `tokens` is the body of an `if` or of a loop, and
  /// an insertion puts braces around it.
  TokenRange tokens;
  bool needsBraces = false;
  /// The statement that is changed. For the form Insertion, the statement
  /// before which other statements are inserted; null if they are inserted
  /// before a `}`.
  const clang::Stmt *statement = nullptr;
  /// For the form Initializer: the variable that is initialised. For the form
  /// Body: the variable whose declaration is changed; null if a change may be
  /// anywhere in the body.
  const clang::VarDecl *variable = nullptr;
  UnitPlace unit;
  const LocalScope *scope = nullptr;
  /// The innermost function or lambda that contains the changed part. A
  /// `return` in the changed part returns from this function.
  const clang::FunctionDecl *function = nullptr;
  bool mayBreak = false, mayContinue = false;
};

/// A condition of the function, or an operand of `&&` or `||` in such a
/// condition. Mutations may use it elsewhere in the function.
struct Atom {
  std::string text;
  TokenRange tokens;
  /// The local variables whose names occur in the condition.
  std::vector<const clang::VarDecl *> locals;
  /// True if `!` can be put before the condition without parentheses.
  bool isPrimary = false;
};

struct FunctionPlaces {
  /// The parts of the function that mutations can change, in the order of the
  /// source.
  std::vector<Place> places;
  std::vector<Atom> atoms;
  /// All local variables of the function.
  std::vector<const clang::VarDecl *> locals;
  /// True if the text of the body can't stand in the source twice, since the
  /// body has labels or static variables.
  bool isUnique = false;
  std::deque<LocalScope> scopes;
};

FunctionPlaces findPlaces(ParsedUnit &unit, const FunctionSource &function);

/// Returns the local variables that an expression names. Leaves out variables
/// that the expression itself declares.
std::vector<const clang::VarDecl *> localsIn(const clang::Stmt *statement);

/// Returns true if all of `variables` are in the scope `scope`.
bool areVisible(llvm::ArrayRef<const clang::VarDecl *> variables,
                const LocalScope *scope);

/// Removes the implicit conversions around an expression. Returns the part of
/// the expression that is written in the source.
const clang::Expr *asWritten(const clang::Expr *expression);

/// Returns true if the source may contain the statement twice. Returns false,
/// for example, if the statement has a lambda or a statement expression, since
/// these could hold static variables and labels.
bool isCopyable(const clang::Stmt *statement);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_MUTATION_FUNCTIONPLACES_H
