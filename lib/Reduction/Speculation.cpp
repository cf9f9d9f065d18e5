// Predicts the next candidates of a reducer, to test them in advance.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Speculation.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>
#include <set>

using namespace pinstripe;

/// A candidate is tested in advance only if the reducer will ask for it with at
/// least this probability, or if it is on the main path. The main path through
/// the tree of predictions always leads to the likelier child.
static constexpr double leastLikelihood = 0.02;
/// The priority of the first trial on the main path (the likeliest sequence of
/// candidates). A trial is a test that removes the same elements as a
/// candidate, but from the best configuration. It saves about half as much time
/// as a test of the right candidate. The priority of such a test is the
/// probability that the reducer will ask for it, so a trial gets half of the
/// highest probability.
static constexpr double nearestTrial = 0.5;
/// With each step along the main path (the likeliest sequence of candidates),
/// the priority of a trial is multiplied by this factor. So the first trial on
/// the path has the highest priority.
static constexpr double nextTrial = 0.99;
/// The largest number of bytes that all copies of a reducer may take together.
/// A copy takes about 8 bytes for each element.
static constexpr size_t memoryLimit = size_t(256) << 20;
static constexpr size_t bytesPerElement = 8;

/// Makes the list of the candidates that are tested in advance.
class Speculation::Agenda {
public:
  Agenda(Speculation &speculation, size_t count)
      : speculation(speculation), count(count) {}
  std::vector<Plan> make();

private:
  /// A node of the tree of predictions. The candidate of the node may be put on
  /// the list of candidates that are tested in advance.
  struct Prospect {
    double priority = 0;
    /// The probability that the reducer will ask for the candidate of this
    /// node.
    double likelihood = 0;
    Node *parent = nullptr;
    /// True if this node is the child that follows when its parent's candidate
    /// FAILs.
    bool fails = false;
    /// True if the node is on the main path, which always leads to the likelier
    /// child.
    bool isMain = false;
    size_t depth = 0;
    /// The node in the tree; null as long as the node has not been created.
    Node *node = nullptr;
    bool operator<(const Prospect &other) const {
      return priority < other.priority;
    }
  };
  void push(Prospect prospect) {
    prospects.push_back(prospect);
    std::push_heap(prospects.begin(), prospects.end());
  }
  void lookBelow(Node &node, const Prospect &prospect);
  void listTrial(const Plan &plan);
  double trialPriority(size_t depth) const {
    return speculation.seesAhead ? nearestTrial * std::pow(nextTrial, depth)
                                 : 0;
  }
  void list(const Plan &plan) {
    if (listed.insert({plan.digest.low, plan.digest.high}).second &&
        !speculation.odds.wasAsked(plan.digest) &&
        !speculation.known(plan.candidate))
      plans.push_back(plan);
  }

  Speculation &speculation;
  size_t count;
  std::vector<Plan> plans;
  std::set<std::pair<uint64_t, uint64_t>> listed;
  std::vector<Prospect> prospects;
};

void Speculation::Agenda::lookBelow(Node &node, const Prospect &prospect) {
  double chance =
      speculation.odds.chanceToFail(node.plan.digest, node.plan.removal);
  for (bool fails : {false, true}) {
    Prospect below;
    below.likelihood = prospect.likelihood * (fails ? chance : 1 - chance);
    below.parent = &node;
    below.fails = fails;
    below.isMain = prospect.isMain && fails == (chance > 0.5);
    below.depth = prospect.depth + 1;
    below.priority = below.likelihood;
    if (below.isMain)
      below.priority = std::max(below.likelihood, trialPriority(below.depth));
    if (below.priority >= leastLikelihood)
      push(below);
  }
}

/// Lists a trial for a predicted candidate: a test that removes the same
/// elements from the best configuration. This configuration is known to FAIL,
/// so an outcome other than FAIL is due to the removal.
void Speculation::Agenda::listTrial(const Plan &plan) {
  const Plan &rootPlan = speculation.root->plan;
  if (plan.removal.base == rootPlan.removal.base)
    return list(plan);
  if (const Plan *begun = speculation.trialOf(plan.removal))
    return list(*begun);
  const Configuration &best = speculation.root->reducer->best();
  Plan trial = plan;
  trial.candidate = best.without(plan.removed);
  trial.digest = trial.candidate.digest();
  trial.removal.base = rootPlan.removal.base;
  // Some algorithms propose candidates that only add elements. For such a
  // candidate there is no removal to try.
  if (!trial.candidate.isEmpty() && !plan.removed.isEmpty())
    list(trial);
}

