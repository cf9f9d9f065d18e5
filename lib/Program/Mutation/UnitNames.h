// Lists the variables, functions and constants that a mutation can use.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_MUTATION_UNITNAMES_H
#define PINSTRIPE_LIB_PROGRAM_MUTATION_UNITNAMES_H

#include "Mutation/FunctionPlaces.h"
#include "clang/AST/DeclCXX.h"

namespace pinstripe {

/// The constants of a part of the source. Each constant is listed once.
/// Constants are in ascending order, except where a member says otherwise.
struct Constants {
  std::vector<int64_t> integers;
  std::vector<int64_t> characters;
  /// The floating-point constants in the order of the source.
  std::vector<std::string> floats;
};

/// The functions, variables and constants in the user's files of one
/// compilation unit.
class UnitNames {
public:
  explicit UnitNames(ParsedUnit &unit);

  /// The functions that code of the user's files calls or defines.
  std::vector<const clang::FunctionDecl *> functions;
  /// The variables of the user's files that are not local to a function.
  std::vector<const clang::VarDecl *> variables;
  Constants constants;
};

/// Returns true if the program has code of the function, as far as this
/// compilation unit tells. A function that nothing uses may have no code.
bool isInProgram(const clang::FunctionDecl *function);

Constants constantsIn(const UnitTokens &tokens, TokenRange range);

/// A variable, or a member of `this`. `text` is the text by which code of the
/// function names it.
struct VisibleVariable {
  std::string text;
  /// The variable's type. For a reference, this is the type to which the
  /// reference refers.
  clang::QualType type;
  const clang::ValueDecl *declaration = nullptr;
  bool isUsed = false; ///< True if the function uses the variable.
};

/// Returns the text by which a declaration outside of functions is named; empty
/// if it can't be named.
std::string nameInUnit(const clang::NamedDecl *declaration);

/// Finds the variables that can be used at the different places in a function.
class VisibleVariables {
public:
  VisibleVariables(ParsedUnit &unit, const UnitNames &names,
                   const clang::FunctionDecl *function);

  /// Returns the variables that can be used in a scope. Variables of inner
  /// scopes come first, then members of `this`, then variables that are not
  /// local.
  const std::vector<VisibleVariable> &in(const LocalScope *scope);

private:
  std::vector<VisibleVariable> outer;
  std::map<const LocalScope *, std::vector<VisibleVariable>> known;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_MUTATION_UNITNAMES_H
