// Lists the changes of the expressions and statements of one function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each function here adds changes of some kinds to the list in the context.
// Some of these changes may be rejected by the compiler later.

#ifndef PINSTRIPE_LIB_PROGRAM_MUTATION_CHANGES_H
#define PINSTRIPE_LIB_PROGRAM_MUTATION_CHANGES_H

#include "Mutation/ChangeList.h"
#include "Mutation/UnitNames.h"
#include "llvm/ADT/STLExtras.h"

namespace pinstripe {

/// The known facts about the function that is changed.
struct ChangeContext {
  ParsedUnit &unit;
  const FunctionSource &function;
  const FunctionPlaces &places;
  const UnitNames &names;
  VisibleVariables &visible;
  Constants constants; ///< The constants of the function.
  ChangeList &changes;

  const Place &place(uint32_t index) const { return places.places[index]; }
  clang::ASTContext &ast() const { return unit.ast(); }
  const UnitTokens &tokens() const { return unit.tokens; }
  TokenRange rangeOf(const clang::Expr *expression) const;
  std::string textOf(const clang::Expr *expression) const;
  std::string trueText() const { return unit.isCxx() ? "true" : "1"; }
  std::string falseText() const { return unit.isCxx() ? "false" : "0"; }
};

/// An expression inside of a place (a part of the function that is changed as a
/// whole).
struct ExpressionUse {
  uint32_t place = 0;
  /// The expression as written, and the same with implicit conversions.
  const clang::Expr *written = nullptr, *converted = nullptr;
  TokenRange tokens;
  bool isCondition = false; ///< True if only its truth matters.
  bool isDropped = false;   ///< True if its value is not used.
  /// True if types are deduced from the value, so that a constant of another
  /// type may not fit: an argument of a function template, for example.
  bool isDeduced = false;
  /// The operation whose right operand the expression is; null if the
  /// expression is not a right operand.
  const clang::BinaryOperator *rightOf = nullptr;
  /// Returns true if the object is needed, not only its value, as for the
  /// left-hand side of an assignment, the operand of `&` or the initialiser of
  /// a reference.
  bool isObject() const { return converted->isGLValue(); }
};

/// Walks all expressions of a place and adds their changes.
void addExpressionChanges(ChangeContext &context, uint32_t place);

// Called by addExpressionChanges for expressions of the fitting kinds.
void addConstantChanges(ChangeContext &context, const ExpressionUse &use);
void addEnumeratorChanges(ChangeContext &context, const ExpressionUse &use);
void addVariableChanges(ChangeContext &context, const ExpressionUse &use);
/// Adds `v + 1` and `v - 1` for an integer `v`, a variable or field.
void addNeighbourChanges(ChangeContext &context, const ExpressionUse &use);
void addFieldChanges(ChangeContext &context, const ExpressionUse &use);
void addIndexChanges(ChangeContext &context, const ExpressionUse &use);
void addCallChanges(ChangeContext &context, const ExpressionUse &use);
void addValueChanges(ChangeContext &context, const ExpressionUse &use,
                     clang::QualType target);
void addOperatorChanges(ChangeContext &context, const ExpressionUse &use);
void addNegationChanges(ChangeContext &context, const ExpressionUse &use);
void addConditionChanges(ChangeContext &context, const ExpressionUse &use);

/// Adds the changes of whole statements: deleted, guarded, copied and inserted
/// ones.
void addStatementChanges(ChangeContext &context, uint32_t place);
void addInsertions(ChangeContext &context, uint32_t place);
/// Adds the changes of the types of the function's variables.
void addTypeChanges(ChangeContext &context, uint32_t body);

/// Keeps the elements nearest to some tokens, at most `count`, nearest first.
template <typename T>
void keepNearest(std::vector<const T *> &elements, TokenRange place,
                 size_t count) {
  auto key = [&](const T *element) {
    uint32_t at = element->tokens.first;
    return std::pair(at < place.first ? place.first - at : at - place.first,
                     at);
  };
  llvm::sort(elements, [&](const T *a, const T *b) { return key(a) < key(b); });
  if (elements.size() > count)
    elements.resize(count);
}

/// Returns the conditions of the function that can be used at a place, the
/// nearest to the tokens `at` first. Conditions inside of `at` are left out.
std::vector<const Atom *> atomsFor(const ChangeContext &context,
                                   const Place &place, TokenRange at);

/// Returns the negation of a condition.
std::string negationOf(const Atom &atom);

/// Returns the constants that may stand in the place of a value of this type:
/// 0, 1, -1 or a null pointer.
std::vector<std::string> simpleValues(const ChangeContext &context,
                                      clang::QualType type);

/// Returns true if the types are the same, apart from const and volatile.
bool isSameType(const ChangeContext &context, clang::QualType a,
                clang::QualType b);

/// Returns true for numbers, enumerations and pointers.
bool isScalar(clang::QualType type);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_MUTATION_CHANGES_H
