// Counter-based delta debugging (Zhang et al., 2025).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_CDD_H
#define PINSTRIPE_REDUCTION_CDD_H

#include "Sweep.h"
#include "pinstripe/Reduction/Reducer.h"
#include <vector>

namespace pinstripe {

/// CDD of Zhang, Zhou, Xu, Tian and Sun, "Toward a Better Understanding of
/// Probabilistic Delta Debugging" (ICSE 2025): ProbDD without the element of
/// chance. CDD works in rounds. A round removes runs of s consecutive elements,
/// from late to early. After each round the probability p, which starts at p0,
/// is divided by 1 - 1/e, and s becomes the largest number that maximises s *
/// (1 - p)^s, which is 1/p. So each round has runs of 63 % of the size before;
/// the last round has s = 1.
///
/// Two things differ from the paper. p0 is 2/n, hence s = n/2, because the
/// authors' 0.1 never removes more than 10 elements at once. A sweep of single
/// removals certifies 1-minimality; the paper's rounds give it only if outcomes
/// are monotone.
///
/// Cost: about 2.8 n tests if nothing can be removed, and k for the sweep. For
/// k scattered elements of n, CDD needs as many tests as Halving, and more
/// tests where long runs can go. On the other hand, its sizes are not powers of
/// two, so it finds more elements that can only go together.
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
