// Records the parts of a function that mutations can change.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Mutation/PlaceRecorder.h"

#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace pinstripe {

/// Returns the operand of an implicit conversion by a constructor or by a
/// conversion function; null if the expression is something else.
static const Expr *implicitlyConverted(const Expr *expression) {
  if (const auto *construction = dyn_cast<CXXConstructExpr>(expression)) {
    if (construction->getNumArgs() == 0 ||
        construction->isListInitialization() ||
        isa<CXXTemporaryObjectExpr>(construction))
      return nullptr;
    const Expr *argument = construction->getArg(0);
    bool hasSameText =
        argument->getSourceRange() == construction->getSourceRange();
    return hasSameText ? argument : nullptr;
  }
  const auto *call = dyn_cast<CXXMemberCallExpr>(expression);
  if (call && isa_and_nonnull<CXXConversionDecl>(call->getMethodDecl()))
    return call->getImplicitObjectArgument();
  return nullptr;
}

const Expr *asWritten(const Expr *expression) {
  while (expression) {
    expression = expression->IgnoreImplicit();
    const Expr *inner = implicitlyConverted(expression);
    if (!inner)
      break;
    expression = inner;
  }
  return expression;
}

bool isCopyable(const Stmt *statement) {
  if (!statement)
    return true;
  if (isa<LambdaExpr, StmtExpr, BlockExpr, AddrLabelExpr>(statement))
    return false;
  return llvm::all_of(statement->children(), isCopyable);
}

static void addLocals(const Stmt *statement,
                      std::vector<const VarDecl *> &locals) {
  if (!statement)
    return;
  if (const auto *name = dyn_cast<DeclRefExpr>(statement))
    if (const auto *variable = dyn_cast<VarDecl>(name->getDecl()))
      if (variable->isLocalVarDeclOrParm() &&
          !llvm::is_contained(locals, variable))
        locals.push_back(variable);
  for (const Stmt *child : statement->children())
    addLocals(child, locals);
}

std::vector<const VarDecl *> localsIn(const Stmt *statement) {
  std::vector<const VarDecl *> locals;
  addLocals(statement, locals);
  return locals;
}

static bool isVisible(const VarDecl *variable, const LocalScope *scope) {
  for (; scope; scope = scope->outer) {
    if (scope->variable == variable)
      return true;
    // A variable of the same name in an inner scope hides `variable`, so
    // `variable` can't be used.
    if (scope->variable->getDeclName() == variable->getDeclName())
      return false;
  }
  return false;
}

bool areVisible(llvm::ArrayRef<const VarDecl *> variables,
                const LocalScope *scope) {
  return llvm::all_of(variables, [&](const VarDecl *variable) {
    return isVisible(variable, scope);
  });
}

void PlaceRecorder::bringIntoScope(const VarDecl *variable) {
  found.scopes.push_back({variable, scope});
  scope = &found.scopes.back();
}

void PlaceRecorder::enterUnit(clang::SourceLocation begin,
                              clang::SourceLocation end) {
  SourceExtent extent = unit.positions().extent(begin, end);
  current = {std::move(extent.file), extent.begin.line, extent.begin.column};
}

void PlaceRecorder::declare(const VarDecl *variable) {
  found.locals.push_back(variable);
  if (variable->isStaticLocal())
    found.isUnique = true;
  if (!variable->getDeclName())
    return;
  found.scopes.push_back({variable, scope});
  scope = &found.scopes.back();
}

void PlaceRecorder::addPlace(PlaceForm form, TokenRange tokens,
                             const Stmt *statement, const VarDecl *variable) {
  if (tokens.isEmpty() || !source.written.contains(tokens))
    return;
  Place place;
  place.form = form;
  place.tokens = tokens;
  place.statement = statement;
  place.variable = variable;
  place.unit = current;
  // A variable is in scope in its own initialiser already. But it has no value
  // there yet, so it is left out.
  place.scope = variable && scope ? scope->outer : scope;
  place.function = function;
  place.mayBreak = mayBreak;
  place.mayContinue = mayContinue;
  found.places.push_back(std::move(place));
}

void PlaceRecorder::addDeclaration(const VarDecl *variable) {
  addPlace(PlaceForm::Body, source.body, source.declaration->getBody(),
           variable);
}

