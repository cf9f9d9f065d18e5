// Lists the possible changes of the expressions and statements of one function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each of the declared functions adds changes of some kinds to the list in a
// ChangeContext. The compiler may reject some of these changes later.

#ifndef PINSTRIPE_LIB_PROGRAM_MUTATION_CHANGES_H
#define PINSTRIPE_LIB_PROGRAM_MUTATION_CHANGES_H

#include "Mutation/ChangeList.h"
#include "Mutation/UnitNames.h"
#include "llvm/ADT/STLExtras.h"

namespace pinstripe {

/// The facts about a function that are needed to list its changes.
struct ChangeContext {
  ParsedUnit &unit;
  const FunctionSource &function;
  const FunctionPlaces &places;
  const UnitNames &names;
  VisibleVariables &visible;
  Constants constants; ///< The constants that occur in the function.
  ChangeList &changes;

  const Place &place(uint32_t index) const { return places.places[index]; }
  clang::ASTContext &ast() const { return unit.ast(); }
  const UnitTokens &tokens() const { return unit.tokens; }
  TokenRange rangeOf(const clang::Expr *expression) const;
  std::string textOf(const clang::Expr *expression) const;
  std::string trueText() const { return unit.isCxx() ? "true" : "1"; }
  std::string falseText() const { return unit.isCxx() ? "false" : "0"; }
};

/// An expression inside of a place. A place is a part of the function that is
/// changed as a whole.
struct ExpressionUse {
  uint32_t place = 0;
  /// `written` is the expression as it stands in the source. `converted` is the
  /// same expression with the implicit conversions that clang adds.
  const clang::Expr *written = nullptr, *converted = nullptr;
  TokenRange tokens;
  /// True if the value of the expression is only tested for being true.
  bool isCondition = false;
  /// True if the value of the expression is not used.
  bool isDropped = false;
  /// True if the compiler deduces types from the expression, as for an argument
  /// of a function template. A constant of another type might not fit there.
  bool isDeduced = false;
  /// True if the value of the expression, or a value computed from it, is
  /// converted to a floating type.
  bool isMadeFloating = false;
  /// The binary operation whose right operand is the expression; null if there
  /// is none.
  const clang::BinaryOperator *rightOf = nullptr;
  /// Returns true if the program uses the object that the expression names, and
  /// not only the value of the object. Examples are the left-hand side of an
  /// assignment, the operand of `&` and the initialiser of a reference.
  bool isObject() const { return converted->isGLValue(); }
};

/// Adds the changes of all expressions in a place. A place is a part of the
/// function that is changed as a whole.
void addExpressionChanges(ChangeContext &context, uint32_t place);

// The following functions are called by addExpressionChanges. Each adds the
// changes of one kind of expression.
void addConstantChanges(ChangeContext &context, const ExpressionUse &use);
void addEnumeratorChanges(ChangeContext &context, const ExpressionUse &use);
void addVariableChanges(ChangeContext &context, const ExpressionUse &use);
/// For an integer variable or field `v`, adds the changes to `v + 1` and
/// `v - 1`.
void addNeighbourChanges(ChangeContext &context, const ExpressionUse &use);
/// Adds the changes of a field to another field of the same object.
void addFieldChanges(ChangeContext &context, const ExpressionUse &use);
/// Adds the changes of a variable's or a field's value to that of a field of an
/// object that the function uses, such as `it->field`.
void addOtherFieldChanges(ChangeContext &context, const ExpressionUse &use);
void addIndexChanges(ChangeContext &context, const ExpressionUse &use);
void addCallChanges(ChangeContext &context, const ExpressionUse &use);
void addValueChanges(ChangeContext &context, const ExpressionUse &use,
                     clang::QualType target);
void addOperatorChanges(ChangeContext &context, const ExpressionUse &use);
void addNegationChanges(ChangeContext &context, const ExpressionUse &use);
void addConditionChanges(ChangeContext &context, const ExpressionUse &use);

/// Adds the changes of whole statements: a statement is deleted, put under an
/// `if`, copied or inserted.
void addStatementChanges(ChangeContext &context, uint32_t place);
void addInsertions(ChangeContext &context, uint32_t place);
/// Adds the changes that give a variable of the function another type.
void addTypeChanges(ChangeContext &context, uint32_t body);
/// Adds the changes of a variable's declaration. The variable becomes a
/// reference to the object of which it is a copy, or the declaration becomes an
/// assignment to the variable that it hides.
void addDeclarationChanges(ChangeContext &context, uint32_t body);

/// Shortens a list to the `count` elements that are nearest to the tokens
/// `place` in the source. Sorts these elements by their distance from the
/// tokens, the nearest first.
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

/// Returns the conditions of the function that can be used at the tokens `at`.
/// The nearest conditions come first. Conditions inside of `at` are left out.
std::vector<const Atom *> atomsFor(const ChangeContext &context,
                                   const Place &place, TokenRange at);

/// Returns the text of the negation of the condition `atom`.
std::string negationOf(const Atom &atom);

/// Returns the constants that may replace a value of this type: 0, 1, -1 or a
/// null pointer.
std::vector<std::string> simpleValues(const ChangeContext &context,
                                      clang::QualType type);

/// Returns the public fields of the structure that `variable` is, or to which
/// it leads: as a pointer, an iterator or a smart pointer. The text of each is
/// that of the whole expression, such as `p->field`. Returns only fields whose
/// names may be used at `place`, and at most 24 of them.
std::vector<VisibleVariable> fieldsOf(const ChangeContext &context,
                                      const Place &place,
                                      const VisibleVariable &variable);

/// Returns true if two types differ at most in const and volatile.
bool isSameType(const ChangeContext &context, clang::QualType a,
                clang::QualType b);

/// Returns true for the types of numbers, enumerations and pointers.
bool isScalar(clang::QualType type);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_MUTATION_CHANGES_H
