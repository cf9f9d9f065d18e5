// Defines arrays of many gigabytes that grow without being copied.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_GROWINGARRAY_H
#define PINSTRIPE_SUPPORT_GROWINGARRAY_H

#include "llvm/ADT/ArrayRef.h"
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

namespace pinstripe {

/// Memory that comes directly from the system. It is filled with zeros at
/// first, and consists of huge pages if it is large. It grows by moving pages
/// instead of copying bytes, so it never needs room for a second copy. Pages
/// that were never written take no memory.
class MappedMemory {
public:
  MappedMemory() = default;
  MappedMemory(MappedMemory &&other) noexcept
      : start(std::exchange(other.start, nullptr)),
        length(std::exchange(other.length, 0)) {}
  MappedMemory &operator=(MappedMemory other) noexcept {
    std::swap(start, other.start);
    std::swap(length, other.length);
    return *this;
  }
  ~MappedMemory();

  void *data() const { return start; }
  size_t size() const { return length; }
  /// Grows the memory to at least `bytes`. Ends the process if the address
  /// space does not suffice.
  void growTo(size_t bytes);

private:
  void *start = nullptr;
  size_t length = 0;
};

/// A vector for hundreds of millions of trivially copyable elements. It grows
/// without copying them. A vector whose elements were moved to another vector
/// is empty.
template <typename Element> class GrowingArray {
  static_assert(std::is_trivially_copyable_v<Element>);

public:
  GrowingArray() = default;
  explicit GrowingArray(llvm::ArrayRef<Element> elements) {
    resize(elements.size());
    if (!elements.empty())
      std::memcpy(static_cast<void *>(data()), elements.data(),
                  elements.size() * sizeof(Element));
  }
  GrowingArray(GrowingArray &&other) noexcept
      : memory(std::move(other.memory)), count(std::exchange(other.count, 0)),
        room(std::exchange(other.room, 0)) {}
  GrowingArray(const GrowingArray &other)
      : GrowingArray(llvm::ArrayRef<Element>(other)) {}
  GrowingArray &operator=(GrowingArray other) noexcept {
    std::swap(memory, other.memory);
    std::swap(count, other.count);
    std::swap(room, other.room);
    return *this;
  }

  size_t size() const { return count; }
  bool empty() const { return count == 0; }
  size_t capacity() const { return room; }
  Element *data() { return static_cast<Element *>(memory.data()); }
  const Element *data() const {
    return static_cast<const Element *>(memory.data());
  }
  Element &operator[](size_t index) { return data()[index]; }
  const Element &operator[](size_t index) const { return data()[index]; }
  Element *begin() { return data(); }
  Element *end() { return data() + count; }
  const Element *begin() const { return data(); }
  const Element *end() const { return data() + count; }
  const Element &back() const { return data()[count - 1]; }
  operator llvm::ArrayRef<Element>() const { return {data(), count}; }
  operator llvm::MutableArrayRef<Element>() { return {data(), count}; }

  void push_back(const Element &element) {
    if (count == room)
      reserve(2 * room + 1);
    data()[count++] = element;
  }
  void reserve(size_t elements) {
    if (elements <= room)
      return;
    memory.growTo(elements * sizeof(Element));
    room = memory.size() / sizeof(Element);
  }
  /// Changes the number of elements. New elements are zero, except in an array
  /// that has been shrunk: there they may have the values of the removed
  /// elements.
  void resize(size_t elements) {
    reserve(elements);
    count = elements;
  }

private:
  MappedMemory memory;
  size_t count = 0;
  size_t room = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_GROWINGARRAY_H
