//===- RangeOdds.h - Which ranges are worth a test ------------ -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_REDUCTION_RANGEODDS_H
#define PINSTRIPE_REDUCTION_RANGEODDS_H

#include <array>
#include <cstddef>

namespace pinstripe {

/// Whether a range of elements is likely enough to go that a test of all of it
/// pays. Where most elements have to stay it does not: as group testing knows,
/// nothing beats one test an element where more than 0.38 of them are wanted.
///
/// A range of s elements goes with a chance of q^s, q being the share of
/// elements that could go so far, or with the share of ranges of about its
/// size that could: some elements can only go together. In both, what is
/// newer weighs more: a program has dense and sparse parts.
class RangeOdds {
public:
  /// Larger ranges are tested in any case: there are few of them, and much is
  /// to be won.
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
  /// Sizes of 1, 2, 3 and 4, 5 to 8, 9 to 16.
  static size_t classOf(size_t size);

  /// To begin with, as if two of three could go.
  Share elements{2, 3};
  /// By class of sizes. These have to prove themselves.
  std::array<Share, 5> ranges{{{0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}}};
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_RANGEODDS_H
