// Proves 1-minimality: removes single elements until none can be removed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_SWEEP_H
#define PINSTRIPE_REDUCTION_SWEEP_H

#include "pinstripe/Reduction/Configuration.h"
#include "pinstripe/Reduction/Outcome.h"
#include <optional>
#include <vector>

namespace pinstripe {

/// The last stage of each algorithm that guarantees 1-minimality, unless the
/// algorithm itself proves it. The sweep tries to remove each single element,
/// from last to first, and repeats this until a whole pass has removed nothing.
/// The last pass proves that the result is 1-minimal.
///
/// Cost: k tests if nothing can be removed from k elements, at most k * (k + 1)
/// / 2. A candidate that comes a second time needs no test, since the cache has
/// its outcome.
class Sweep {
public:
  /// Returns the element that the next test has to remove from `best`. Returns
  /// nullopt when each element of `best` has been removed alone in a test, and
  /// none of these tests has FAILed.
  std::optional<Element> next(const Configuration &best);
  /// Tells the sweep the outcome of the test for the element that `next`
  /// returned last.
  void learn(Outcome outcome);
  /// Returns how many tests are still to come if `best` has `count` elements
  /// and no removal FAILs.
  size_t testsLeft(size_t count) const;

private:
  bool isUnderWay = false;
  /// True if this pass over the elements has removed an element.
  bool removedAny = false;
  /// The elements that this pass has not tried yet, in ascending order.
  std::vector<Element> untested;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_SWEEP_H
