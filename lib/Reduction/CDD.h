// Declares counter-based delta debugging (Zhang et al., 2025).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_CDD_H
#define PINSTRIPE_REDUCTION_CDD_H

#include "Sweep.h"
#include "pinstripe/Reduction/Reducer.h"
#include <vector>

namespace pinstripe {

/// The algorithm CDD of Zhang, Zhou, Xu, Tian and Sun, "Toward a Better
/// Understanding of Probabilistic Delta Debugging" (ICSE 2025). CDD is simpler
/// than ProbDD: a single probability p of being needed stands for all elements.
/// CDD works in rounds. A round tries to remove each range of s consecutive
/// elements, from late to early. After each round p, which starts at p0, is
/// divided by 1 - 1/e, and s becomes the largest number that maximises s * (1 -
/// p)^s, which is 1/p. So the ranges of each round have 63 % of the size of
/// those of the round before; in the last round s is 1.
///
/// Two things differ from the paper. First, p0 is 2/n for n elements, hence s =
/// n/2, because with the authors' p0 of 0.1 a test never removes more than 10
/// elements. Second, a sweep of single removals certifies 1-minimality; the
/// rounds of the paper guarantee 1-minimality only if outcomes are monotone.
///
/// Cost: about 2.8 n tests if nothing can be removed, and k tests for the sweep
/// of the k elements that stay. If these k elements are scattered, CDD needs as
/// many tests as Halving; if long ranges can be removed, CDD needs more. On the
/// other hand, its sizes are not powers of two, so CDD finds more elements that
/// can only be removed together.
class CDD : public Reducer {
public:
  explicit CDD(Configuration start);
  CDD(Configuration start, double p0);

  std::unique_ptr<Reducer> clone() const override {
    return std::make_unique<CDD>(*this);
  }
  llvm::StringRef phase() const override;
  std::optional<size_t> testsLeft() const override;

private:
  std::optional<Configuration> next() override;
  void learn(Outcome outcome) override;
  void settle();
  bool isSwept() const { return size == 0; }

  double p;
  /// How many consecutive elements a test removes (s); 0 when all rounds are
  /// done.
  size_t size = 0;
  /// The elements that have not been removed, in ascending order.
  std::vector<Element> order;
  /// The elements from order[end] on have been tried in this round.
  size_t end = 0;
  Sweep sweep;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_CDD_H
