// Lists the changes of whole statements: they are deleted, put under an `if`,
// or added.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Mutation/Changes.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace pinstripe {

namespace {

class Insertions {
public:
  Insertions(ChangeContext &context, uint32_t index)
      : context(context), index(index), place(context.place(index)),
        visible(context.visible.in(place.scope)) {}

  void copyStatements();
  void assignVariables();
  void assignFields();
  void addJumps();

private:
  void add(MutationOperator kind, const std::string &statement) {
    context.changes.insert(kind, index, statement);
  }
  std::vector<std::string> valuesFor(const std::string &target, QualType type,
                                     size_t maxVariables) const;

  ChangeContext &context;
  uint32_t index;
  const Place &place;
  const std::vector<VisibleVariable> &visible;
};

void Insertions::copyStatements() {
  constexpr size_t maxCopies = 200;
  std::vector<const Place *> statements;
  for (const Place &other : context.places.places)
    if (other.form == PlaceForm::Statement && isa<Expr>(other.statement) &&
        other.tokens.first != place.tokens.first &&
        other.function == place.function &&
        areVisible(localsIn(other.statement), place.scope))
      statements.push_back(&other);
  keepNearest(statements, place.tokens, maxCopies);
  for (const Place *other : statements)
    add(MutationOperator::StatementCopied,
        context.tokens().text(other->tokens));
}

/// Returns values that a mutation can assign to `target`: simple values such as
/// 0, constants from the function, and other variables of the same type.
std::vector<std::string> Insertions::valuesFor(const std::string &target,
                                               QualType type,
                                               size_t maxVariables) const {
  constexpr size_t maxConstants = 9;
  std::vector<std::string> values = simpleValues(context, type);
  if (type->isIntegerType() && !type->isBooleanType() &&
      !type->isEnumeralType())
    for (int64_t constant : context.constants.integers)
      if (values.size() < maxConstants)
        values.push_back(std::to_string(constant));
  size_t count = 0;
  for (const VisibleVariable &variable : visible)
    if (variable.isUsed && variable.text != target &&
        isSameType(context, variable.type, type) && ++count <= maxVariables)
      values.push_back(variable.text);
  return values;
}

void Insertions::assignVariables() {
  for (const VisibleVariable &variable : visible)
    if (variable.isUsed && isScalar(variable.type) &&
        !variable.type.isConstQualified())
      for (const std::string &value :
           valuesFor(variable.text, variable.type, 8))
        add(MutationOperator::AssignmentInserted,
            variable.text + " = " + value + ";");
}

/// Inserts assignments to fields of those structures that the function uses,
/// such as `p->field = v;`.
void Insertions::assignFields() {
  for (const VisibleVariable &variable : visible) {
    if (!variable.isUsed)
      continue;
    for (const VisibleVariable &field : fieldsOf(context, place, variable))
      if (isScalar(field.type) && !field.type.isConstQualified() &&
          !context.unit.positions().isSystem(field.declaration->getLocation()))
        for (const std::string &value : valuesFor(field.text, field.type, 4))
          add(MutationOperator::AssignmentInserted,
              field.text + " = " + value + ";");
  }
}

void Insertions::addJumps() {
  constexpr size_t maxVariables = 8;
  // A jump that is inserted before a `return` only replaces the `return`, so no
  // jump is inserted there. A jump before a `break` or `continue` is a useful
  // change.
  if (isa_and_nonnull<ReturnStmt>(place.statement))
    return;
  if (place.function) {
    QualType type = place.function->getReturnType();
    const auto *method = dyn_cast<CXXMethodDecl>(place.function);
    bool isVoid = type->isVoidType() ||
                  isa<CXXConstructorDecl, CXXDestructorDecl>(place.function);
    if (isVoid)
      add(MutationOperator::JumpInserted, "return;");
    else if (!type->isDependentType() && !type->isUndeducedType() &&
             !(method && method->getParent()->isLambda()) && isScalar(type)) {
      for (const std::string &value : simpleValues(context, type))
        add(MutationOperator::JumpInserted, "return " + value + ";");
      size_t count = 0;
      for (const VisibleVariable &variable : visible)
        if (variable.isUsed && isSameType(context, variable.type, type) &&
            ++count <= maxVariables)
          add(MutationOperator::JumpInserted, "return " + variable.text + ";");
    }
  }
  if (place.mayBreak && !isa_and_nonnull<BreakStmt>(place.statement))
    add(MutationOperator::JumpInserted, "break;");
  if (place.mayContinue && !isa_and_nonnull<ContinueStmt>(place.statement))
    add(MutationOperator::JumpInserted, "continue;");
}

} // namespace

void addStatementChanges(ChangeContext &context, uint32_t index) {
  const Place &place = context.place(index);
  const auto *expression = dyn_cast<Expr>(place.statement);
  if (!expression)
    return;
  const Expr *written = asWritten(expression);
  bool isAction = isa<CallExpr, CXXDeleteExpr, CXXThrowExpr>(written);
  if (const auto *operation = dyn_cast<BinaryOperator>(written))
    isAction = operation->isAssignmentOp() || operation->isCommaOp();
  if (const auto *operation = dyn_cast<UnaryOperator>(written))
    isAction = operation->isIncrementDecrementOp();
  if (!isAction)
    return;
  // The statement may be the body of an `if` or a loop without braces. In this
  // case its semicolon stays, as an empty body.
  bool isBody = llvm::any_of(context.places.places, [&](const Place &other) {
    return other.statement == place.statement && other.needsBraces;
  });
  TokenRange deleted = place.tokens;
  if (isBody)
    --deleted.last;
  context.changes.replace(MutationOperator::StatementDeleted, index, deleted,
                          "");
  TokenRange begin{place.tokens.first, place.tokens.first};
  for (const Atom *atom : atomsFor(context, place, place.tokens))
    for (const std::string &condition : {atom->text, negationOf(*atom)})
      context.changes.edit(MutationOperator::StatementGuarded, index,
                           {{begin, "if (" + condition + ") "}});
}

void addInsertions(ChangeContext &context, uint32_t index) {
  Insertions insertions(context, index);
  insertions.copyStatements();
  insertions.assignVariables();
  insertions.assignFields();
  insertions.addJumps();
}

} // namespace pinstripe