std::vector<Speculation::Plan> Speculation::Agenda::make() {
  Node &root = *speculation.root;
  plans.push_back(root.plan);
  listed.insert({root.plan.digest.low, root.plan.digest.high});
  Prospect first;
  first.likelihood = 1;
  first.isMain = true;
  lookBelow(root, first);
  while (plans.size() < count && !prospects.empty()) {
    std::pop_heap(prospects.begin(), prospects.end());
    Prospect prospect = prospects.back();
    prospects.pop_back();
    if (!prospect.node) {
      prospect.node = speculation.child(*prospect.parent, prospect.fails);
      if (!prospect.node)
        continue;
      lookBelow(*prospect.node, prospect);
      // A trial runs a removal only to learn its outcome. No trial is listed
      // for a removal whose outcome can already be guessed.
      if (prospect.isMain &&
          !speculation.odds.hasSeen(prospect.node->plan.removal) &&
          prospect.likelihood < trialPriority(prospect.depth))
        listTrial(prospect.node->plan);
      prospect.priority = prospect.likelihood;
      push(prospect);
      continue;
    }
    list(prospect.node->plan);
  }
  return std::move(plans);
}

Speculation::Plan Speculation::planOf(const Reducer &reducer,
                                      Configuration candidate,
                                      const Plan *before, bool beforeFails) {
  Configuration removed = reducer.best().without(candidate);
  ConfigurationDigest digest = candidate.digest();
  unsigned size = llvm::Log2_64_Ceil(removed.count() + 1);
  int relation = 0;
  if (before)
    relation =
        std::clamp(int(std::get<1>(before->removal.kind)) - int(size), -1, 1);
  ConfigurationDigest removedDigest = removed.digest();
  return {std::move(candidate),
          digest,
          std::move(removed),
          {removedDigest,
           reducer.best().digest(),
           {reducer.phase().str(), size, relation, beforeFails}}};
}

/// Makes a tree node for the next candidate of `reducer` whose outcome is not
/// known. Before that, tells `reducer` the outcomes of all candidates whose
/// outcomes are known. Returns null if `reducer` asks for no candidate of
/// unknown outcome.
std::unique_ptr<Speculation::Node>
Speculation::nodeOf(std::unique_ptr<Reducer> reducer, const Plan &before,
                    bool fails) const {
  while (std::optional<Configuration> candidate = reducer->ask()) {
    std::optional<Outcome> outcome = known(*candidate);
    if (!outcome) {
      Plan plan = planOf(*reducer, std::move(*candidate), &before, fails);
      return std::unique_ptr<Node>(
          new Node{std::move(reducer), std::move(plan), {}, {}});
    }
    reducer->tell(*outcome);
  }
  return nullptr;
}

Speculation::Node *Speculation::child(Node &node, bool fails) const {
  auto &place = fails ? node.afterFail : node.afterOther;
  if (!place) {
    std::unique_ptr<Reducer> reducer = node.reducer->clone();
    reducer->tell(fails ? Outcome::Fail : Outcome::Pass);
    place = nodeOf(std::move(reducer), node.plan, fails);
  }
  return place->get();
}

/// Looks at the candidates that `ahead` has listed for tests in advance. Stores
/// the outcomes of the tests that have ended by now, and remembers the tests
/// that are under way.
void Speculation::lookAtAnnounced() {
  if (!look)
    return;
  std::vector<Plan> still;
  for (std::vector<Plan> *plans : {&underWay, &announced})
    for (Plan &plan : *plans) {
      TestOutlook outlook = look(plan.candidate);
      seesAhead |= outlook.isBegun;
      if (outlook.outcome)
        odds.foresee(plan.digest, plan.removal,
                     *outlook.outcome == Outcome::Fail);
      else if (outlook.isBegun)
        still.push_back(std::move(plan));
    }
  underWay = std::move(still);
}

/// Returns a test that has begun but not ended, and that leaves out the same
/// elements as `removal`; null if there is none.
const Speculation::Plan *Speculation::trialOf(const Removal &removal) const {
  auto found = llvm::find_if(underWay, [&](const Plan &plan) {
    return plan.removal.digest == removal.digest;
  });
  return found == underWay.end() ? nullptr : &*found;
}

std::vector<Configuration> Speculation::ahead(Reducer &reducer, size_t count) {
  Configuration asked = *reducer.ask();
  lookAtAnnounced();
  // The root of the tree has a copy of the reducer. If this copy has another
  // candidate or another best configuration than the reducer itself, the tree
  // is outdated and a new one is made.
  if (!root || root->plan.candidate != asked ||
      root->reducer->best() != reducer.best())
    root.reset(
        new Node{reducer.clone(),
                 planOf(reducer, asked, last ? &*last : nullptr, lastFails),
                 {},
                 {}});

  size_t copies = memoryLimit / (bytesPerElement * (asked.universe() + 1));
  odds.trust(root->plan.removal.base);
  announced = Agenda(*this, std::min(count, 1 + copies)).make();
  std::vector<Configuration> candidates;
  for (const Plan &plan : announced)
    candidates.push_back(plan.candidate);
  return candidates;
}

void Speculation::learn(Outcome outcome) {
  bool fails = outcome == Outcome::Fail;
  odds.learn(fails);
  if (!root)
    return;
  odds.learn(root->plan.digest, root->plan.removal, fails);
  last = root->plan;
  lastFails = fails;
  auto &next = fails ? root->afterFail : root->afterOther;
  // The old root is destroyed when `root` gets its new value. The node for the
  // next candidate, which the old root owns, is moved out before.
  std::unique_ptr<Node> node = next ? std::move(*next) : nullptr;
  root = std::move(node);
}
