// Defines an array of numbers in which each number takes as few bytes as the
// largest one needs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/PackedNumbers.h"

using namespace pinstripe;

void PackedNumbers::resize(size_t numbers) {
  size_t needed = numbers * bytesPerNumber;
  if (needed > bytes.capacity())
    bytes.reserve(needed + needed / 2);
  bytes.resize(needed);
  count = numbers;
}

/// Converts all numbers to a larger width. Goes from the last number to the
/// first, so that no number is overwritten before it was read.
template <typename From, typename To>
static void widen(GrowingArray<uint8_t> &bytes, size_t count) {
  bytes.resize(count * sizeof(To));
  for (size_t i = count; i-- > 0;) {
    From number;
    std::memcpy(&number, bytes.data() + i * sizeof(From), sizeof(From));
    To wide = number;
    std::memcpy(bytes.data() + i * sizeof(To), &wide, sizeof(To));
  }
}

void PackedNumbers::widenTo(unsigned width) {
  if (width <= bytesPerNumber)
    return;
  if (bytesPerNumber == 2)
    widen<uint16_t, uint32_t>(bytes, count);
  else if (width == 2)
    widen<uint8_t, uint16_t>(bytes, count);
  else
    widen<uint8_t, uint32_t>(bytes, count);
  bytesPerNumber = width;
}
