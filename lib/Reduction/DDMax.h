//===- DDMax.h - The maximizing delta debugging algorithm -------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_REDUCTION_DDMAX_H
#define PINSTRIPE_REDUCTION_DDMAX_H

#include "Narrowing.h"

namespace pinstripe {

/// ddmax of Kirschner, Soremekun and Zeller, "Debugging Inputs" (ICSE 2020),
/// as Zeller's Debugging Book has it: adds to a configuration that PASSes, the
/// empty one at first, as much as it can. The failing configuration stays the
/// start, and candidates that happen to FAIL change nothing (the best
/// configuration is the smallest of them). See Narrowing.
///
/// The largest passing configuration is 1-maximal: with any single element
/// more, the last round has shown, it does not PASS. If nothing PASSes, not
/// even the empty configuration, then there is none.
///
/// Cost: n^2 + 3n tests at worst, 2 log2(n) at best, as ddmin; most of
/// candidates that are almost as large as the start.
class DDMax : public Narrowing {
public:
  explicit DDMax(Configuration start)
      : Narrowing(std::move(start), Side::Passing) {}
  std::unique_ptr<Reducer> clone() const override {
    return std::make_unique<DDMax>(*this);
  }

private:
  void certifyResult() override;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_DDMAX_H
