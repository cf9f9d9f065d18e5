//===- CDD.h - Counter-based delta debugging --------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_REDUCTION_CDD_H
#define PINSTRIPE_REDUCTION_CDD_H

#include "Sweep.h"
#include "pinstripe/Reduction/Reducer.h"
#include <vector>

namespace pinstripe {

/// CDD of Zhang, Zhou, Xu, Tian and Sun, "Toward a Better Understanding of
/// Probabilistic Delta Debugging" (ICSE 2025): what is left of ProbDD if
/// chance is taken out. Rounds of removals of s consecutive elements, from
/// late to early; after each round p, which is p0 at first, is divided by
/// 1 - 1/e, and s is the largest that maximizes s * (1 - p)^s, which is 1/p. So
/// sizes shrink to 63 % from round to round; the one with s = 1 is the last.
///
/// Here p0 is 2/n, hence s = n/2, not the authors' 0.1, which never removes
/// more than 10 elements at once; and it is the late elements first, which
/// fewer others need. That is 1-minimal where outcomes are monotone; a sweep of
/// single removals, which is ours, certifies it for all.
///
/// Cost: about 2.8 n tests if nothing can be removed, and k for the sweep;
/// for k scattered of n elements as many as Halving, and more where whole runs
/// of them can go. Sizes that are no powers of two find more of what can go
/// only as a whole.
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
  size_t size = 0;            ///< s; 0: all rounds are done
  std::vector<Element> order; ///< what is left, ascending
  size_t end = 0;             ///< of `order`: from here on this round is done
  Sweep sweep;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_CDD_H
