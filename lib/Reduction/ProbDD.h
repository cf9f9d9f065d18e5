// Implements probabilistic delta debugging (Wang et al., 2021).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_PROBDD_H
#define PINSTRIPE_REDUCTION_PROBDD_H

#include "Sweep.h"
#include "pinstripe/Reduction/Reducer.h"
#include <vector>

namespace pinstripe {

/// The algorithm ProbDD of Wang, Shen, Chen, Xiong and Zhang, "Probabilistic
/// Delta Debugging" (ESEC/FSE 2021). Each element has a probability p of being
/// needed, which is the same for all elements at first. For each test, the
/// elements are put in ascending order of p (later elements first among
/// equals). The test removes the first i of them, where i makes the expected
/// gain i * (1 - p_1) * .. * (1 - p_i) largest. If the test does not FAIL, at
/// least one of the i elements is needed. Then, by Bayes' rule, the p of each
/// of them becomes p / (1 - (1 - p_1) * .. * (1 - p_i)), which is 1 if i is 1.
///
/// The algorithm ends when p is 1 for all elements that are left. If outcomes
/// are monotone (each superset of a set that FAILs also FAILs), the result is
/// 1-minimal, as the paper shows. A sweep of single removals, which the paper
/// does not have, proves 1-minimality in all cases.
///
/// Cost: O(n) tests for n elements, and k tests for the sweep of the k elements
/// that stay. Sorting the undecided elements takes O(n log n) between two
/// tests, so ProbDD is meant for comparison with other algorithms, not for 10^6
/// elements.
class ProbDD : public Reducer {
public:
  /// The initial probability that an element is needed, as in the tool of
  /// ProbDD's authors. With this value, a test never removes more than 10
  /// elements.
  static constexpr double authorsProbability = 0.1;
  explicit ProbDD(Configuration start, double p = authorsProbability);

  std::unique_ptr<Reducer> clone() const override {
    return std::make_unique<ProbDD>(*this);
  }
  llvm::StringRef phase() const override;
  /// Returns nullopt: the number of tests left is unknown, since the number of
  /// elements that a test removes depends on all earlier outcomes.
  std::optional<size_t> testsLeft() const override { return std::nullopt; }

private:
  std::optional<Configuration> next() override;
  void learn(Outcome outcome) override;
  void choose();

  struct Candidate {
    Element element = {};
    double p = 0;
  };
  /// The elements that were not removed, but that are not certain to be needed
  /// either (p is below 1).
  std::vector<Candidate> undecided;
  /// How many elements the next test removes; 0 if that is still to be decided.
  size_t chosen = 0;
  /// The probability that the next test removes no element that is needed.
  double chosenNone = 1;
  Sweep sweep;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_PROBDD_H
