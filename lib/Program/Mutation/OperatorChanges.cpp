// Lists the changes of operators and of their operands.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Mutation/Changes.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/OperationKinds.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace pinstripe {

namespace {

using Operators = std::vector<llvm::StringRef>;

/// Returns the operators of `group` other than `op`. Returns none if `op` is
/// not in the group.
Operators othersOf(llvm::StringRef op, const Operators &group) {
  Operators others;
  if (llvm::is_contained(group, op))
    for (llvm::StringRef other : group)
      if (other != op)
        others.push_back(other);
  return others;
}

/// Returns true if the expression is a std::string or a std::basic_string of
/// other characters.
bool isString(const Expr *expression) {
  const CXXRecordDecl *record = expression->getType()->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() &&
         record->getName() == "basic_string";
}

class OperatorChanges {
public:
  OperatorChanges(ChangeContext &context, const ExpressionUse &use)
      : context(context), use(use) {}

  void addBinary(const BinaryOperator *operation);
  void addOverloaded(const CXXOperatorCallExpr *operation);
  void addStep(const UnaryOperator *operation);

private:
  void replaceOperator(MutationOperator kind, clang::SourceLocation location,
                       const Operators &others);
  void addRelational(const BinaryOperator *operation, llvm::StringRef op);
  void addAssignment(const BinaryOperator *operation, llvm::StringRef op);
  void addArithmetic(const BinaryOperator *operation, llvm::StringRef op);
  void dropOperands(const BinaryOperator *operation);
  void swap(const Expr *a, const Expr *b);

