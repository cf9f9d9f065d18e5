// Lists the decisions inside a statement, such as those about operands of `&&`,
// in the order of evaluation.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Source/DecisionLister.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace pinstripe {

namespace {

const Expr *stripped(const Expr *expression) {
  const Expr *inner = expression->IgnoreImplicit()->IgnoreParenImpCasts();
  return inner == expression ? inner : stripped(inner);
}

const BinaryOperator *asLogical(const Expr *expression) {
  const auto *both = dyn_cast<BinaryOperator>(expression);
  return both && both->isLogicalOp() ? both : nullptr;
}

const UnaryOperator *asNegation(const Expr *expression) {
  const auto *negation = dyn_cast<UnaryOperator>(expression);
  return negation && negation->getOpcode() == UO_LNot ? negation : nullptr;
}

/// Returns the expression without the `!`s in front of it: x for `!!x`.
const Expr *negatedBy(const Expr *expression) {
  while (const UnaryOperator *negation = asNegation(expression))
    expression = stripped(negation->getSubExpr());
  return expression;
}

/// Returns true for an `&&`, `||` or `?`, also if `!`s stand in front of it.
bool isTree(const Expr *expression) {
  const Expr *inner = negatedBy(expression);
  return asLogical(inner) || isa<ConditionalOperator>(inner);
}

/// Lists the decisions of a statement from left to right, in the order in which
/// compiled code makes them. gcc and clang differ in `x = a && (b || c)`, where
/// the right operand is itself an `&&`, `||` or `?`. clang computes the value
/// of the right operand as an expression of its own. gcc jumps out of the right
/// operand as soon as the whole value is known. `isNested` is true for clang's
/// way.
class Lister {
public:
  Lister(const UnitRecorder &recorder, bool isNested)
      : recorder(recorder), isNested(isNested) {}

  std::optional<SourceDecisions> condition(const Expr *expression, bool isLoop);
  std::optional<SourceDecisions> value(const Expr *expression);

private:
  using Way = SourceDecisions::Way;
  using Decision = SourceDecisions::Decision;

  uint32_t addTree(const Expr *expression, bool mayEndInValue, bool isChoice);
  void decide(const Expr *expression, uint32_t tree, Way whenTrue,
              Way whenFalse);
  void decideLeft(const BinaryOperator *both, uint32_t tree, Way whenTrue,
                  Way whenFalse);
  void decideBoth(const BinaryOperator *both, uint32_t tree, Way whenTrue,
                  Way whenFalse);
  void decideChoice(const ConditionalOperator *choice, uint32_t tree,
                    Way whenTrue, Way whenFalse);
  void addDecision(const Expr *expression, uint32_t tree, Way whenTrue,
                   Way whenFalse);
  void compute(const Stmt *statement);
  void computeParts(const Stmt *statement);
  bool isInOrder(const Stmt *statement) const;
  std::optional<SourceDecisions> finish();

  Way newLabel() {
    labels.push_back(0);
    return static_cast<Way>(labels.size() - 1);
  }
  void bind(Way label) {
    labels[label] = static_cast<Way>(result.decisions.size());
  }

  const UnitRecorder &recorder;
  bool isNested;
  SourceDecisions result;
  /// A decision can lead to a later one that is not in the list yet. A label
  /// stands for this later decision. The table maps each label to the index of
  /// the decision, once the decision is in the list.
  std::vector<Way> labels;
  bool isUnclear = false;
};

} // namespace

uint32_t Lister::addTree(const Expr *expression, bool mayEndInValue,
                         bool isChoice) {
  auto tree = static_cast<uint32_t>(result.trees.size());
  result.trees.push_back({mayEndInValue, isChoice});
  Way whenTrue = SourceDecisions::out(tree, true);
  Way whenFalse = SourceDecisions::out(tree, false);
  const BinaryOperator *both = asLogical(stripped(expression));
  if (isNested && mayEndInValue && both && isTree(stripped(both->getRHS()))) {
    decideLeft(both, tree, whenTrue, whenFalse);
    // In clang's code for `a && (b || c)`, the right operand is computed as an
    // expression of its own, and the last decision is made there. So the outer
    // expression has no decision that is marked as its last one.
    compute(both->getRHS());
    result.trees[tree].mayEndInValue = false;
    return tree;
  }
  decide(expression, tree, whenTrue, whenFalse);
  for (Decision &each : llvm::reverse(result.decisions))
    if (each.tree == tree) {
      each.isLast = true;
      break;
    }
  return tree;
}

void Lister::decide(const Expr *expression, uint32_t tree, Way whenTrue,
                    Way whenFalse) {
  const Expr *inner = stripped(expression);
  const UnaryOperator *negation = asNegation(inner);
  if (negation && isTree(inner))
    return decide(negation->getSubExpr(), tree, whenFalse, whenTrue);
  if (const BinaryOperator *both = asLogical(inner))
    return decideBoth(both, tree, whenTrue, whenFalse);
  if (const auto *choice = dyn_cast<ConditionalOperator>(inner))
    return decideChoice(choice, tree, whenTrue, whenFalse);
  addDecision(expression, tree, whenTrue, whenFalse);
}

/// Lists the decisions of the left operand of an `&&` or `||`. If the left
/// operand of `&&` is false, control goes to `whenFalse`. If the left operand
/// of `||` is true, control goes to `whenTrue`. In the other cases, control
/// goes on to the right operand.
void Lister::decideLeft(const BinaryOperator *both, uint32_t tree, Way whenTrue,
                        Way whenFalse) {
  Way right = newLabel();
  if (both->getOpcode() == BO_LAnd)
    decide(both->getLHS(), tree, right, whenFalse);
  else
    decide(both->getLHS(), tree, whenTrue, right);
  bind(right);
}

