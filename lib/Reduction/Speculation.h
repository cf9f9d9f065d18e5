// Predicts the next candidates of a reducer, to test them in advance.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_SPECULATION_H
#define PINSTRIPE_REDUCTION_SPECULATION_H

#include "pinstripe/Reduction/Reducer.h"
#include <functional>
#include <vector>

namespace pinstripe {

/// Predicts which candidates a reducer will ask for, by running copies of the
/// reducer ahead of it. The copies form a tree. The root has the current
/// candidate. Each node has two children: one has the candidate that follows if
/// the candidate of the node FAILs, the other the candidate that follows if it
/// does not. The share of FAILs among the latest outcomes tells how likely the
/// reducer is to get to each node. The candidates of the likeliest nodes are
/// worth testing in advance.
///
/// The reducer itself never depends on the prediction: a wrong guess only costs
/// the time of a useless test.
class Speculation {
public:
  /// A function that returns the outcome of a candidate if it is known without
  /// a test, otherwise nullopt.
  using Lookup =
      std::function<std::optional<Outcome>(const Configuration &candidate)>;
  explicit Speculation(Lookup known) : known(std::move(known)) {}

  /// Returns the current candidate of `reducer`, and then up to `count` - 1
  /// candidates that perhaps follow, the most likely ones first. All are
  /// different, and none has a known outcome. Once the current candidate has
  /// been tested, `learn` must be called with its outcome.
  std::vector<Configuration> ahead(Reducer &reducer, size_t count);
  /// Takes the outcome of the first candidate in the list that `ahead`
  /// returned, and moves the root of the tree on to the next candidate. The
  /// outcome must come from a test: candidates whose outcomes are known without
  /// a test have no nodes in the tree.
  void learn(Outcome outcome);

private:
  struct Node {
    /// A copy of the reducer that will ask for `candidate` next.
    std::unique_ptr<Reducer> reducer;
    Configuration candidate;
    ConfigurationDigest digest; ///< The hash of the configuration `candidate`.
    /// The children of this node. `afterFail` has the candidate that follows if
    /// `candidate` FAILs. `afterOther` has the candidate that follows if it
    /// does not. A child is nullopt if it has not been computed yet, and null
    /// if nothing is left to test.
    std::optional<std::unique_ptr<Node>> afterFail, afterOther;
  };
  std::unique_ptr<Node> nodeOf(std::unique_ptr<Reducer> reducer) const;
  Node *child(Node &node, bool fails) const;
  /// A child of a node, with the probability that the reducer gets there. The
  /// child is perhaps not computed yet.
  struct Prospect;
  void lookBelow(Node &node, double likelihood,
                 std::vector<Prospect> &prospects) const;

  Lookup known;
  std::unique_ptr<Node> root;
  /// The share of FAILs among the latest outcomes. It is the estimate of the
  /// probability that the next candidate FAILs.
  double failShare = 0.3;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_SPECULATION_H