/// Returns the tokens of a statement, with the semicolon at its end.
TokenRange PlaceRecorder::extentOf(const Stmt *statement) const {
  const Stmt *last = statement;
  for (const Stmt *part = last; part;) {
    last = part;
    part = nullptr;
    if (const auto *branch = dyn_cast<IfStmt>(last))
      part = branch->getElse() ? branch->getElse() : branch->getThen();
    else if (const auto *loop = dyn_cast<ForStmt>(last))
      part = loop->getBody();
    else if (const auto *loop = dyn_cast<WhileStmt>(last))
      part = loop->getBody();
    else if (const auto *loop = dyn_cast<CXXForRangeStmt>(last))
      part = loop->getBody();
    else if (const auto *choice = dyn_cast<SwitchStmt>(last))
      part = choice->getBody();
    else if (const auto *label = dyn_cast<LabelStmt>(last))
      part = label->getSubStmt();
    else if (const auto *label = dyn_cast<SwitchCase>(last))
      part = label->getSubStmt();
    else if (const auto *attributed = dyn_cast<AttributedStmt>(last))
      part = attributed->getSubStmt();
  }
  TokenRange first = unit.tokens.rangeOf(statement->getSourceRange());
  TokenRange end = unit.tokens.rangeOf(last->getSourceRange());
  if (first.isEmpty() || end.isEmpty())
    return {};
  TokenRange range{first.first, std::max(first.last, end.last)};
  bool hasOwnEnd = isa<CompoundStmt, DeclStmt, NullStmt, CXXTryStmt>(last) ||
                   unit.tokens[range.last - 1].kind == tok::semi;
  if (hasOwnEnd)
    return range;
  if (range.last >= unit.tokens.size() ||
      unit.tokens[range.last].kind != tok::semi)
    return {};
  ++range.last;
  return range;
}

void PlaceRecorder::addInsertion(const Stmt *before, bool needsBraces) {
  TokenRange range = extentOf(before);
  if (range.isEmpty())
    return;
  addPlace(PlaceForm::Insertion, range, before);
  if (!found.places.empty() && found.places.back().statement == before)
    found.places.back().needsBraces = needsBraces;
}

void PlaceRecorder::addAtoms(const Expr *condition) {
  const Expr *written = asWritten(condition)->IgnoreParens();
  if (const auto *operation = dyn_cast<BinaryOperator>(written);
      operation && operation->isLogicalOp()) {
    addAtoms(operation->getLHS());
    addAtoms(operation->getRHS());
    return;
  }
  if (const auto *negation = dyn_cast<UnaryOperator>(written);
      negation && negation->getOpcode() == UO_LNot)
    return addAtoms(negation->getSubExpr());
  TokenRange tokens = unit.tokens.rangeOf(written->getSourceRange());
  bool isChange = false;
  if (const auto *operation = dyn_cast<BinaryOperator>(written))
    isChange = operation->isAssignmentOp() || operation->isCommaOp();
  if (const auto *operation = dyn_cast<UnaryOperator>(written))
    isChange = operation->isIncrementDecrementOp();
  bool isLiteral = isa<IntegerLiteral, CXXBoolLiteralExpr>(written);
  if (tokens.isEmpty() || isChange || isLiteral || !isCopyable(written) ||
      written->containsErrors())
    return;
  std::string text = unit.tokens.text(tokens);
  bool isPrimary =
      isa<DeclRefExpr, MemberExpr, CallExpr, ArraySubscriptExpr>(written) &&
      !isa<CXXOperatorCallExpr>(written);
  if (isa<AbstractConditionalOperator>(written)) {
    text = "(" + text + ")";
    isPrimary = true;
  }
  found.atoms.push_back(
      {std::move(text), tokens, localsIn(written), isPrimary});
}

/// Returns true for numbers, enumerations and pointers that are neither
/// volatile nor atomic.
static bool isPlainScalar(QualType type) {
  return !type.isNull() && !type->isDependentType() &&
         !type.isVolatileQualified() && !type->isAtomicType() &&
         (type->isArithmeticType() || type->isEnumeralType() ||
          type->isPointerType());
}

