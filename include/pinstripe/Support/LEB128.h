// Reads and writes numbers as LEB128 bytes, for Pinstripe's file formats.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In LEB128 each byte holds seven bits of the number, the lowest bits first.
// The top bit of a byte says that another byte follows. This reader can safely
// read any bytes. The one in llvm/Support/LEB128.h has undefined behaviour for
// a number of more than ten bytes.

#ifndef PINSTRIPE_SUPPORT_LEB128_H
#define PINSTRIPE_SUPPORT_LEB128_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/LEB128.h"
#include <cstdint>
#include <optional>

namespace pinstripe {

/// Appends `number` as LEB128, which takes at most ten bytes.
inline void appendLEB128(llvm::SmallVectorImpl<uint8_t> &bytes,
                         uint64_t number) {
  uint8_t encoded[10];
  bytes.append(encoded, encoded + llvm::encodeULEB128(number, encoded));
}

/// Reads a LEB128 number, byte by byte. `nextByte` returns the next byte as an
/// std::optional<uint8_t>, or nullopt at the end of the input. Returns nullopt
/// if the input ends within the number, or if the number needs more than 64
/// bits.
template <typename NextByte>
std::optional<uint64_t> readLEB128(NextByte nextByte) {
  uint64_t number = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    std::optional<uint8_t> byte = nextByte();
    uint64_t bits = byte.value_or(0) & 0x7f;
    if (!byte || (shift == 63 && bits > 1))
      return std::nullopt;
    number |= bits << shift;
    if (*byte < 0x80)
      return number;
  }
  return std::nullopt;
}

/// Reads a LEB128 number from the front of `bytes`, and removes the bytes of
/// the number from `bytes`. On failure, returns nullopt and leaves an
/// unspecified part of `bytes`.
inline std::optional<uint64_t> takeLEB128(llvm::ArrayRef<uint8_t> &bytes) {
  return readLEB128([&]() -> std::optional<uint8_t> {
    if (bytes.empty())
      return std::nullopt;
    uint8_t byte = bytes.front();
    bytes = bytes.drop_front();
    return byte;
  });
}

/// Maps numbers near 0, of either sign, to small unsigned numbers. LEB128
/// stores small numbers in few bytes. For example, 0, -1, 1, -2 become 0, 1, 2,
/// 3.
constexpr uint64_t zigzag(int64_t number) {
  return (static_cast<uint64_t>(number) << 1) ^
         static_cast<uint64_t>(number >> 63);
}
/// Returns the number that `zigzag` maps to `encoded`.
constexpr int64_t unzigzag(uint64_t encoded) {
  return static_cast<int64_t>(encoded >> 1) ^
         -static_cast<int64_t>(encoded & 1);
}

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_LEB128_H
