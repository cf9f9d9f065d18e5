// Predicts the next candidates of a reducer, to test them in advance.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Speculation.h"

#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace pinstripe;

/// If a candidate is less likely than this to be asked for, it is not worth a
/// test in advance.
static constexpr double leastLikelihood = 0.02;
/// The weight of the newest outcome in the running average that says how likely
/// a candidate is to FAIL.
static constexpr double newestWeight = 0.1;
/// How many bytes all copies of a reducer are allowed to take together. A copy
/// takes about 8 bytes for each element.
static constexpr size_t memoryLimit = size_t(256) << 20;
static constexpr size_t bytesPerElement = 8;

struct Speculation::Prospect {
  double likelihood = 0;
  Node *parent = nullptr;
  /// True for the child to which the reducer goes if the candidate of its
  /// parent node FAILs; false for the other child.
  bool fails = false;

  static bool isLess(const Prospect &left, const Prospect &right) {
    return left.likelihood < right.likelihood;
  }
};

/// Makes a tree node for the next candidate of `reducer` that has to be tested.
/// Before this candidate, `reducer` can ask for others whose outcomes are known
/// without a test; it is told these outcomes at once. Returns null if no
/// candidate is left that has to be tested.
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
  // Predictions are kept in a tree, whose root has a copy of the reducer. The
  // tree is still right if this copy has the same candidate and the same best
  // configuration as the reducer itself. Otherwise a new tree begins.
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
    // A candidate is left out if it is in the list already (the tree can
    // contain it twice), or if its outcome has become known since its node was
    // made.
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
  // node, so the node is moved out before the old root is destroyed.
  std::unique_ptr<Node> node = next ? std::move(*next) : nullptr;
  root = std::move(node);
}
