// Predicts the next candidates of a reducer, to test them in advance.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_SPECULATION_H
#define PINSTRIPE_REDUCTION_SPECULATION_H

#include "OutcomeOdds.h"
#include "pinstripe/Reduction/Oracle.h"
#include "pinstripe/Reduction/Reducer.h"
#include <functional>
#include <vector>

namespace pinstripe {

/// Predicts which candidates a reducer will ask for, by running copies of the
/// reducer ahead of it. The copies form a tree, whose root has the current
/// candidate. Each node has two children: the candidate that follows if the
/// candidate of the node FAILs, and the candidate that follows if it does not.
/// OutcomeOdds tells how likely each of the two is. The *main path* starts at
/// the root and always goes on to the likelier child.
///
/// Besides the candidates that the reducer is likely to ask for, *trials* are
/// tested. The outcome of a candidate depends mostly on the elements that it
/// removes from the best configuration so far, and less on the elements that
/// were removed before. A trial removes the same elements as a candidate on the
/// main path, but from the configuration that is the best one now. Once the
/// trial has ended, the outcomes of all candidates that remove the same
/// elements can be guessed. As far as trials were made, the main path is very
/// likely right, and its candidates can be tested at once. Without trials, each
/// candidate that FAILs with a chance of one half would double the number of
/// candidates that may follow.
///
/// A wrong guess only costs the time of a useless test: the reducer itself
/// never depends on the prediction.
class Speculation {
public:
  /// A function that returns the outcome of a candidate if it is known without
  /// a test, otherwise nullopt.
  using Lookup =
      std::function<std::optional<Outcome>(const Configuration &candidate)>;
  /// A function that tells how far the test of a candidate has come (see
  /// Oracle::outlook).
  using Look = std::function<TestOutlook(const Configuration &candidate)>;
  explicit Speculation(Lookup known, Look look = {})
      : known(std::move(known)), look(std::move(look)) {}

  /// Returns the current candidate of `reducer`, and then up to `count` - 1
  /// other candidates that are worth testing in advance, the most useful one
  /// first. No two are equal, and the outcome of none is known. Once the
  /// current candidate has been tested, the caller must call `learn` with its
  /// outcome.
  std::vector<Configuration> ahead(Reducer &reducer, size_t count);
  /// Takes the outcome of the first candidate in the list that `ahead`
  /// returned, and makes the node of the next candidate the root of the tree.
  /// The outcome must come from a test: a candidate whose outcome is known
  /// without a test has no node in the tree.
  void learn(Outcome outcome);

private:
  /// A candidate, and what OutcomeOdds needs to guess its outcome.
  struct Plan {
    Configuration candidate;
    ConfigurationDigest digest; ///< The hash of the configuration `candidate`.
    /// The elements of the best configuration that `candidate` leaves out.
    Configuration removed;
    Removal removal;
  };
  struct Node {
    /// A copy of the reducer. The next candidate for which it asks is the
    /// candidate of `plan`.
    std::unique_ptr<Reducer> reducer;
    Plan plan;
    /// The children of this node: `afterFail` has the candidate that follows if
    /// this node's candidate FAILs, and `afterOther` the one that follows if it
    /// does not. A child is nullopt if it was not computed yet. A child is null
    /// if no candidate follows that needs a test.
    std::optional<std::unique_ptr<Node>> afterFail, afterOther;
  };
  static Plan planOf(const Reducer &reducer, Configuration candidate,
                     const Plan *before, bool beforeFails);
  std::unique_ptr<Node> nodeOf(std::unique_ptr<Reducer> reducer,
                               const Plan &before, bool fails) const;
  Node *child(Node &node, bool fails) const;
  void lookAtAnnounced();
  const Plan *trialOf(const Removal &removal) const;
  /// Makes the list of the candidates that are tested in advance.
  class Agenda;

  Lookup known;
  Look look;
  std::unique_ptr<Node> root;
  OutcomeOdds odds;
  /// The candidates that the last call of `ahead` returned.
  std::vector<Plan> announced;
  /// Candidates from lists of `ahead` whose tests were still under way when
  /// `ahead` was called last.
  std::vector<Plan> underWay;
  /// The candidate that the reducer has asked for last.
  std::optional<Plan> last;
  bool lastFails = false; ///< True if the last candidate FAILed.
  /// True if the oracle can tell the outcomes of tests that were made in
  /// advance. Otherwise trials, which are made only to learn the outcomes of
  /// removals, would be of no use.
  bool seesAhead = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_SPECULATION_H
