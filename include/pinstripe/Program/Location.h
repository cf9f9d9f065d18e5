//===- Location.h - Where a value lies, as a small program ------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an expression such as `list->items[i]` comes to at one place of the
// program: steps over a stack of 64-bit words that engines carry out while the
// program stands there. They end with an address, and the value is the bytes
// there.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_PROGRAM_LOCATION_H
#define PINSTRIPE_PROGRAM_LOCATION_H

#include <cstdint>
#include <vector>

namespace pinstripe {

struct LocationStep {
  enum class Kind : uint8_t {
    Frame,      ///< push the frame address (rbp) + number
    Address,    ///< push where a table address is loaded
    Load,       ///< replace the top by the `size` bytes at it
    LoadSigned, ///< the same, with their sign
    Add,        ///< add number to the top
    AddScaled,  ///< take the top; add number times that to what is below
    Push,       ///< push number
  };
  Kind kind = Kind::Frame;
  uint8_t size = 0; ///< 1, 2, 4 or 8
  int64_t number = 0;
  bool operator==(const LocationStep &) const = default;
};

/// Bytes of a value, from its start.
struct ByteRange {
  uint32_t begin = 0, end = 0;
  bool operator==(const ByteRange &) const = default;
};

struct LocationProgram {
  enum class Extent : uint8_t {
    Fixed,      ///< `size` bytes at the address
    Word,       ///< no place: the word that is left is the value
    Terminated, ///< up to the first zero byte, without it; at most `size`
    /// The same; the address is a pointer that may be null, which is
    /// the value of a single zero byte.
    Pointed,
    /// At the address are a pointer and a length, as in a std::string; at most
    /// `size` bytes.
    Counted,
  };
  std::vector<LocationStep> steps;
  Extent extent = Extent::Fixed;
  uint32_t size = 0; ///< in bytes
  /// Of a Fixed one: bytes without meaning. They come out as zeros.
  std::vector<ByteRange> padding;
  bool operator==(const LocationProgram &) const = default;

  static constexpr uint32_t deepest = 16; ///< words on the stack
};

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_LOCATION_H
