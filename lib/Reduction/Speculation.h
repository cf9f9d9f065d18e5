// Predicts the candidates that a reducer may ask for next.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_SPECULATION_H
#define PINSTRIPE_REDUCTION_SPECULATION_H

#include "pinstripe/Reduction/Reducer.h"
#include <functional>
#include <vector>

namespace pinstripe {

/// Runs ahead of a reducer, on copies of the reducer. The copies form a tree:
/// the root has the current candidate, and each node has two children, which
/// have the candidates that follow if the candidate of the node FAILs and if it
/// does not. The share of FAILs among the latest outcomes gives each candidate
/// a likelihood of being asked for; the most likely ones are worth testing in
/// advance.
///
/// The reducer itself never depends on the prediction: a wrong guess costs time
/// only.
class Speculation {
public:
  /// A function that returns the outcome of a candidate, or nullopt if the
  /// outcome is not known without a test.
  using Lookup =
      std::function<std::optional<Outcome>(const Configuration &candidate)>;
  explicit Speculation(Lookup known) : known(std::move(known)) {}

  /// Returns the current candidate of `reducer`, and then up to `count` - 1
  /// candidates that may follow, the most likely ones first. All are different,
  /// and none has a known outcome. Once the current candidate has been tested,
  /// `learn` must be called with its outcome.
  std::vector<Configuration> ahead(Reducer &reducer, size_t count);
  /// Takes the outcome of the first candidate that `ahead` returned. Must not
  /// be called with an outcome that was known without a test.
  void learn(Outcome outcome);

private:
  struct Node {
    /// A copy of the reducer that will ask for `candidate` next.
    std::unique_ptr<Reducer> reducer;
    Configuration candidate;
    ConfigurationDigest digest; ///< The hash of `candidate`.
    /// The nodes for the candidates that follow if `candidate` FAILs
    /// (`afterFail`) and if it does not (`afterOther`); nullopt if not computed
    /// yet, null if nothing is left to test in that case.
    std::optional<std::unique_ptr<Node>> afterFail, afterOther;
  };
  std::unique_ptr<Node> nodeOf(std::unique_ptr<Reducer> reducer) const;
  Node *child(Node &node, bool fails) const;
  /// A place in the tree at which the next node could be made, and how likely
  /// the reducer is to get there.
  struct Prospect;
  void lookBelow(Node &node, double likelihood,
                 std::vector<Prospect> &prospects) const;

  Lookup known;
  std::unique_ptr<Node> root;
  double failShare = 0.3; ///< The share of FAILs among the latest outcomes.
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_SPECULATION_H
