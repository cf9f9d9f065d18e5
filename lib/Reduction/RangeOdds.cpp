// Estimates which ranges of elements are worth a test, to save useless tests.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RangeOdds.h"

#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>

using namespace pinstripe;

/// A range is tested only if the test can be expected to remove at least this
/// many elements; otherwise the range is halved without a test. The value comes
/// from ranges of two elements, each of which can be removed with the chance q.
/// The chance that both can be removed is q^2, and the chance that a given one
/// must stay is 1 - q. A common test of both pays if q^2 is more than 1 - q.
/// This holds for q > 0.62, where the test removes 2 * q^2 > 0.76 elements on
/// average.
static constexpr double minRemoved = 0.75;
/// The factor by which the weight of an outcome shrinks with each later
/// outcome. It gives the newest twenty outcomes two thirds of the total weight.
static constexpr double agedWeight = 0.95;

void RangeOdds::Share::learn(bool couldGo) {
  gone = gone * agedWeight + couldGo;
  all = all * agedWeight + 1;
}

size_t RangeOdds::classOf(size_t size) { return llvm::Log2_64_Ceil(size); }

bool RangeOdds::isWorthTesting(size_t size) const {
  if (size == 1 || size > largestInQuestion)
    return true;
  double alone = std::pow(elements.value(), size);
  double together = ranges[classOf(size)].value();
  return size * std::max(alone, together) >= minRemoved;
}

void RangeOdds::learn(size_t size, bool couldGo) {
  if (size <= largestInQuestion)
    ranges[classOf(size)].learn(couldGo);
  if (!couldGo && size > 1)
    // A range that had to stay does not change the share of single elements
    // that could be removed. It tells little about its elements, because one
    // needed element is enough to keep the whole range.
    return;
  for (size_t i = 0; i != size; ++i)
    elements.learn(couldGo);
}
