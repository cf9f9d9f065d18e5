// Halves the distance between two numbers until they are neighbours.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_CALL_NUMBERGAP_H
#define PINSTRIPE_LIB_DRIVER_CALL_NUMBERGAP_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pinstripe {

/// Two integers of up to 64 bits. A call with one of the numbers has another
/// outcome than the same call with the other number. They are stored as
/// unsigned words, since their distance can be too large for a signed number.
struct NumberGap {
  uint64_t from = 0, to = 0;
  bool isSigned = true;

  uint64_t distance() const;
  bool isClosed() const { return distance() < 2; }
  /// Returns the number in the middle between `from` and `to`. If two numbers
  /// are in the middle, returns the one nearer to `from`.
  uint64_t middle() const;
  /// Returns the number between `from` and `to` that is the neighbour of `to`.
  uint64_t nextToEnd() const;
  /// Returns at most `most` numbers that can be tested in advance. The first
  /// one is the number that is tested next. The others may be tested after it:
  /// which of them is tested depends on the outcomes of the tests before.
  std::vector<uint64_t> likely(size_t most) const;

private:
  bool isAscending() const;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CALL_NUMBERGAP_H
