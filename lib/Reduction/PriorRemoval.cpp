// Removes elements by the probability that they are needed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PriorRemoval.h"

#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace pinstripe;

/// The estimate that was made for a kind of elements before the reduction
/// counts as much as this many tested elements.
static constexpr double priorTests = 2;
/// Elements of a kind are tested in sets only if at most this share of them is
/// needed. By a result of the theory of group testing, tests of several
/// elements do not pay if the share is larger. Such elements are left to the
/// sweep, which tests each element alone.
static constexpr double maxNeeded = 0.38;
/// The weight of the newest test in the running average `hintShare`, which
/// tells how often the oracle (it makes the tests) names an element that a
/// candidate lacked.
static constexpr double newestHintWeight = 0.05;
/// The largest value that `hintShare` counts as. `hintShare` is the share of
/// tests after which the oracle names an element that the candidate lacked. The
/// larger the share is, the more elements are removed at once.
static constexpr double maxTrust = 0.9;

std::unique_ptr<Reducer> PriorRemoval::clone() const {
  auto copy = std::make_unique<PriorRemoval>(*this);
  copy->hints = nullptr;
  return copy;
}

PriorRemoval::PriorRemoval(Configuration start, const ElementPrior &prior,
                           HintSource hints)
    : Reducer(std::move(start)), hints(std::move(hints)) {
  for (Element element : best().members()) {
    auto index = static_cast<size_t>(element);
    if (kinds.size() <= prior.kinds[index])
      kinds.resize(prior.kinds[index] + 1);
    Kind &kind = kinds[prior.kinds[index]];
    kind.untested.push_back(element);
    kind.needed += prior.needed[index];
  }
  llvm::erase_if(kinds, [](const Kind &kind) { return kind.untested.empty(); });
  for (Kind &kind : kinds) {
    kind.needed *= priorTests / kind.untested.size();
    kind.tested = priorTests;
  }
}

/// Returns how many elements of a kind one test removes, if the share p of
/// these elements is needed: the i that makes the expected gain i * (1 - p)^i
/// largest.
static size_t bestSize(double p) {
  return std::max<size_t>(1, std::lround(-1 / std::log1p(-std::max(p, 1e-6))));
}

/// Chooses the elements that the next test removes: the last ones of the kind
/// that is needed least.
void PriorRemoval::choose() {
  Kind *least = nullptr;
  for (Kind &kind : kinds)
    if (!kind.untested.empty() && kind.share() <= maxNeeded &&
        (!least || kind.share() < least->share()))
      least = &kind;
  if (!least)
    return;
  // A needed element costs few tests if the oracle names it. The more often the
  // oracle names such elements, the smaller p, the share of needed elements, is
  // taken to be, and the more elements one test removes.
  double p = least->share() * (1 - std::min(hintShare, maxTrust));
  size_t size = std::min(bestSize(p), least->untested.size());
  Set set{static_cast<size_t>(least - kinds.data()),
          {least->untested.end() - size, least->untested.end()}};
  least->untested.resize(least->untested.size() - size);
  sets.push_back(std::move(set));
}

std::optional<Configuration> PriorRemoval::next() {
  if (sets.empty())
    choose();
  if (!sets.empty())
    return best().without(sets.back().elements);
  if (std::optional<Element> element = sweep.next(best()))
    return best().without(*element);
  certify();
  return std::nullopt;
}

void PriorRemoval::note(size_t kind, size_t elements, bool couldGo) {
  kinds[kind].tested += elements;
  kinds[kind].needed += couldGo ? 0 : elements;
}

/// Takes a set that could not be removed as a whole. Keeps the elements that
/// the oracle names as needed, and puts the others on the stack of sets to be
/// tested. If the oracle names none, puts the two halves of the set on the
/// stack.
void PriorRemoval::keep(Set set) {
  // The tested set may be the later half of a set that could not be removed. As
  // it has a needed element, nothing is known any more about the earlier half,
  // which is next on the stack. So that half is no longer marked as guilty.
  if (!sets.empty())
    sets.back().isGuilty = false;
  if (set.elements.size() == 1)
    return note(set.kind, 1, false);
  std::vector<Element> named;
  if (hints)
    named = hints(best().without(set.elements), best());
  size_t before = set.elements.size();
  llvm::erase_if(set.elements,
                 [&](Element each) { return llvm::is_contained(named, each); });
  bool isNamed = set.elements.size() != before;
  hintShare += newestHintWeight * (isNamed - hintShare);
  if (isNamed) {
    note(set.kind, before - set.elements.size(), false);
    set.isGuilty = false;
    if (!set.elements.empty())
      sets.push_back(std::move(set));
    return;
  }
  halve(set);
}

/// Puts both halves of a set that has a needed element on the stack of sets to
/// be tested. The later half is tested first. The earlier half is marked as
/// guilty: if the later half can be removed, the earlier half has a needed
/// element.
void PriorRemoval::halve(const Set &set) {
  auto middle = set.elements.begin() + set.elements.size() / 2;
  sets.push_back({set.kind, {set.elements.begin(), middle}, true});
  sets.push_back({set.kind, {middle, set.elements.end()}});
}

void PriorRemoval::learn(Outcome outcome) {
  if (sets.empty()) {
    sweep.learn(outcome);
    return;
  }
  Set set = std::move(sets.back());
  sets.pop_back();
  if (outcome != Outcome::Fail)
    return keep(std::move(set));
  note(set.kind, set.elements.size(), true);
  if (sets.empty() || !sets.back().isGuilty)
    return;
  // The later half of the set could be removed, so its earlier half has a
  // needed element. That half is not tested as a whole, and not at all if it is
  // a single element. The sweep tests single elements.
  Set guilty = std::move(sets.back());
  sets.pop_back();
  if (guilty.elements.size() == 1)
    note(guilty.kind, 1, false);
  else
    halve(guilty);
}

llvm::StringRef PriorRemoval::phase() const {
  return sets.empty() ? "sweep" : "removal";
}
