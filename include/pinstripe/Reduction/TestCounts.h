//===- TestCounts.h - How many tests came out how ---------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_REDUCTION_TESTCOUNTS_H
#define PINSTRIPE_REDUCTION_TESTCOUNTS_H

#include "pinstripe/Reduction/Outcome.h"
#include <cstddef>

namespace pinstripe {

/// The calls of the oracle by outcome, the full and the empty configuration
/// included, and the questions that the cache answered instead.
struct TestCounts {
  size_t pass = 0;
  size_t fail = 0;
  size_t unresolved = 0;
  size_t cached = 0;

  size_t distinct() const { return pass + fail + unresolved; }
  void add(Outcome outcome) {
    ++(outcome == Outcome::Pass   ? pass
       : outcome == Outcome::Fail ? fail
                                  : unresolved);
  }
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_TESTCOUNTS_H
