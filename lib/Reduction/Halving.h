// The default algorithm: coarse-to-fine halving, then single removals.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_HALVING_H
#define PINSTRIPE_REDUCTION_HALVING_H

#include "RangeOdds.h"
#include "Sweep.h"
#include "pinstripe/Reduction/Reducer.h"
#include <vector>

namespace pinstripe {

/// The default algorithm. Tries to remove the later half, then the earlier
/// half, then the halves of what had to stay, and so on. It goes level by
/// level, and from late to early within a level, since few elements depend on a
/// later one. Small ranges are halved depth first. Where there are few
/// elements, ranges that are not likely to go are halved without a test (see
/// RangeOdds). No subset is tested twice. A sweep of single removals then
/// certifies 1-minimality, which halving alone does not give if outcomes are
/// not monotone.
///
/// Cost: if k of n elements stay, about k * (log2(n / k) + 1) tests for the
/// halving, half as many again if the k are scattered, never more than 2n, and
/// little more than n where nearly all of a few elements stay. The sweep takes
/// k tests, more if it finds something to remove. For 40 scattered elements of
/// 2,000, Halving takes 418 tests and DDMin 4,045.
///
/// Going by levels removes large ranges early, which matters because a test
/// takes as long as its configuration is large. Depth first all the way down
/// would test the last elements one by one while all earlier ones are still
/// there: that took 2.4 times as long for simulated programs of 3,000 to 6,000
/// events, and saved 3 % of the tests at best.
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

  /// A range of elements: those at the positions from `begin` to `end` - 1 in
  /// `order`. As long as a range waits for its test, none of its elements has
  /// been removed.
  struct Range {
    size_t begin = 0;
    size_t end = 0;
    size_t size() const { return end - begin; }
  };
  /// Returns how many ranges there are in all if `size` elements are halved
  /// again and again, down to single ones.
  static size_t nodesOf(size_t size) { return 2 * size - 1; }
  void split(Range range);
  void enterNextLevel();
  void splitUnpromising();

  std::vector<Element> order;
  /// The ranges of this level that are still to be tested; the last one comes
  /// next.
  std::vector<Range> level;
  /// The ranges of the next level (half as large), from late ones to early
  /// ones.
  std::vector<Range> nextLevel;
  /// How many tests all levels still need if none of them FAILs.
  size_t testsInLevels = 0;
  RangeOdds odds;
  Sweep sweep;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_HALVING_H
