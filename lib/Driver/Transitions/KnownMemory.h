// Holds what has been read of a program's memory at one moment of a run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_TRANSITIONS_KNOWNMEMORY_H
#define PINSTRIPE_LIB_DRIVER_TRANSITIONS_KNOWNMEMORY_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace pinstripe {

/// A number of bytes of memory; nullopt if they can't be read, or were not read
/// yet.
using KnownBytes = std::optional<std::string>;

/// Returns the eight bytes from `offset` on as a number. Bytes that are missing
/// at the end count as 0.
uint64_t wordAt(llvm::StringRef bytes, size_t offset = 0);

/// An object in memory whose value is wanted, at a run-time address.
struct MemoryPart {
  enum class Form : uint8_t {
    Bytes, ///< `size` bytes.
    Text,  ///< At most `size` characters, up to a terminator.
    /// The characters of a std::string, at most `size` of them.
    String
  };
  uint64_t address = 0;
  uint64_t size = 0;
  Form form = Form::Bytes;
};

/// The pages of a program's memory that have been read. Whoever asks for other
/// memory gets nullopt, and the pages are noted as missing.
class KnownMemory {
public:
  static constexpr uint32_t pageSize = 4096;

  /// Adds the page with this number, which is its address divided by the size;
  /// nullopt if it can't be read.
  void add(uint64_t number, KnownBytes bytes) {
    pages[number] = std::move(bytes);
  }
  /// Returns the numbers of the missing pages, with some pages around each of
  /// them, since these are likely to be needed soon. Then nothing is missing.
  std::set<uint64_t> takeMissing();
  bool isMissing() const { return !missing.empty(); }
  /// Returns the numbers of all pages for which somebody has asked.
  std::vector<uint64_t> used() const { return {wanted.begin(), wanted.end()}; }

  KnownBytes bytesAt(uint64_t address, uint64_t size) {
    return readAt(address, size, /*isText=*/false);
  }
  /// Returns the text at an address up to its terminator, or its first `most`
  /// characters.
  KnownBytes textAt(uint64_t address, uint64_t most) {
    return readAt(address, most, /*isText=*/true);
  }
  KnownBytes bytesOf(const MemoryPart &part);
  /// Returns the size of the block of the heap that begins at an address; 0 if
  /// none does. The C library keeps the size of a block in front of it, and a
  /// flag that it is in use in front of the next block.
  uint64_t blockSizeAt(uint64_t address);

private:
  const KnownBytes &page(uint64_t number);
  KnownBytes readAt(uint64_t address, uint64_t most, bool isText);

  std::map<uint64_t, KnownBytes> pages;
  std::set<uint64_t> wanted, missing;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_TRANSITIONS_KNOWNMEMORY_H