void PlaceRecorder::addWhole(PlaceForm form, const Expr *expression,
                             const VarDecl *variable) {
  const Expr *written = asWritten(expression);
  if (!written)
    return;
  if (form == PlaceForm::Initializer) {
    // For `int x{e}`, clang's syntax tree has an initialiser list with the
    // single element `e`. This element is the initialiser.
    if (const auto *list = dyn_cast<InitListExpr>(written);
        list && list->getNumInits() == 1 && isPlainScalar(list->getType()))
      written = asWritten(list->getInit(0));
    if (!isPlainScalar(variable->getType()) || isa<InitListExpr>(written) ||
        variable->getType()->isUndeducedType() ||
        (variable->getTypeSourceInfo() && unit.isCxx() &&
         variable->getTypeSourceInfo()->getType()->getContainedAutoType()))
      return addParts(expression);
  }
  if (written->isTypeDependent() && form != PlaceForm::Condition &&
      form != PlaceForm::Effect)
    return addParts(expression);
  TokenRange tokens = unit.tokens.rangeOf(written->getSourceRange());
  if (!isCopyable(written) || tokens.isEmpty())
    addParts(expression);
  else
    addPlace(form, tokens, expression, variable);
}

/// Returns true if a part of the expression makes an object that is destroyed
/// at the end of the whole expression.
static bool hasTemporaries(const Stmt *expression) {
  return expression && (isa<CXXBindTemporaryExpr>(expression) ||
                        llvm::any_of(expression->children(), hasTemporaries));
}

/// Returns true if the expression calls a function by its name, and the call
/// returns an object or a reference.
static bool isObjectCall(const Expr *expression) {
  const auto *call = dyn_cast<CallExpr>(expression);
  return call && !call->isTypeDependent() && !isa<CXXOperatorCallExpr>(call) &&
         call->getDirectCallee() &&
         (call->isGLValue() || call->getType()->isRecordType());
}

void PlaceRecorder::addParts(const Expr *expression) {
  if (!expression ||
      isa<UnaryExprOrTypeTraitExpr, CXXTypeidExpr, CXXNoexceptExpr,
          GenericSelectionExpr, OffsetOfExpr, CXXDefaultArgExpr,
          CXXDefaultInitExpr, ImplicitValueInitExpr>(expression))
    return;
  if (const auto *list = dyn_cast<InitListExpr>(expression))
    if (const InitListExpr *syntactic = list->getSyntacticForm())
      expression = syntactic;
  if (const auto *lambda = dyn_cast<LambdaExpr>(expression))
    return walkLambda(lambda);
  if (const auto *block = dyn_cast<StmtExpr>(expression))
    return walkBlock(block);
  if (const auto *designated = dyn_cast<DesignatedInitExpr>(expression))
    return addParts(designated->getInit());
  const Expr *written = asWritten(expression);
  bool isValue =
      expression->isPRValue() && !expression->isTypeDependent() &&
      isPlainScalar(expression->getType()) &&
      isPlainScalar(written->getType()) && !written->refersToBitField() &&
      !isa<InitListExpr, CXXThrowExpr, StringLiteral, CXXThisExpr>(written);
  // If p is a smart pointer, clang represents the `p->` in `p->field` as a
  // call. This call can't be replaced by another expression.
  if (const auto *call = dyn_cast<CXXOperatorCallExpr>(written))
    isValue &= call->getOperator() != OO_Arrow;
  bool isNull = isValue && expression->getType()->isPointerType() &&
                !written->getType()->isPointerType();
  TokenRange tokens = unit.tokens.rangeOf(written->getSourceRange());
  // A null pointer that is written as a number, such as 0, is not changed.
  if (isNull)
    return;
  // A pointer into a temporary object must not be copied, since it would be
  // used after the object is gone.
  if (isValue && expression->getType()->isPointerType())
    isValue = !hasTemporaries(written);
  if (isValue && isCopyable(written) && !tokens.isEmpty())
    return addPlace(PlaceForm::Value, tokens, expression);
  if (isObjectCall(written) && isCopyable(written) && !tokens.isEmpty())
    return addPlace(PlaceForm::Object, tokens, expression);
  for (const Stmt *child : expression->children())
    if (const auto *part = dyn_cast_or_null<Expr>(child))
      addParts(part);
}

} // namespace pinstripe
