// Estimates which ranges of elements are worth a test.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_RANGEODDS_H
#define PINSTRIPE_REDUCTION_RANGEODDS_H

#include <array>
#include <cstddef>

namespace pinstripe {

/// Decides whether a range of elements is likely enough to be removable that a
/// test of the whole range pays. Where most elements have to stay such a test
/// does not pay: by a result of group testing, nothing beats one test for each
/// element if more than 0.38 of the elements are needed.
///
/// A range of s elements can go with a chance of q^s, where q is the share of
/// elements that could go so far, or with the share of ranges of about this
/// size that could go, since some elements can only go together. The larger
/// estimate counts. In both, newer outcomes weigh more, since a program has
/// dense and sparse parts.
class RangeOdds {
public:
  /// Ranges of more elements than this are always tested: there are few of
  /// them, and removing one gains much.
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
  /// Returns the index of the class to which a size belongs: 1, 2, 3 to 4, 5 to
  /// 8, or 9 to 16.
  static size_t classOf(size_t size);

  /// The share of single elements that could be removed. Begins as if three had
  /// been tested and two could go.
  Share elements{2, 3};
  /// For each class of sizes, the share of ranges that could be removed. Begins
  /// as if one range had been tested and had to stay.
  std::array<Share, 5> ranges{{{0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}}};
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_RANGEODDS_H
