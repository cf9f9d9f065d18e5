// Implements counter-based delta debugging (Zhang et al., 2025).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_CDD_H
#define PINSTRIPE_REDUCTION_CDD_H

#include "Sweep.h"
#include "pinstripe/Reduction/Reducer.h"
#include <vector>

namespace pinstripe {

/// The algorithm CDD of Zhang, Zhou, Xu, Tian and Sun, "Toward a Better
/// Understanding of Probabilistic Delta Debugging" (ICSE 2025). CDD is simpler
/// than the algorithm ProbDD, since a single probability p of being needed
/// stands for all elements. Each round goes through the elements from late to
/// early and tries to remove s consecutive elements at a time. In each round s
/// is 1/p, rounded down, which makes the expected gain s * (1 - p)^s largest. p
/// begins as p0 and is divided by 1 - 1/e after each round. So s shrinks to 63
/// % from round to round, until it is 1.
///
/// Two things differ from the paper. First, p0 is 2/n for n elements, so that s
/// is n/2 in the first round. With the authors' p0 of 0.1, a test never removes
/// more than 10 elements. Second, a sweep of single removals proves
/// 1-minimality. The rounds alone guarantee it only if each superset of a set
/// that FAILs also FAILs.
///
/// Cost: about 2.8 n tests if nothing can be removed, and k tests for the sweep
/// of the k elements that stay. If these k elements are scattered, CDD needs as
/// many tests as Halving; if long ranges can be removed, CDD needs more. But
/// CDD finds more elements that can only be removed together, because its sizes
/// are not powers of two.
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
  /// How far this round has come: it still has to try the elements of `order`
  /// before this index. A round goes from the last element to the first.
  size_t end = 0;
  Sweep sweep;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_CDD_H
