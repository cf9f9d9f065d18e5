// Describes the location of a value as a small program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The location of an expression such as `list->items[i]` is a sequence of steps
// over a stack of 64-bit words. An engine carries them out while the target
// stands at the place for which the expression was compiled. The steps end with
// an address, and the value is the bytes at that address.

#ifndef PINSTRIPE_PROGRAM_LOCATION_H
#define PINSTRIPE_PROGRAM_LOCATION_H

#include <cstdint>
#include <vector>

namespace pinstripe {

struct LocationStep {
  enum class Kind : uint8_t {
    Frame,      ///< Pushes the frame address (rbp) + number.
    Address,    ///< Pushes the address at which a table address is loaded.
    Load,       ///< Replaces the top by the `size` bytes at that address.
    LoadSigned, ///< Like Load, with sign extension.
    Add,        ///< Adds number to the top.
    AddScaled,  ///< Pops a word; adds that word times number to the top.
    Push,       ///< Pushes number.
  };
  Kind kind = Kind::Frame;
  uint8_t size = 0; ///< Bytes to load: 1, 2, 4 or 8.
  int64_t number = 0;
  bool operator==(const LocationStep &) const = default;
};

/// A range of bytes within a value.
struct ByteRange {
  uint32_t begin = 0, end = 0;
  bool operator==(const ByteRange &) const = default;
};

struct LocationProgram {
  enum class Extent : uint8_t {
    Fixed,      ///< The value is `size` bytes at the address.
    Word,       ///< The word that is left on the stack is the value itself.
    Terminated, ///< The value ends before the first zero byte; at most `size`.
    /// Like Terminated, but the address is a pointer that may be null. A null
    /// pointer counts as the value of a single zero byte.
    Pointed,
    /// At the address are a pointer and a length, as in a std::string; the
    /// value is at most `size` bytes.
    Counted,
  };
  std::vector<LocationStep> steps;
  Extent extent = Extent::Fixed;
  uint32_t size = 0; ///< Size of the value in bytes.
  /// Bytes of a Fixed value without meaning, which are read as zeros.
  std::vector<ByteRange> padding;
  bool operator==(const LocationProgram &) const = default;

  static constexpr uint32_t maxDepth =
      16; ///< Largest number of words on the stack.
};

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_LOCATION_H
