// Lists mutations of conditions, for example `if (1)` in place of `if (a)`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Mutation/Changes.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace pinstripe {

/// Replaces each `&&` and `||` in a condition by one of its operands.
static void reduce(ChangeContext &context, const ExpressionUse &use,
                   const Expr *condition) {
  const auto *operation =
      dyn_cast<BinaryOperator>(asWritten(condition)->IgnoreParens());
  if (!operation || !operation->isLogicalOp())
    return;
  TokenRange tokens = context.rangeOf(operation);
  for (const Expr *operand : {operation->getLHS(), operation->getRHS()}) {
    if (!tokens.isEmpty())
      context.changes.replace(MutationOperator::ConditionReduced, use.place,
                              tokens, context.textOf(asWritten(operand)));
  }
  reduce(context, use, operation->getLHS());
  reduce(context, use, operation->getRHS());
}

/// Returns true if an expression needs parentheses as the left operand of `&&`
/// or `||`.
static bool bindsLoosely(const Expr *expression, BinaryOperatorKind joined) {
  const Expr *written = asWritten(expression);
  if (isa<AbstractConditionalOperator>(written))
    return true;
  const auto *operation = dyn_cast<BinaryOperator>(written);
  if (!operation)
    return false;
  return operation->isAssignmentOp() || operation->isCommaOp() ||
         (operation->getOpcode() == BO_LOr && joined == BO_LAnd);
}

std::vector<const Atom *> atomsFor(const ChangeContext &context,
                                   const Place &place, TokenRange at) {
  constexpr size_t maxAtoms = 24;
  // The texts of the conditions inside the range `at`. A condition with one of
  // these texts is not added to the range, since that would change nothing.
  llvm::StringSet<> known;
  for (const Atom &atom : context.places.atoms)
    if (at.contains(atom.tokens))
      known.insert(atom.text);
  std::vector<const Atom *> visible, atoms;
  for (const Atom &atom : context.places.atoms)
    if (areVisible(atom.locals, place.scope))
      visible.push_back(&atom);
  keepNearest(visible, at, visible.size());
  for (const Atom *atom : visible)
    if (known.insert(atom->text).second && atoms.size() < maxAtoms)
      atoms.push_back(atom);
  return atoms;
}

static void extend(ChangeContext &context, const ExpressionUse &use) {
  for (const Atom *atom :
       atomsFor(context, context.place(use.place), use.tokens))
    for (const std::string &added : {" && " + atom->text, " || " + atom->text,
                                     " && " + negationOf(*atom)}) {
      BinaryOperatorKind joined =
          llvm::StringRef(added).starts_with(" &&") ? BO_LAnd : BO_LOr;
      TokenRange end{use.tokens.last, use.tokens.last};
      if (!bindsLoosely(use.written, joined))
        context.changes.edit(MutationOperator::ConditionExtended, use.place,
                             {{end, added}});
      else
        context.changes.edit(
            MutationOperator::ConditionExtended, use.place,
            {{{use.tokens.first, use.tokens.first}, "("}, {end, " )" + added}});
    }
}

void addConditionChanges(ChangeContext &context, const ExpressionUse &use) {
  bool isLiteral = isa<IntegerLiteral, CXXBoolLiteralExpr>(use.written);
  for (const std::string &value : {context.falseText(), context.trueText()})
    if (!isLiteral || context.tokens().text(use.tokens) == context.trueText())
      context.changes.replace(MutationOperator::ConditionForced, use.place,
                              use.tokens, value);
  if (isLiteral)
    return;
  reduce(context, use, use.written);
  extend(context, use);
}

std::string negationOf(const Atom &atom) {
  return atom.isPrimary ? "!" + atom.text : "!(" + atom.text + ")";
}

} // namespace pinstripe