  ChangeContext &context;
  const ExpressionUse &use;
};

void OperatorChanges::replaceOperator(MutationOperator kind,
                                      clang::SourceLocation location,
                                      const Operators &others) {
  auto token = context.tokens().indexOf(location);
  if (!token)
    return;
  for (llvm::StringRef other : others)
    context.changes.replace(kind, use.place, {*token, *token + 1}, other.str());
}

void OperatorChanges::addRelational(const BinaryOperator *operation,
                                    llvm::StringRef op) {
  auto isNull = [&](const Expr *operand) {
    return !operand->isValueDependent() &&
           operand->isNullPointerConstant(context.ast(),
                                          Expr::NPC_ValueDependentIsNotNull) &&
           operand->IgnoreParenImpCasts()->getType() !=
               operation->getLHS()->getType();
  };
  const Expr *left = operation->getLHS(), *right = operation->getRHS();
  bool arePointers = left->getType()->isAnyPointerType() ||
                     right->getType()->isAnyPointerType() ||
                     left->getType()->isNullPtrType();
  if (operation->isEqualityOp() &&
      ((arePointers && (isNull(left) || isNull(right))) ||
       left->getType()->isMemberPointerType() ||
       left->getType()->isAnyComplexType()))
    return replaceOperator(MutationOperator::Relational,
                           operation->getOperatorLoc(),
                           othersOf(op, {"==", "!="}));
  replaceOperator(MutationOperator::Relational, operation->getOperatorLoc(),
                  othersOf(op, {"<", "<=", ">", ">=", "==", "!="}));
}

void OperatorChanges::addAssignment(const BinaryOperator *operation,
                                    llvm::StringRef op) {
  QualType left = operation->getLHS()->getType();
  QualType right = operation->getRHS()->getType();
  Operators group;
  if (left->isDependentType() || right->isDependentType())
    group = {"=", "+=", "-="};
  else if (left->isPointerType())
    group = op == "=" ? Operators{} : Operators{"+=", "-="};
  else if (left->isEnumeralType() && context.unit.isCxx())
    return;
  else if (left->isBooleanType())
    group = {"=", "|=", "&=", "^="};
  else if (left->isIntegerType() && right->isIntegerType())
    group = {"=", "+=", "-=", "*=", "|=", "&=", "^=", "/=", "%=", "<<=", ">>="};
  else if (left->isArithmeticType() && right->isArithmeticType())
    group = {"=", "+=", "-=", "*=", "/="};
  Operators others = othersOf(op, group);
  // Programmers rarely write `=` where they mean `/=`, `%=`, `^=` or a shift.
  // So `=` is not replaced by these operators.
  if (op == "=")
    llvm::erase_if(others, [](llvm::StringRef other) {
      return llvm::is_contained({"/=", "%=", "<<=", ">>=", "^="}, other);
    });
  replaceOperator(MutationOperator::Assignment, operation->getOperatorLoc(),
                  others);
}

void OperatorChanges::addArithmetic(const BinaryOperator *operation,
                                    llvm::StringRef op) {
  QualType left = operation->getLHS()->getType();
  QualType right = operation->getRHS()->getType();
  auto add = [&](const Operators &group) {
    replaceOperator(MutationOperator::Arithmetic, operation->getOperatorLoc(),
                    othersOf(op, group));
  };
  if (left->isAnyPointerType() != right->isAnyPointerType())
    return add(left->isAnyPointerType() ? Operators{"+", "-"} : Operators{});
  if (left->isAnyPointerType())
    return;
  bool areIntegers = left->isIntegerType() && right->isIntegerType();
  add(areIntegers ? Operators{"+", "-", "*", "/", "%"}
                  : Operators{"+", "-", "*", "/"});
  add({"&", "|", "^"});
  add({"<<", ">>"});
  TokenRange divided = context.rangeOf(asWritten(operation->getLHS()));
  if (op == "/" && areIntegers && use.isMadeFloating && !divided.isEmpty())
    context.changes.edit(MutationOperator::FloatingDivision, use.place,
                         {{{divided.first, divided.first}, "(double)"}});
}

void OperatorChanges::dropOperands(const BinaryOperator *operation) {
  const Expr *left = operation->getLHS(), *right = operation->getRHS();
  for (const Expr *operand : {left, right}) {
    QualType type = operand->getType();
    if (!type->isDependentType() && !operation->isTypeDependent() &&
        operation->getType()->isAnyPointerType() != type->isAnyPointerType())
      continue;
    const Expr *written = asWritten(operand);
    context.changes.replace(MutationOperator::OperandDropped, use.place,
                            use.tokens, context.textOf(written));
  }
}

void OperatorChanges::swap(const Expr *a, const Expr *b) {
  TokenRange first = context.rangeOf(a), second = context.rangeOf(b);
  if (first.isEmpty() || second.isEmpty() || second.first < first.last)
    return;
  context.changes.edit(MutationOperator::ArgumentsSwapped, use.place,
                       {{first, context.tokens().text(second)},
                        {second, context.tokens().text(first)}});
}

void OperatorChanges::addBinary(const BinaryOperator *operation) {
  llvm::StringRef op = operation->getOpcodeStr();
  if (operation->isAssignmentOp())
    return addAssignment(operation, op);
  if (operation->isComparisonOp() && op != "<=>")
    return addRelational(operation, op);
  if (operation->isLogicalOp())
    replaceOperator(MutationOperator::Logical, operation->getOperatorLoc(),
                    othersOf(op, {"&&", "||"}));
  else if (operation->isAdditiveOp() || operation->isMultiplicativeOp() ||
           operation->isBitwiseOp() || operation->isShiftOp())
    addArithmetic(operation, op);
  else
    return;
  if (!use.isCondition || !operation->isLogicalOp())
    dropOperands(operation);
  // Among the arithmetic operators, only `-`, `/`, `%`, `<<` and `>>` give
  // another result when their operands are swapped.
  if (llvm::is_contained({"-", "/", "%", "<<", ">>"}, op) &&
      isSameType(context, operation->getLHS()->getType(),
                 operation->getRHS()->getType())) {
    const Expr *left = asWritten(operation->getLHS());
    const Expr *right = asWritten(operation->getRHS());
    bool areSimple = !isa<BinaryOperator>(left) && !isa<BinaryOperator>(right);
    if (areSimple)
      swap(left, right);
  }
}

void OperatorChanges::addOverloaded(const CXXOperatorCallExpr *operation) {
  if (operation->getNumArgs() != 2)
    return;
  llvm::StringRef op = getOperatorSpelling(operation->getOperator());
  clang::SourceLocation location = operation->getOperatorLoc();
  replaceOperator(MutationOperator::Relational, location,
                  othersOf(op, {"==", "!="}));
  replaceOperator(MutationOperator::Relational, location,
                  othersOf(op, {"<", "<=", ">", ">="}));
  if (llvm::any_of(operation->arguments(), isString)) {
    if (op == "+=")
      replaceOperator(MutationOperator::Assignment, location, {"="});
    if (op == "=")
      replaceOperator(MutationOperator::Assignment, location, {"+="});
    return;
  }
  replaceOperator(MutationOperator::Arithmetic, location,
                  othersOf(op, {"+", "-"}));
  if (op == "+=" || op == "-=")
    replaceOperator(MutationOperator::Assignment, location,
                    othersOf(op, {"=", "+=", "-="}));
}

void OperatorChanges::addStep(const UnaryOperator *operation) {
  llvm::StringRef op = UnaryOperator::getOpcodeStr(operation->getOpcode());
  std::string other = op == "++" ? "--" : "++";
  auto token = context.tokens().indexOf(operation->getOperatorLoc());
  if (!token)
    return;
  context.changes.replace(MutationOperator::Step, use.place,
                          {*token, *token + 1}, other);
  if (use.isDropped)
    return;
  std::string operand = context.textOf(asWritten(operation->getSubExpr()));
  for (const std::string &step : {op.str(), other})
    context.changes.replace(MutationOperator::Step, use.place, use.tokens,
                            operation->isPrefix() ? operand + step
                                                  : step + operand);
}

} // namespace

