// Matches the decisions in a statement's source with the decisions in its code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Units/DecisionMatcher.h"

#include "llvm/ADT/STLExtras.h"

namespace pinstripe {

using Decision = SourceDecisions::Decision;
using Way = SourceDecisions::Way;

/// The largest number of expressions with `&&`, `||`, `!` or `?` in a
/// statement. A statement with more of them is not matched. The matcher makes
/// assumptions about each expression and tries all combinations. Each further
/// expression doubles the number of combinations.
static constexpr size_t maxTrees = 8;

/// Returns true if, under the matcher's current assumptions, the code makes a
/// decision of the source by a jump. The last decision of an expression is made
/// without a jump if `endsInValue` is set for the expression. The code tests a
/// condition's value a second time only if `isTestedAgain` is true.
bool DecisionMatcher::isThere(const Decision &decision) const {
  if (decision.isSecondTest)
    return isTestedAgain;
  return !decision.isLast || !endsInValue[decision.tree];
}

bool DecisionMatcher::place(Match &match) const {
  uint32_t next = 0;
  for (const Decision &decision : source.decisions) {
    match.places.push_back(std::nullopt);
    if (decision.isSecondTest && endsInValue[decision.tree] && !isTestedAgain)
      return false;
    if (isThere(decision))
      match.places.back() = next++;
  }
  match.metWhenTrue.resize(source.decisions.size());
  return next == found.size();
}

/// Checks where the code goes on after one outcome of a decision (true or
/// false). Returns true if this is the place that the source demands. All
/// outcomes that give a whole expression the same result must lead to the same
/// place. The first of these outcomes stores the place in match.exits.
bool DecisionMatcher::leadsTo(Match &match, Side side, Side other,
                              uint32_t place) const {
  if (side.way >= 0) {
    if (auto next = match.places[side.way])
      return reach(side.begin) == llvm::SmallVector<uint32_t>{*next};
    bool isBefore = other.way >= 0 || side.begin < other.begin;
    if (side.begin <= found[place].index || !isBefore)
      return false;
  }
  auto known = match.exits.try_emplace(side.way, side.begin).first;
  return known->second == side.begin;
}

/// Returns true if, after either outcome of a decision (true or false), the
/// code goes on where the source demands. If `metWhenTrue` is true, a taken
/// jump means that the decision is true. Otherwise, a taken jump means that the
/// decision is false.
bool DecisionMatcher::fits(Match &match, uint32_t index,
                           bool metWhenTrue) const {
  const Decision &decision = source.decisions[index];
  uint32_t place = *match.places[index];
  uint32_t sides[] = {found[place].notMet, found[place].met};
  Side whenTrue{decision.whenTrue, sides[metWhenTrue]};
  Side whenFalse{decision.whenFalse, sides[!metWhenTrue]};
  return leadsTo(match, whenTrue, whenFalse, place) &&
         leadsTo(match, whenFalse, whenTrue, place);
}

/// Checks a decision after which another decision may follow. The jump in the
/// code must fit the source in exactly one of two ways: it is taken if the
/// decision is true, or it is taken if the decision is false.
bool DecisionMatcher::checkLabels(Match &match, uint32_t index) const {
  Match otherwise = match;
  bool fitsMet = fits(match, index, true);
  bool fitsNotMet = fits(otherwise, index, false);
  if (fitsMet == fitsNotMet)
    return false;
  match.metWhenTrue[index] = fitsMet;
  if (!fitsMet)
    match.exits = std::move(otherwise.exits);
  return true;
}

/// Checks a decision that ends an expression with `&&`, `||`, `!` or `?`. If an
/// earlier decision can end the expression as well, the same result of the
/// expression must lead to the same place after both decisions. If no earlier
/// decision can end the expression, the decision must be the whole condition of
/// a statement, or a `?` must follow the expression. Before a `?`, the code for
/// true must come before the code for false.
bool DecisionMatcher::checkExits(Match &match, uint32_t index) const {
  const Decision &decision = source.decisions[index];
  bool isAlone = !match.exits.count(decision.whenTrue) &&
                 !match.exits.count(decision.whenFalse);
  if (!isAlone)
    return checkLabels(match, index);
  if (!decision.isOperand)
    return true;
  const CodeDecision &code = found[*match.places[index]];
  if (!source.trees[decision.tree].isChoice || code.met == code.notMet)
    return false;
  match.metWhenTrue[index] = code.met < code.notMet;
  return fits(match, index, match.metWhenTrue[index]);
}

bool DecisionMatcher::checkTrees(const Match &match) const {
  for (uint32_t tree = 0; tree < source.trees.size(); ++tree) {
    auto whenTrue = match.exits.find(SourceDecisions::out(tree, true));
    auto whenFalse = match.exits.find(SourceDecisions::out(tree, false));
    if (whenTrue == match.exits.end() || whenFalse == match.exits.end())
      continue;
    bool isSame = whenTrue->second == whenFalse->second;
    if (isSame != endsInValue[tree])
      return false;
    if (source.trees[tree].isChoice && !isSame &&
        whenTrue->second > whenFalse->second)
      return false;
  }
  return true;
}

/// Returns true if the decision `index` can be the second test of the value of
/// an expression with `&&`, `||`, `!` or `?`. For this, control must come to
/// the decision after each result of the expression (true or false) whose place
/// in the code is known.
bool DecisionMatcher::checkSecondTest(const Match &match,
                                      uint32_t index) const {
  uint32_t tree = source.decisions[index].tree;
  bool isKnown = false;
  for (bool value : {true, false}) {
    auto exit = match.exits.find(SourceDecisions::out(tree, value));
    if (exit == match.exits.end())
      continue;
    isKnown = true;
    if (reach(exit->second) !=
        llvm::SmallVector<uint32_t>{*match.places[index]})
      return false;
  }
  return isKnown;
}

/// Matches the decisions of the source with those of the code under the current
/// assumptions: the expressions in `endsInValue` end without a jump, and the
/// code tests the condition a second time if `isTestedAgain` is set. Returns
/// nullopt if source and code don't fit.
std::optional<DecisionMatcher::Match> DecisionMatcher::check() const {
  Match match;
  if (!place(match))
    return std::nullopt;
  auto goesOn = [](const Decision &decision) {
    return decision.whenTrue >= 0 || decision.whenFalse >= 0;
  };
  for (bool first : {true, false})
    for (uint32_t i = 0; i < source.decisions.size(); ++i) {
      const Decision &decision = source.decisions[i];
      if (!match.places[i] || decision.isSecondTest ||
          goesOn(decision) != first)
        continue;
      if (!(first ? checkLabels(match, i) : checkExits(match, i)))
        return std::nullopt;
    }
  for (uint32_t i = 0; i < source.decisions.size(); ++i)
    if (match.places[i] && source.decisions[i].isSecondTest &&
        !checkSecondTest(match, i))
      return std::nullopt;
  if (!checkTrees(match))
    return std::nullopt;
  return match;
}

void DecisionMatcher::tryTrees(uint32_t tree) {
  if (tree == source.trees.size()) {
    if (auto match = check())
      matches.push_back(std::move(*match));
    return;
  }
  endsInValue[tree] = false;
  tryTrees(tree + 1);
  if (!source.trees[tree].mayEndInValue)
    return;
  endsInValue[tree] = true;
  tryTrees(tree + 1);
}

std::optional<DecisionMatcher::Match> DecisionMatcher::run() {
  if (source.trees.size() > maxTrees)
    return std::nullopt;
  endsInValue.resize(source.trees.size());
  bool mayBeTestedAgain = llvm::any_of(
      source.decisions, [](const Decision &each) { return each.isSecondTest; });
  for (bool again : {false, true})
    if (!again || mayBeTestedAgain) {
      isTestedAgain = again;
      tryTrees(0);
    }
  if (matches.size() != 1)
    return std::nullopt;
  return std::move(matches.front());
}

} // namespace pinstripe
