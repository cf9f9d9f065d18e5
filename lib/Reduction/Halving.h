//===- Halving.h - Depth-first halving, then single removals ----*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_REDUCTION_HALVING_H
#define PINSTRIPE_REDUCTION_HALVING_H

#include "Sweep.h"
#include "pinstripe/Reduction/Reducer.h"
#include <vector>

namespace pinstripe {

/// The default algorithm. Removes the later half, else the later half of
/// that, and so on: depth first, from late to early, no subset visited twice.
/// Late elements go first since fewer others depend on them. A sweep of
/// single removals then certifies 1-minimality, which halving alone does not
/// give when outcomes are not monotone.
///
/// Cost: with n elements of which k stay, about k * (log2(n / k) + 1) tests
/// for the halving, half as many again if the k are scattered, never more than
/// 2n; and k for the sweep, more if the sweep finds something to remove. For 40
/// scattered of 2,000 elements that is 410 tests, and 4,045 with DDMin.
class Halving : public Reducer {
public:
  explicit Halving(Configuration start);

  llvm::StringRef phase() const override;
  std::optional<size_t> testsLeft() const override;

private:
  std::optional<Configuration> next() override;
  void learn(Outcome outcome) override;

  /// Positions begin .. end-1 of `order`. None of these elements has been
  /// removed while the range is on the stack.
  struct Range {
    size_t begin = 0;
    size_t end = 0;
    size_t size() const { return end - begin; }
  };
  void pushHalves(Range range);

  std::vector<Element> order;
  std::vector<Range> stack; ///< the top is the latest in `order`
  Sweep sweep;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_HALVING_H
