// Lists the mutations of all expressions in a part of a function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Mutation/Changes.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/ExprConcepts.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace pinstripe {

TokenRange ChangeContext::rangeOf(const Expr *expression) const {
  if (!expression)
    return {};
  TokenRange range = unit.tokens.rangeOf(expression->getSourceRange());
  return function.written.contains(range) ? range : TokenRange{};
}

std::string ChangeContext::textOf(const Expr *expression) const {
  TokenRange range = rangeOf(expression);
  return range.isEmpty() ? "" : unit.tokens.text(range);
}

namespace {

class ExpressionWalk {
public:
  ExpressionWalk(ChangeContext &context, uint32_t place)
      : context(context), place(place) {}

  struct Role {
    bool isCondition = false, isDropped = false, isMadeFloating = false;
    /// The expression together with its parentheses and the implicit
    /// conversions that clang puts around them; null if the expression is not
    /// in parentheses.
    const Expr *converted = nullptr;
    const BinaryOperator *rightOf = nullptr;
  };
  void walk(const Expr *expression, Role role);
  /// Walks an expression whose value the program stores, passes as an argument,
  /// or returns. `target` is the type to which the program converts the value.
  void walkValue(const Expr *expression, QualType target,
                 bool isDeduced = false);
  /// Adds the changes of a condition, such as the condition of an `if`.
  void walkCondition(const Expr *expression);

private:
  ExpressionUse useOf(const Expr *expression, Role role) const;
  void walkBinary(const ExpressionUse &use, const BinaryOperator *operation);
  void walkUnary(const ExpressionUse &use, const UnaryOperator *operation);
  void walkCall(const ExpressionUse &use, const CallExpr *call);
  void walkArguments(llvm::ArrayRef<const Expr *> arguments,
                     const FunctionDecl *function);
  void swapArguments(llvm::ArrayRef<const Expr *> arguments);
  void walkParts(const Expr *expression);
  void addLiteralChanges(const ExpressionUse &use);

