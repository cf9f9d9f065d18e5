// Holds a small value for each byte of memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only module Analysis uses this file, for example to remember for each byte
// which instruction wrote it last.

#ifndef PINSTRIPE_LIB_ANALYSIS_BYTETABLE_H
#define PINSTRIPE_LIB_ANALYSIS_BYTETABLE_H

#include "llvm/ADT/DenseMap.h"
#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <memory>

namespace pinstripe {

/// Holds a small value for each byte of memory; at first, each value is
/// Value(). If a call gives a whole page of 4 KiB the same value, the table
/// stores the value only once for the page. After a call has set only some
/// bytes of a page, the page takes 4,096 * sizeof(Value) bytes, until a call
/// sets the whole page again.
template <typename Value> class ByteTable {
public:
  /// Gives all bytes of [address, address + size) the value `value`.
  void set(uint64_t address, uint64_t size, Value value) {
    forEachPage(address, size,
                [&](Page &here, uint64_t offset, uint64_t length) {
                  if (length == pageSize)
                    setAll(here, value);
                  else
                    std::fill_n(bytesOf(here) + offset, length, value);
                });
  }
  /// Calls `change(value)` for each byte in [address, address + size); `change`
  /// may change the byte's value. If the range includes a whole page whose
  /// bytes share one value, a single call changes the whole page.
  template <typename Change>
  void update(uint64_t address, uint64_t size, Change change) {
    forEachPage(address, size,
                [&](Page &here, uint64_t offset, uint64_t length) {
                  if (length == pageSize && !here.bytes)
                    change(here.all);
                  else
                    std::for_each_n(bytesOf(here) + offset, length, change);
                });
  }
  /// Calls `take(address, size, value)` for each stretch of bytes in the given
  /// range that have the same value. No stretch goes beyond the end of a page.
  template <typename Take>
  void visit(uint64_t address, uint64_t size, Take take);
  /// Returns how many bytes of memory this table takes.
  uint64_t bytes() const { return splitPages * pageSize * sizeof(Value); }

private:
  static constexpr uint64_t pageSize = 4096;
  struct Page {
    /// The value of all bytes of the page if `bytes` is null; otherwise it has
    /// no meaning.
    Value all{};
    /// The value of each byte of the page; null if all bytes have the same
    /// value.
    std::unique_ptr<Value[]> bytes;
  };
  struct Cached {
    uint64_t number = ~uint64_t(0);
    Page *page = nullptr;
  };

  Page &page(uint64_t number) {
    Cached &cached = cache[number % cache.size()];
    if (cached.number != number)
      cached = {number, &find(number)};
    return *cached.page;
  }
  Page &find(uint64_t number) {
    auto [found, isNew] = byNumber.try_emplace(number, nullptr);
    if (isNew)
      found->second = &pages.emplace_back();
    return *found->second;
  }
  void setAll(Page &page, Value value) {
    splitPages -= page.bytes != nullptr;
    page.bytes.reset();
    page.all = value;
  }
  Value *bytesOf(Page &page) {
    if (!page.bytes) {
      page.bytes.reset(new Value[pageSize]);
      std::fill_n(page.bytes.get(), pageSize, page.all);
      ++splitPages;
    }
    return page.bytes.get();
  }
  /// Splits a range of addresses at the ends of pages, and calls `take(page,
  /// offset, length)` for each part.
  template <typename Take>
  void forEachPage(uint64_t address, uint64_t size, Take take) {
    while (size != 0) {
      uint64_t offset = address % pageSize;
      uint64_t length = std::min(size, pageSize - offset);
      take(page(address / pageSize), offset, length);
      address += length;
      size -= length;
    }
  }

  llvm::DenseMap<uint64_t, Page *> byNumber;
  std::deque<Page> pages;
  std::array<Cached, 256> cache;
  /// Number of pages that store a value for each byte. The other pages store
  /// one value for all their bytes.
  uint64_t splitPages = 0;
};

template <typename Value>
template <typename Take>
void ByteTable<Value>::visit(uint64_t address, uint64_t size, Take take) {
  forEachPage(address, size, [&](Page &here, uint64_t offset, uint64_t length) {
    if (!here.bytes)
      take(address, length, here.all);
    for (uint64_t i = offset, end = offset + length; here.bytes && i < end;) {
      uint64_t first = i;
      Value value = here.bytes[i];
      while (i < end && here.bytes[i] == value)
        ++i;
      take(address + (first - offset), i - first, value);
    }
    address += length;
  });
}

} // namespace pinstripe

#endif // PINSTRIPE_LIB_ANALYSIS_BYTETABLE_H
