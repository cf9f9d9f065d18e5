// Counts the tests of a reduction by outcome.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_TESTCOUNTS_H
#define PINSTRIPE_REDUCTION_TESTCOUNTS_H

#include "pinstripe/Reduction/Outcome.h"
#include <cstddef>

namespace pinstripe {

/// Counts the tests of a reduction by outcome; the tests of the full and the
/// empty configuration are included. `cached` counts the candidates that needed
/// no test, because the cache of the reduction had their outcomes; `known`
/// counts those whose outcomes the oracle knew from earlier tests.
struct TestCounts {
  size_t pass = 0;
  size_t fail = 0;
  size_t unresolved = 0;
  size_t cached = 0;
  size_t known = 0;

  size_t distinct() const { return pass + fail + unresolved; }
  void add(Outcome outcome) {
    ++(outcome == Outcome::Pass   ? pass
       : outcome == Outcome::Fail ? fail
                                  : unresolved);
  }
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_TESTCOUNTS_H
