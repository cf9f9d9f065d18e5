// Halves the distance between two numbers until they are neighbours.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Call/NumberGap.h"

using namespace pinstripe;

bool NumberGap::isAscending() const {
  return isSigned ? static_cast<int64_t>(from) < static_cast<int64_t>(to)
                  : from < to;
}

uint64_t NumberGap::distance() const {
  return isAscending() ? to - from : from - to;
}

uint64_t NumberGap::middle() const {
  uint64_t half = distance() / 2;
  return isAscending() ? from + half : from - half;
}

uint64_t NumberGap::nextToEnd() const {
  return isAscending() ? to - 1 : to + 1;
}

std::vector<uint64_t> NumberGap::likely(size_t most) const {
  std::vector<uint64_t> numbers;
  std::vector<NumberGap> gaps = {*this};
  for (size_t i = 0; i < gaps.size() && numbers.size() < most; ++i) {
    NumberGap gap = gaps[i];
    if (gap.isClosed())
      continue;
    uint64_t middle = gap.middle();
    numbers.push_back(middle);
    gaps.push_back({middle, gap.to, isSigned});
    gaps.push_back({gap.from, middle, isSigned});
  }
  return numbers;
}