void addOperatorChanges(ChangeContext &context, const ExpressionUse &use) {
  OperatorChanges changes(context, use);
  if (const auto *binary = dyn_cast<BinaryOperator>(use.written))
    changes.addBinary(binary);
  else if (const auto *call = dyn_cast<CXXOperatorCallExpr>(use.written))
    changes.addOverloaded(call);
  else if (const auto *unary = dyn_cast<UnaryOperator>(use.written);
           unary && unary->isIncrementDecrementOp())
    changes.addStep(unary);
}

/// Returns true if a prefix operator, such as `!` or `-`, can be put before the
/// expression without parentheses.
static bool isPrimary(const Expr *expression) {
  return isa<DeclRefExpr, MemberExpr, CallExpr, ArraySubscriptExpr, ParenExpr>(
             expression) &&
         !isa<CXXOperatorCallExpr>(expression);
}

void addNegationChanges(ChangeContext &context, const ExpressionUse &use) {
  auto replace = [&](const std::string &text) {
    context.changes.replace(MutationOperator::Negation, use.place, use.tokens,
                            text);
  };
  const Expr *written = use.written;
  if (const auto *unary = dyn_cast<UnaryOperator>(written))
    if (unary->getOpcode() == UO_LNot || unary->getOpcode() == UO_Not ||
        unary->getOpcode() == UO_Minus)
      return replace(context.textOf(asWritten(unary->getSubExpr())));
  if (use.isCondition) {
    std::string text = context.textOf(written);
    return replace(isPrimary(written) ? "!" + text : "!(" + text + ")");
  }
  if (!isPrimary(written) || use.isObject() || use.isDropped ||
      isa<ParenExpr>(written))
    return;
  QualType type = written->getType();
  const auto *name = dyn_cast<DeclRefExpr>(written);
  if (type->isDependentType() ||
      (name && isa<EnumConstantDecl>(name->getDecl())))
    return;
  std::string text = context.textOf(written);
  if (type->isBooleanType())
    replace("!" + text);
  else if (type->isArithmeticType() && !type->isAnyCharacterType() &&
           !type->isUnsignedIntegerType())
    replace("-" + text);
  else if (type->isUnsignedIntegerType() && !type->isAnyCharacterType() &&
           !isa<CallExpr>(written))
    replace("~" + text);
}

} // namespace pinstripe
