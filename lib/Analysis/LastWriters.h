// Holds for each byte of memory who has last written it, by pages.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only module Analysis uses this file.

#ifndef PINSTRIPE_LIB_ANALYSIS_LASTWRITERS_H
#define PINSTRIPE_LIB_ANALYSIS_LASTWRITERS_H

#include "pinstripe/Analysis/DependenceGraph.h"
#include "llvm/ADT/DenseMap.h"
#include <array>
#include <deque>
#include <memory>

namespace pinstripe {

/// The node that last wrote a byte, and whether its heap block was released.
class Writer {
public:
  Writer() = default;
  explicit Writer(NodeId node) : bits(static_cast<uint32_t>(node) << 1) {}
  NodeId node() const { return NodeId(bits >> 1); }
  bool isReleased() const { return bits & 1; }
  void release() { bits |= 1; }
  bool operator==(const Writer &) const = default;

private:
  /// The number of a node, and a flag; 0 stands for DependenceGraph::initial.
  uint32_t bits = 0;
};

/// For each byte of memory, who has last written it. Takes 16 KiB for a page of
/// 4 KiB that was written in parts, and little for other pages.
class LastWriters {
public:
  void set(uint64_t address, uint64_t size, Writer writer);
  void release(uint64_t address, uint64_t size);
  /// Calls `take(address, size, writer)` for each stretch of bytes with the
  /// same writer.
  template <typename Take>
  void visit(uint64_t address, uint64_t size, Take take);
  uint64_t bytes() const { return writtenPages * pageSize * sizeof(Writer); }

private:
  static constexpr uint64_t pageSize = 4096;
  struct Page {
    Writer all; ///< The writer of all bytes of the page, if `bytes` is null.
    std::unique_ptr<Writer[]> bytes; ///< The writer of each byte of the page.
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
  Page &find(uint64_t number);
  /// Splits a range of addresses at the ends of pages, and calls `take(page,
  /// offset, length)` for each part.
  template <typename Take>
  void forEachPage(uint64_t address, uint64_t size, Take take);
  Writer *writersOf(Page &page);

  llvm::DenseMap<uint64_t, Page *> byNumber;
  std::deque<Page> pages;
  std::array<Cached, 256> cache;
  uint64_t writtenPages = 0;
};

template <typename Take>
void LastWriters::forEachPage(uint64_t address, uint64_t size, Take take) {
  while (size != 0) {
    uint64_t offset = address % pageSize;
    uint64_t length = std::min(size, pageSize - offset);
    take(page(address / pageSize), offset, length);
    address += length;
    size -= length;
  }
}

template <typename Take>
void LastWriters::visit(uint64_t address, uint64_t size, Take take) {
  forEachPage(address, size, [&](Page &here, uint64_t offset, uint64_t length) {
    if (!here.bytes)
      take(address, length, here.all);
    for (uint64_t i = offset, end = offset + length; here.bytes && i < end;) {
      uint64_t first = i;
      Writer writer = here.bytes[i];
      while (i < end && here.bytes[i] == writer)
        ++i;
      take(address + (first - offset), i - first, writer);
    }
    address += length;
  });
}

} // namespace pinstripe

#endif // PINSTRIPE_LIB_ANALYSIS_LASTWRITERS_H