void Lister::decideBoth(const BinaryOperator *both, uint32_t tree, Way whenTrue,
                        Way whenFalse) {
  decideLeft(both, tree, whenTrue, whenFalse);
  decide(both->getRHS(), tree, whenTrue, whenFalse);
}

void Lister::decideChoice(const ConditionalOperator *choice, uint32_t tree,
                          Way whenTrue, Way whenFalse) {
  Way first = newLabel(), second = newLabel();
  decide(choice->getCond(), tree, first, second);
  bind(first);
  decide(choice->getTrueExpr(), tree, whenTrue, whenFalse);
  bind(second);
  decide(choice->getFalseExpr(), tree, whenTrue, whenFalse);
}

void Lister::addDecision(const Expr *expression, uint32_t tree, Way whenTrue,
                         Way whenFalse) {
  compute(expression);
  bool known;
  isUnclear |= expression->isValueDependent() ||
               expression->EvaluateAsBooleanCondition(known, recorder.ast);
  const Expr *written = expression->IgnoreImplicit();
  clang::SourceRange range = written->getSourceRange();
  Decision decision;
  decision.extent = recorder.positions.extent(range.getBegin(), range.getEnd());
  decision.text = recorder.positions.text(range.getBegin(), range.getEnd());
  decision.tree = tree;
  decision.whenTrue = whenTrue;
  decision.whenFalse = whenFalse;
  const Expr *inner = stripped(expression);
  for (; const UnaryOperator *negation = asNegation(inner);
       inner = stripped(negation->getSubExpr()))
    decision.isNegated = !decision.isNegated;
  result.decisions.push_back(std::move(decision));
}

/// Returns true if C and C++ say that the parts of `statement` are evaluated
/// from left to right.
bool Lister::isInOrder(const Stmt *statement) const {
  if (const auto *both = dyn_cast<BinaryOperator>(statement))
    return both->getOpcode() == BO_Comma;
  const auto *call = dyn_cast<CXXOperatorCallExpr>(statement);
  bool isShift = call && (call->getOperator() == OO_LessLess ||
                          call->getOperator() == OO_GreaterGreater);
  return isa<InitListExpr>(statement) ||
         (isShift && recorder.ast.getLangOpts().CPlusPlus17);
}

void Lister::computeParts(const Stmt *statement) {
  unsigned deciding = 0;
  for (const Stmt *part : statement->children()) {
    size_t before = result.decisions.size();
    compute(part);
    deciding += result.decisions.size() != before;
  }
  isUnclear |= deciding > 1 && !isInOrder(statement);
}

void Lister::compute(const Stmt *statement) {
  if (!statement ||
      isa<LambdaExpr, UnaryExprOrTypeTraitExpr, CXXNoexceptExpr>(statement))
    return;
  if (isa<StmtExpr, ChooseExpr, BinaryConditionalOperator,
          GenericSelectionExpr>(statement)) {
    isUnclear = true;
    return;
  }
  const auto *expression = dyn_cast<Expr>(statement);
  if (expression && asLogical(expression)) {
    addTree(expression, /*mayEndInValue=*/true, /*isChoice=*/false);
    return;
  }
  if (const auto *choice = dyn_cast<ConditionalOperator>(statement)) {
    addTree(choice->getCond(), /*mayEndInValue=*/true, /*isChoice=*/true);
    compute(choice->getTrueExpr());
    compute(choice->getFalseExpr());
    return;
  }
  computeParts(statement);
}

std::optional<SourceDecisions> Lister::finish() {
  if (isUnclear || result.decisions.empty())
    return std::nullopt;
  for (Decision &each : result.decisions)
    for (Way *way : {&each.whenTrue, &each.whenFalse})
      if (*way >= 0)
        *way = labels[*way];
  return std::move(result);
}

std::optional<SourceDecisions> Lister::condition(const Expr *expression,
                                                 bool isLoop) {
  if (isa<StmtExpr>(stripped(expression)))
    return std::nullopt;
  bool isWhole = !isTree(stripped(expression));
  // If the condition is not an `&&`, `||` or `?`, a part of it may still make
  // decisions, as in `if (f(a && b))`. The last decision in the list is then
  // the condition as a whole.
  uint32_t tree = addTree(expression, isLoop && !isWhole, /*isChoice=*/false);
  if (isWhole && !result.decisions.empty())
    result.decisions.back().isOperand = false;
  if (!isWhole) {
    Decision again;
    again.tree = tree;
    again.isOperand = false;
    again.isSecondTest = true;
    result.decisions.push_back(again);
  }
  return finish();
}

std::optional<SourceDecisions> Lister::value(const Expr *expression) {
  compute(expression);
  return finish();
}

std::vector<SourceDecisions> listDecisions(const Expr *expression,
                                           const UnitRecorder &recorder,
                                           ExpressionRole role) {
  std::vector<SourceDecisions> all;
  if (!expression || expression->isInstantiationDependent() ||
      expression->containsErrors())
    return all;
  for (bool isNested : {false, true}) {
    Lister lister(recorder, isNested);
    auto found = role == ExpressionRole::Value
                     ? lister.value(expression)
                     : lister.condition(expression,
                                        role == ExpressionRole::LoopCondition);
    if (found)
      all.push_back(std::move(*found));
  }
  return all;
}

} // namespace pinstripe