  ChangeContext &context;
  uint32_t place;
};

bool isFloating(QualType type) {
  return !type.isNull() && type->isRealFloatingType();
}

ExpressionUse ExpressionWalk::useOf(const Expr *expression, Role role) const {
  ExpressionUse use;
  use.place = place;
  use.converted = role.converted ? role.converted : expression;
  use.written = asWritten(expression);
  use.tokens = context.rangeOf(use.written);
  use.isCondition = role.isCondition;
  use.isDropped = role.isDropped;
  use.isMadeFloating =
      role.isMadeFloating || isFloating(use.converted->getType());
  use.rightOf = role.rightOf;
  return use;
}

void ExpressionWalk::addLiteralChanges(const ExpressionUse &use) {
  bool isPointer = use.converted->getType()->isAnyPointerType();
  bool isWholeCondition =
      use.isCondition && use.tokens == context.place(place).tokens;
  if (!isPointer && !isWholeCondition)
    addConstantChanges(context, use);
  if (!isa<CXXBoolLiteralExpr>(use.written))
    addVariableChanges(context, use);
}

/// Returns true if an expression is not computed when the program runs, or
/// can't be changed.
static bool isFixed(const Expr *expression) {
  return isa<UnaryExprOrTypeTraitExpr, CXXTypeidExpr, CXXNoexceptExpr,
             GenericSelectionExpr, OffsetOfExpr, LambdaExpr, StmtExpr,
             BlockExpr, StringLiteral, PredefinedExpr, TypeTraitExpr,
             RequiresExpr, CXXDefaultArgExpr, CXXDefaultInitExpr,
             ImplicitValueInitExpr, UserDefinedLiteral,
             ConceptSpecializationExpr, CXXFoldExpr, VAArgExpr,
             ShuffleVectorExpr, ConvertVectorExpr>(expression);
}

void ExpressionWalk::walk(const Expr *expression, Role role) {
  if (!expression)
    return;
  ExpressionUse use = useOf(expression, role);
  const Expr *written = use.written;
  if (!written || isFixed(written) || written->containsErrors())
    return;
  // In a template, a list of initial values has no type. So only its parts are
  // changed.
  if (written->getType().isNull())
    return walkParts(written);
  if (const auto *parentheses = dyn_cast<ParenExpr>(written)) {
    role.converted = use.converted;
    return walk(parentheses->getSubExpr(), role);
  }
  const auto *operation = dyn_cast<CXXOperatorCallExpr>(written);
  bool isArrow = operation && operation->getOperator() == OO_Arrow;
  if (use.tokens.isEmpty() || isArrow)
    return walkParts(written);
  if (use.converted->getType()->isAnyPointerType() &&
      !written->isValueDependent() &&
      written->isNullPointerConstant(context.ast(),
                                     Expr::NPC_ValueDependentIsNotNull)) {
    // The only mutations of a null pointer replace it by pointer variables.
    addVariableChanges(context, use);
    return;
  }
  if (isa<IntegerLiteral, CharacterLiteral, FloatingLiteral,
          CXXBoolLiteralExpr>(written))
    return addLiteralChanges(use);
  if (role.isCondition || written->getType()->isBooleanType() ||
      !isa<BinaryOperator>(written))
    addNegationChanges(context, use);
  if (const auto *name = dyn_cast<DeclRefExpr>(written)) {
    if (isa<EnumConstantDecl>(name->getDecl())) {
      addEnumeratorChanges(context, use);
      addVariableChanges(context, use);
    } else if (isa<VarDecl>(name->getDecl()) && !written->isTypeDependent()) {
      addVariableChanges(context, use);
      addNeighbourChanges(context, use);
      addOtherFieldChanges(context, use);
    }
    return;
  }
  if (const auto *member = dyn_cast<MemberExpr>(written)) {
    addFieldChanges(context, use);
    if (isa<FieldDecl>(member->getMemberDecl()) &&
        !written->isTypeDependent()) {
      addVariableChanges(context, use);
      addNeighbourChanges(context, use);
      addOtherFieldChanges(context, use);
    }
    return member->isImplicitAccess() ? void() : walk(member->getBase(), {});
  }
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(written)) {
    addIndexChanges(context, use);
    walk(subscript->getBase(), {});
    return walk(subscript->getIdx(), {});
  }
  if (const auto *binary = dyn_cast<BinaryOperator>(written))
    return walkBinary(use, binary);
  if (const auto *unary = dyn_cast<UnaryOperator>(written))
    return walkUnary(use, unary);
  if (const auto *call = dyn_cast<CallExpr>(written))
    return walkCall(use, call);
  if (const auto *choice = dyn_cast<ConditionalOperator>(written)) {
    walkCondition(choice->getCond());
    Role branch{.isDropped = role.isDropped,
                .isMadeFloating = use.isMadeFloating};
    walk(choice->getTrueExpr(), branch);
    return walk(choice->getFalseExpr(), branch);
  }
  if (const auto *construction = dyn_cast<CXXConstructExpr>(written)) {
    std::vector<const Expr *> arguments(construction->arg_begin(),
                                        construction->arg_end());
    return walkArguments(arguments, construction->getConstructor());
  }
  if (const auto *cast = dyn_cast<ExplicitCastExpr>(written))
    return walk(cast->getSubExpr(),
                {.isMadeFloating = isFloating(cast->getType())});
  if (const auto *designated = dyn_cast<DesignatedInitExpr>(written))
    return walk(designated->getInit(), {});
  if (const auto *list = dyn_cast<InitListExpr>(written)) {
    const InitListExpr *syntactic =
        list->isSemanticForm() ? list->getSyntacticForm() : list;
    for (const Expr *part : (syntactic ? syntactic : list)->inits())
      walk(part, {});
    return;
  }
  walkParts(written);
}

void ExpressionWalk::walkParts(const Expr *expression) {
  for (const Stmt *child : expression->children())
    if (const auto *part = dyn_cast_or_null<Expr>(child))
      walk(part, {});
}

void ExpressionWalk::walkBinary(const ExpressionUse &use,
                                const BinaryOperator *operation) {
  addOperatorChanges(context, use);
  if (operation->isAssignmentOp()) {
    walk(operation->getLHS(), {});
    QualType target = operation->getOpcode() == BO_Assign
                          ? operation->getLHS()->getType()
                          : QualType();
    return walkValue(operation->getRHS(), target);
  }
  if (operation->isLogicalOp()) {
    walk(operation->getLHS(), {.isCondition = true});
    return walk(operation->getRHS(), {.isCondition = true});
  }
  if (operation->isCommaOp()) {
    walk(operation->getLHS(), {.isDropped = true});
    return walk(operation->getRHS(), {.isDropped = use.isDropped});
  }
  bool isArithmetic =
      operation->isAdditiveOp() || operation->isMultiplicativeOp();
  bool isMadeFloating = isArithmetic && use.isMadeFloating;
  walk(operation->getLHS(), {.isMadeFloating = isMadeFloating});
  walk(operation->getRHS(),
       {.isMadeFloating = isMadeFloating, .rightOf = operation});
}

