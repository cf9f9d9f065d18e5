// Estimates which ranges of elements are worth a test.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RangeOdds.h"

#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>

using namespace pinstripe;

/// The least number of elements that a test should be expected to remove. With
/// q for the chance that an element can go: testing a pair pays if the pair
/// goes more often than an element has to stay, because if only one of the two
/// can go, the test of the first one tells about the second one. So q^2 > 1 -
/// q, hence q > 0.62 and 2 * q^2 > 0.76.
static constexpr double smallestPromise = 0.75;
/// How much an outcome still counts after each later one: the last twenty
/// outcomes have two thirds of the weight.
static constexpr double remembered = 0.95;

void RangeOdds::Share::learn(bool couldGo) {
  gone = gone * remembered + couldGo;
  all = all * remembered + 1;
}

size_t RangeOdds::classOf(size_t size) { return llvm::Log2_64_Ceil(size); }

bool RangeOdds::isWorthTesting(size_t size) const {
  if (size == 1 || size > largestInQuestion)
    return true;
  double alone = std::pow(elements.value(), size);
  double together = ranges[classOf(size)].value();
  return size * std::max(alone, together) >= smallestPromise;
}

void RangeOdds::learn(size_t size, bool couldGo) {
  if (size <= largestInQuestion)
    ranges[classOf(size)].learn(couldGo);
  if (!couldGo && size > 1)
    // Tests of smaller ranges will tell which of the elements must stay.
    return;
  for (size_t i = 0; i != size; ++i)
    elements.learn(couldGo);
}
