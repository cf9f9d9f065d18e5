// Defines an array of numbers in which each number takes as few bytes as the
// largest one needs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_PACKEDNUMBERS_H
#define PINSTRIPE_SUPPORT_PACKEDNUMBERS_H

#include "pinstripe/Support/GrowingArray.h"
#include <cstdint>
#include <utility>

namespace pinstripe {

/// An array of numbers below 2^32. All of them are stored with the same number
/// of bytes, their *width*: 1, 2 or 4, whichever the largest number needs. The
/// width grows when a larger number is added, which happens twice at most.
///
/// A trace has a number for each of up to 10^9 executed statements. Most
/// programs have few different statements, so these numbers are small, and the
/// array takes a half or a quarter of the memory of 4-byte numbers.
///
/// An array whose numbers were moved to another array is empty, and its numbers
/// have one byte each again.
class PackedNumbers {
public:
  PackedNumbers() = default;
  PackedNumbers(const PackedNumbers &) = default;
  PackedNumbers(PackedNumbers &&other) noexcept
      : bytes(std::move(other.bytes)), count(std::exchange(other.count, 0)),
        bytesPerNumber(std::exchange(other.bytesPerNumber, 1)) {}
  PackedNumbers &operator=(PackedNumbers other) noexcept {
    std::swap(bytes, other.bytes);
    std::swap(count, other.count);
    std::swap(bytesPerNumber, other.bytesPerNumber);
    return *this;
  }

  size_t size() const { return count; }
  bool empty() const { return count == 0; }
  /// Returns the number of bytes that each number takes.
  unsigned width() const { return bytesPerNumber; }
  const void *data() const { return bytes.data(); }

  uint32_t operator[](size_t index) const {
    switch (bytesPerNumber) {
    case 1:
      return bytes[index];
    case 2:
      return elements<uint16_t>()[index];
    default:
      return elements<uint32_t>()[index];
    }
  }
  /// Calls `use` with a pointer to the numbers. The pointer is a uint8_t *,
  /// uint16_t * or uint32_t *, depending on the width. Meant for loops over all
  /// numbers, which then need not look at the width for each number.
  template <typename Use> void withElements(Use use) const {
    switch (bytesPerNumber) {
    case 1:
      return use(elements<uint8_t>());
    case 2:
      return use(elements<uint16_t>());
    default:
      return use(elements<uint32_t>());
    }
  }

  /// Makes room for `numbers` numbers of the present width.
  void reserve(size_t numbers) { bytes.reserve(numbers * bytesPerNumber); }
  void push_back(uint32_t number) {
    append(1, [=](size_t) { return number; });
  }
  /// Adds `added` numbers at the end. `numberAt(i)` returns number i of these,
  /// counted from 0. It is called twice for each number.
  template <typename NumberAt> void append(size_t added, NumberAt numberAt) {
    uint32_t united = 0;
    for (size_t i = 0; i < added; ++i)
      united |= numberAt(i);
    widenTo(united > 0xffff ? 4 : united > 0xff ? 2 : 1);
    resize(count + added);
    switch (bytesPerNumber) {
    case 1:
      return fill(elements<uint8_t>() + count - added, added, numberAt);
    case 2:
      return fill(elements<uint16_t>() + count - added, added, numberAt);
    default:
      return fill(elements<uint32_t>() + count - added, added, numberAt);
    }
  }

private:
  template <typename Element> const Element *elements() const {
    return reinterpret_cast<const Element *>(bytes.data());
  }
  template <typename Element> Element *elements() {
    return reinterpret_cast<Element *>(bytes.data());
  }
  template <typename Element, typename NumberAt>
  static void fill(Element *to, size_t added, NumberAt numberAt) {
    for (size_t i = 0; i < added; ++i)
      to[i] = static_cast<Element>(numberAt(i));
  }
  void resize(size_t numbers);
  void widenTo(unsigned width);

  GrowingArray<uint8_t> bytes;
  size_t count = 0;
  unsigned bytesPerNumber = 1;
};

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_PACKEDNUMBERS_H
