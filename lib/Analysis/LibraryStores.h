// Tells which of the bytes that libraries wrote are data of the program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only module Analysis uses this file. The elements of a vector and the
// characters of a string are data of the program. The pointers of the vector
// and the length of the string are the state of library objects, which library
// code alone uses. If a run skips the event that wrote such state, the state
// must not be overwritten with a pattern, since library code relies on it.

#ifndef PINSTRIPE_LIB_ANALYSIS_LIBRARYSTORES_H
#define PINSTRIPE_LIB_ANALYSIS_LIBRARYSTORES_H

#include "ByteTable.h"
#include "pinstripe/Trace/Trace.h"

namespace pinstripe {

/// For each byte of memory, remembers whether it was used as data, in which
/// event library code wrote it, and in which event library code last read it.
/// When a byte is used as data, its write is reported and then forgotten.
class LibraryStores {
public:
  /// Returns how many bytes of memory this object takes.
  uint64_t memoryUse() const { return bytes.bytes() + readers.bytes(); }
  /// Notes that library code wrote the `size` bytes at `address` during
  /// `event`.
  void write(uint64_t address, uint64_t size, EventIndex event) {
    bytes.update(address, size,
                 [&](Byte &byte) { byte.writer = numberOf(event); });
  }
  /// Notes that library code read the given bytes during `event`.
  void read(uint64_t address, uint64_t size, EventIndex event) {
    readers.set(address, size, numberOf(event));
  }
  /// Returns true if library code has read none of the given bytes during
  /// `event`.
  bool isUnread(uint64_t address, uint64_t size, EventIndex event) {
    bool isUnread = true;
    readers.visit(address, size, [&](uint64_t, uint64_t, uint32_t reader) {
      isUnread &= reader != numberOf(event);
    });
    return isUnread;
  }
  /// Notes that the given bytes are used as data. If library code wrote some of
  /// these bytes during an event, calls `take(address, size, event)` for each
  /// stretch of such bytes. No write is reported twice.
  template <typename Take> void use(uint64_t address, uint64_t size, Take take);
  /// Calls `take(address, size)` for each stretch of the given bytes that was
  /// used as data.
  template <typename Take>
  void visitData(uint64_t address, uint64_t size, Take take) {
    bytes.visit(address, size, [&](uint64_t at, uint64_t length, Byte byte) {
      if (byte.isData)
        take(at, length);
    });
  }
  /// Forgets that the `size` bytes at `address` were written or used as data.
  /// Called if a new object begins there, such as a heap block.
  void forget(uint64_t address, uint64_t size) { bytes.set(address, size, {}); }

private:
  struct Byte {
    /// 1 plus the number of the event in which library code wrote the byte; 0
    /// if there was none, or if the byte was used as data since then.
    uint32_t writer : 31 = 0;
    uint32_t isData : 1 = 0;
    bool operator==(const Byte &) const = default;
  };

  static uint32_t numberOf(EventIndex event) {
    return static_cast<uint32_t>(event) + 1;
  }

  ByteTable<Byte> bytes;
  /// For each byte, 1 plus the number of the event in which library code read
  /// it last; 0 if library code has not read it.
  ByteTable<uint32_t> readers;
};

template <typename Take>
void LibraryStores::use(uint64_t address, uint64_t size, Take take) {
  bytes.visit(address, size, [&](uint64_t at, uint64_t length, Byte byte) {
    if (byte.writer != 0)
      take(at, length, EventIndex(byte.writer - 1));
  });
  bytes.update(address, size, [](Byte &byte) {
    byte.writer = 0;
    byte.isData = 1;
  });
}

} // namespace pinstripe

#endif // PINSTRIPE_LIB_ANALYSIS_LIBRARYSTORES_H
