//===- Sweep.h - Single removals until none is possible ---------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_REDUCTION_SWEEP_H
#define PINSTRIPE_REDUCTION_SWEEP_H

#include "pinstripe/Reduction/Configuration.h"
#include "pinstripe/Reduction/Outcome.h"
#include <optional>
#include <vector>

namespace pinstripe {

/// The end of every algorithm that is not 1-minimal by itself: tries to
/// remove each element, from last to first, in passes, until a whole pass has
/// removed nothing. That pass is the certificate.
///
/// Cost: k tests if nothing can be removed from k elements, at most
/// k * (k + 1) / 2. A pass after a removal repeats questions of the pass
/// before it only where the set has not changed since: the cache has those.
class Sweep {
public:
  /// The element whose removal from `best` is to be tested next. None: every
  /// single removal from `best` has been tested and does not FAIL.
  std::optional<Element> next(const Configuration &best);
  /// The outcome of removing the element that `next` gave out last.
  void learn(Outcome outcome);
  /// Removals to be tested if none of them FAILs, `best` having `count`.
  size_t testsLeft(size_t count) const;

private:
  bool isUnderWay = false;
  bool removedAny = false;       ///< in this pass
  std::vector<Element> untested; ///< in this pass, ascending
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_SWEEP_H
