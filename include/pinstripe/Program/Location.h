// Describes the location of a value as a small program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The location of an expression such as `list->items[i]` is a sequence of steps
// over a stack of 64-bit words. An engine, which runs the program under test,
// carries out the steps while the program is stopped at the place in the code
// for which the expression was compiled. The steps compute an address.
// LocationExtent tells the size of the value, and whether that address holds
// the value itself or a pointer to it.

#ifndef PINSTRIPE_PROGRAM_LOCATION_H
#define PINSTRIPE_PROGRAM_LOCATION_H

#include "pinstripe/Program/LocationReader.h"
#include <cstdint>
#include <vector>

namespace pinstripe {

/// A range of bytes within a value of the program.
struct ByteRange {
  uint32_t begin = 0, end = 0;
  bool operator==(const ByteRange &) const = default;
};

struct LocationProgram {
  using Extent = LocationExtent;
  std::vector<LocationStep> steps;
  Extent extent = Extent::Fixed;
  /// Size of the value in bytes. For a string: the largest size; a longer
  /// string is cut off.
  uint32_t size = 0;
  /// The bytes of the value that carry no information, such as the padding
  /// between the members of a structure. They are read as zeros, so that equal
  /// values have equal bytes.
  std::vector<ByteRange> padding;
  bool operator==(const LocationProgram &) const = default;
};

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_LOCATION_H
