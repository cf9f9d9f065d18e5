//===- ProbDD.h - Probabilistic delta debugging -----------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_REDUCTION_PROBDD_H
#define PINSTRIPE_REDUCTION_PROBDD_H

#include "Sweep.h"
#include "pinstripe/Reduction/Reducer.h"
#include <vector>

namespace pinstripe {

/// ProbDD of Wang, Shen, Chen, Xiong and Zhang, "Probabilistic Delta Debugging"
/// (ESEC/FSE 2021). Each element has a probability p to be needed, the same at
/// first. It removes the elements that are least likely to be needed, as many
/// as make the expected gain the largest: the first i in ascending order of p,
/// later ones first among equals, that maximize i * (1 - p_1) * .. * (1 - p_i).
/// If that does not FAIL, one of them is needed, and by the rule of Bayes each
/// p becomes p / (1 - (1 - p_1) * .. * (1 - p_i)); p = 1 after a single one.
///
/// It ends when p is 1 for all that is left. By the paper that is 1-minimal
/// where outcomes are monotone; a sweep of single removals, which is ours,
/// certifies it for all.
///
/// Cost: O(n) tests, and k for the sweep. Between two tests it sorts what is
/// left, O(n log n): for comparison, not for 10^6 elements.
class ProbDD : public Reducer {
public:
  /// The authors' p. It never removes more than 10 elements at once.
  static constexpr double authorsProbability = 0.1;
  explicit ProbDD(Configuration start, double p = authorsProbability);

  std::unique_ptr<Reducer> clone() const override {
    return std::make_unique<ProbDD>(*this);
  }
  llvm::StringRef phase() const override;
  /// None: the size of what it removes depends on all outcomes.
  std::optional<size_t> testsLeft() const override { return std::nullopt; }

private:
  std::optional<Configuration> next() override;
  void learn(Outcome outcome) override;
  void choose();

  struct Candidate {
    Element element = {};
    double p = 0;
  };
  std::vector<Candidate> undecided; ///< what is left with p < 1
  size_t chosen = 0;                ///< the first of them; 0: not chosen yet
  double chosenNone = 1;            ///< that none of these is needed
  Sweep sweep;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_PROBDD_H