void ExpressionWalk::walkUnary(const ExpressionUse &use,
                               const UnaryOperator *operation) {
  const Expr *operand = operation->getSubExpr();
  if (operation->getOpcode() == UO_Minus &&
      isa<IntegerLiteral, FloatingLiteral>(operand->IgnoreParenImpCasts()))
    return addLiteralChanges(use);
  addOperatorChanges(context, use);
  walk(operand, {.isCondition = operation->getOpcode() == UO_LNot});
}

void ExpressionWalk::swapArguments(llvm::ArrayRef<const Expr *> arguments) {
  for (size_t i = 0; i < arguments.size(); ++i)
    for (size_t k = i + 1; k < arguments.size(); ++k) {
      const Expr *a = asWritten(arguments[i]), *b = asWritten(arguments[k]);
      TokenRange first = context.rangeOf(a), second = context.rangeOf(b);
      if (first.isEmpty() || second.isEmpty() || second.first < first.last ||
          !isSameType(context, a->getType(), b->getType()))
        continue;
      context.changes.edit(MutationOperator::ArgumentsSwapped, place,
                           {{first, context.tokens().text(second)},
                            {second, context.tokens().text(first)}});
    }
}

void ExpressionWalk::walkArguments(llvm::ArrayRef<const Expr *> arguments,
                                   const FunctionDecl *function) {
  // The C++ library may overload a function that is not overloaded in C, such
  // as strchr. The compiler chooses the overload by the types of the arguments.
  // So a mutation must not change these types.
  bool isDeduced = context.unit.isCxx() && function &&
                   (function->isTemplateInstantiation() ||
                    context.unit.positions().isSystem(function->getLocation()));
  for (size_t i = 0; i < arguments.size(); ++i) {
    QualType target;
    if (function && i < function->getNumParams())
      target = function->getParamDecl(i)->getType().getNonReferenceType();
    walkValue(arguments[i], target, isDeduced);
  }
  swapArguments(arguments);
}

void ExpressionWalk::walkCall(const ExpressionUse &use, const CallExpr *call) {
  std::vector<const Expr *> arguments(call->arg_begin(), call->arg_end());
  if (isa<CXXOperatorCallExpr>(call)) {
    addOperatorChanges(context, use);
    for (size_t i = 0; i < arguments.size(); ++i)
      i == 0 ? walk(arguments[i], {}) : walkValue(arguments[i], QualType());
    return;
  }
  addCallChanges(context, use);
  if (const auto *member =
          dyn_cast<MemberExpr>(call->getCallee()->IgnoreParenImpCasts())) {
    if (!member->isImplicitAccess())
      walk(member->getBase(), {});
  } else if (!call->getDirectCallee()) {
    walk(call->getCallee(), {});
  }
  walkArguments(arguments, call->getDirectCallee());
}

void ExpressionWalk::walkValue(const Expr *expression, QualType target,
                               bool isDeduced) {
  if (!expression)
    return;
  walk(expression, {});
  ExpressionUse use = useOf(expression, {});
  use.isDeduced = isDeduced;
  if (use.written && !use.tokens.isEmpty() && !isFixed(use.written) &&
      !use.written->containsErrors() && !use.written->getType().isNull())
    addValueChanges(context, use, target);
}

void ExpressionWalk::walkCondition(const Expr *expression) {
  if (!expression)
    return;
  walk(expression, {.isCondition = true});
  ExpressionUse use = useOf(expression, {.isCondition = true});
  if (use.written && !use.tokens.isEmpty() && !use.written->getType().isNull())
    addConditionChanges(context, use);
}

} // namespace

void addExpressionChanges(ChangeContext &context, uint32_t index) {
  const Place &place = context.place(index);
  ExpressionWalk walk(context, index);
  if (const auto *jump = dyn_cast_or_null<ReturnStmt>(place.statement)) {
    QualType target =
        place.function ? place.function->getReturnType() : QualType();
    return walk.walkValue(jump->getRetValue(), target);
  }
  const auto *expression = dyn_cast_or_null<Expr>(place.statement);
  if (!expression)
    return;
  switch (place.form) {
  case PlaceForm::Condition:
    return walk.walkCondition(expression);
  case PlaceForm::Statement:
  case PlaceForm::Effect:
    return walk.walk(expression, {.isDropped = true});
  case PlaceForm::Initializer:
    return walk.walkValue(expression, place.variable->getType());
  case PlaceForm::Value:
    return walk.walkValue(expression, expression->getType());
  case PlaceForm::Object:
    return walk.walk(expression, {});
  case PlaceForm::Insertion:
  case PlaceForm::Body:
    return;
  }
}

} // namespace pinstripe
