// Predicts the next candidates of a reducer, to test them in advance.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Speculation.h"

#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace pinstripe;

/// A candidate is tested in advance only if the reducer will ask for it with at
/// least this probability.
static constexpr double leastLikelihood = 0.02;
/// The weight of the newest outcome in the running average that estimates how
/// likely a candidate is to FAIL.
static constexpr double newestWeight = 0.1;
/// The limit, in bytes, for all copies of a reducer together. A copy takes
/// about 8 bytes for each element.
static constexpr size_t memoryLimit = size_t(256) << 20;
static constexpr size_t bytesPerElement = 8;

struct Speculation::Prospect {
  double likelihood = 0;
  Node *parent = nullptr;
  /// True if the child follows when the candidate of its parent node FAILs.
  /// False if it follows otherwise.
  bool fails = false;

  static bool isLess(const Prospect &left, const Prospect &right) {
    return left.likelihood < right.likelihood;
  }
};

/// Makes a tree node for the next candidate of `reducer` that has to be tested.
/// If the outcome of a candidate is known already, `reducer` is told this
/// outcome, and its next candidate is considered. Returns null if no candidate
/// has to be tested.
std::unique_ptr<Speculation::Node>
Speculation::nodeOf(std::unique_ptr<Reducer> reducer) const {
  while (std::optional<Configuration> candidate = reducer->ask()) {
    std::optional<Outcome> outcome = known(*candidate);
    if (!outcome) {
      ConfigurationDigest digest = candidate->digest();
      return std::unique_ptr<Node>(
          new Node{std::move(reducer), std::move(*candidate), digest, {}, {}});
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
    place = nodeOf(std::move(reducer));
  }
  return place->get();
}

void Speculation::lookBelow(Node &node, double likelihood,
                            std::vector<Prospect> &prospects) const {
  for (bool fails : {false, true}) {
    double share = fails ? failShare : 1 - failShare;
    if (likelihood * share < leastLikelihood)
      continue;
    prospects.push_back({likelihood * share, &node, fails});
    std::push_heap(prospects.begin(), prospects.end(), Prospect::isLess);
  }
}

std::vector<Configuration> Speculation::ahead(Reducer &reducer, size_t count) {
  Configuration asked = *reducer.ask();
  // Predictions are kept in a tree, whose root has a copy of the reducer. If
  // that copy has another candidate or another best configuration than the
  // reducer itself, the tree is outdated, and a new one begins.
  if (!root || root->candidate != asked ||
      root->reducer->best() != reducer.best())
    root.reset(new Node{reducer.clone(), asked, asked.digest(), {}, {}});

  size_t copies = memoryLimit / (bytesPerElement * (asked.universe() + 1));
  count = std::min(count, 1 + copies);
  std::vector<Configuration> candidates{std::move(asked)};
  std::vector<ConfigurationDigest> listed{root->digest};
  std::vector<Prospect> prospects;
  lookBelow(*root, 1, prospects);
  while (candidates.size() < count && !prospects.empty()) {
    std::pop_heap(prospects.begin(), prospects.end(), Prospect::isLess);
    Prospect prospect = prospects.back();
    prospects.pop_back();
    Node *node = child(*prospect.parent, prospect.fails);
    if (!node)
      continue;
    // A candidate is left out if it is in the list already, since the tree can
    // contain it twice. It is also left out if its outcome has become known
    // since its node was made.
    if (!llvm::is_contained(listed, node->digest) && !known(node->candidate)) {
      candidates.push_back(node->candidate);
      listed.push_back(node->digest);
    }
    lookBelow(*node, prospect.likelihood, prospects);
  }
  return candidates;
}

void Speculation::learn(Outcome outcome) {
  bool fails = outcome == Outcome::Fail;
  failShare += newestWeight * (fails - failShare);
  if (!root)
    return;
  auto &next = fails ? root->afterFail : root->afterOther;
  // The node for the next candidate becomes the root. The old root owns this
  // node, so it must be moved out before the old root is destroyed.
  std::unique_ptr<Node> node = next ? std::move(*next) : nullptr;
  root = std::move(node);
}
