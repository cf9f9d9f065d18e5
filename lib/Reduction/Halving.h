//===- Halving.h - Coarse to fine halving, then single removals -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_REDUCTION_HALVING_H
#define PINSTRIPE_REDUCTION_HALVING_H

#include "RangeOdds.h"
#include "Sweep.h"
#include "pinstripe/Reduction/Reducer.h"
#include <vector>

namespace pinstripe {

/// The default algorithm. Removes the later half, then the earlier one, then
/// the halves of what had to stay, and so on: level by level, each from late
/// to early, since fewer others depend on late elements; small ranges are
/// halved depth first. Where there are few elements, ranges that are not
/// likely to go are halved without a test (RangeOdds). No subset is visited
/// twice. A sweep of single removals then certifies 1-minimality, which halving
/// alone does not give when outcomes are not monotone.
///
/// Cost: with n elements of which k stay, about k * (log2(n / k) + 1) tests
/// for the halving, half as many again if the k are scattered, never more than
/// 2n, and little more than n where nearly all of a few stay; and k for the
/// sweep, more if the sweep finds something to remove. For 40 scattered of
/// 2,000 elements that is 418 tests, and 4,045 with DDMin.
///
/// Where tests take as long as they have elements, large ranges must go early:
/// depth first all the way down, the last elements would be singled out while
/// all earlier ones are still there. That took 2.4 times as long for simulated
/// programs of 3,000 to 6,000 events, and saved 3 % of the tests at best.
class Halving : public Reducer {
public:
  explicit Halving(Configuration start);

  std::unique_ptr<Reducer> clone() const override {
    return std::make_unique<Halving>(*this);
  }
  llvm::StringRef phase() const override;
  std::optional<size_t> testsLeft() const override;

private:
  std::optional<Configuration> next() override;
  void learn(Outcome outcome) override;

  /// Positions begin .. end-1 of `order`. None of these elements has been
  /// removed while the range is to be tested.
  struct Range {
    size_t begin = 0;
    size_t end = 0;
    size_t size() const { return end - begin; }
  };
  /// The nodes of the tree of halves of a range of that size.
  static size_t nodesOf(size_t size) { return 2 * size - 1; }
  void split(Range range);
  void enterNextLevel();
  void splitUnpromising();

  std::vector<Element> order;
  /// To be tested from the back, which is the latest in `order`.
  std::vector<Range> level;
  std::vector<Range> nextLevel; ///< from late to early
  size_t testsInLevels = 0;     ///< if none of them FAILs
  RangeOdds odds;
  Sweep sweep;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_HALVING_H
