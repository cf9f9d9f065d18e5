// Knows the heap memory that the program has released and not taken again.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_ANALYSIS_RELEASEDMEMORY_H
#define PINSTRIPE_LIB_ANALYSIS_RELEASEDMEMORY_H

#include <cstdint>
#include <map>
#include <optional>

namespace pinstripe {

/// The released heap blocks. A use of their memory is an error of the program.
class ReleasedMemory {
public:
  /// Notes that the event `event` has released a heap block.
  void add(uint64_t address, uint64_t size, uint32_t event) {
    forget(address, size);
    if (size != 0)
      blocks[address] = {size, event};
  }
  /// Removes each block that overlaps with newly allocated memory.
  void forget(uint64_t address, uint64_t size) {
    while (Block *block = find(address, size))
      blocks.erase(block->first);
  }
  /// Called if any of the memory may have been taken again.
  void forgetAll() { blocks.clear(); }
  /// Returns the event that has released memory in the range; nullopt if all of
  /// the memory is in use.
  std::optional<uint32_t> releasedBy(uint64_t address, uint64_t size) {
    Block *block = find(address, size);
    return block ? std::optional(block->second.event) : std::nullopt;
  }

private:
  struct Release {
    uint64_t size = 0;
    uint32_t event = 0;
  };
  using Block = std::pair<const uint64_t, Release>;

  /// Returns the last block that overlaps with the range; null if there is
  /// none.
  Block *find(uint64_t address, uint64_t size) {
    auto next = blocks.lower_bound(address + size);
    if (size == 0 || next == blocks.begin())
      return nullptr;
    Block &last = *std::prev(next);
    return last.first + last.second.size > address ? &last : nullptr;
  }

  /// The released blocks, by address. They do not overlap.
  std::map<uint64_t, Release> blocks;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_ANALYSIS_RELEASEDMEMORY_H
