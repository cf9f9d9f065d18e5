// Estimates which ranges of elements are worth a test, to save useless tests.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_RANGEODDS_H
#define PINSTRIPE_REDUCTION_RANGEODDS_H

#include <array>
#include <cstddef>

namespace pinstripe {

/// Decides whether a range of elements is tested as a whole. The test pays only
/// if the chance that the whole range can be removed is high enough. If most
/// elements have to stay, no such test pays: by a result of the theory of group
/// testing, nothing beats one test for each element if more than 0.38 of the
/// elements are needed.
///
/// The chance that a range of s elements can be removed is estimated in two
/// ways, and the larger estimate counts. One is q^s, where q is the share of
/// single elements that could be removed so far. The other is the share of
/// ranges of about this size that could be removed, since some elements can
/// only be removed together. In both shares newer outcomes weigh more, since
/// many elements are needed in some parts of a program and few in others.
class RangeOdds {
public:
  /// The size of the largest range that is tested only if it is likely to be
  /// removable. Larger ranges are always tested: there are few of them, and
  /// removing one gains much.
  static constexpr size_t largestInQuestion = 15;

  bool isWorthTesting(size_t size) const;
  void learn(size_t size, bool couldGo);

private:
  struct Share {
    double gone = 0;
    double all = 0;
    double value() const { return gone / all; }
    void learn(bool couldGo);
  };
  /// Ranges of similar sizes share their statistics: the sizes 1, 2, 3 to 4, 5
  /// to 8, and 9 to 16 make one class each. Returns the index of the class of a
  /// size.
  static size_t classOf(size_t size);

  /// The share of single elements that could be removed. It begins as if three
  /// elements had been tested and two of them could be removed.
  Share elements{2, 3};
  /// For each class of similar sizes (see classOf), the share of the tested
  /// ranges that could be removed. Each share begins as if one range had been
  /// tested and had to stay.
  std::array<Share, 5> ranges{{{0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}}};
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_RANGEODDS_H
