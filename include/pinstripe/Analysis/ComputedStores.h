// The places that events wrote to and that only a run could tell.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Array elements, heap memory, stores through pointers and by library
// functions, noted by a StoreRecorder. In guarded flow an event that is skipped
// poisons the bytes that it wrote in the recorded run.

#ifndef PINSTRIPE_ANALYSIS_COMPUTEDSTORES_H
#define PINSTRIPE_ANALYSIS_COMPUTEDSTORES_H

#include "pinstripe/Support/GrowingArray.h"
#include "pinstripe/Trace/Trace.h"

namespace pinstripe {

/// Bytes that an event wrote, described so that a partial execution can tell
/// whether and where it has these bytes, too.
struct ComputedStore {
  enum class Base : uint32_t {
    Fixed, ///< `place` is a table address.
    /// `place` is a run-time address in a heap block. A partial execution has
    /// the block at the same address if it executed every event before the
    /// block's allocation that allocates or releases memory.
    Heap,
    Frame, ///< `place` is the distance from rbp in the frame of an invocation.
  };
  static constexpr unsigned baseShift = 30;
  static constexpr uint32_t maxNumber = (uint32_t(1) << baseShift) - 1;

  uint64_t place = 0;
  uint32_t size = 0;
  /// The base in the upper two bits, then a number: for a frame the invocation,
  /// for a heap block 1 + the event that allocated the block, or 0 if no event
  /// did.
  uint32_t baseAndNumber = 0;

  static constexpr uint32_t pack(Base base, uint32_t number) {
    return static_cast<uint32_t>(base) << baseShift | number;
  }
  Base base() const { return static_cast<Base>(baseAndNumber >> baseShift); }
  uint32_t number() const { return baseAndNumber & maxNumber; }
};

/// Computed stores by position in Trace::eventsByInvocation. For long ranges of
/// positions, each byte is listed only a few times: each level has blocks of
/// positions 32 times as long as those of the level below, with merged ranges
/// of bytes. Takes 20 bytes for a store, and for each level 16 bytes for each
/// range that merging leaves.
class ComputedStores {
public:
  /// A store as it was recorded.
  struct Recorded {
    ComputedStore store;
    uint32_t position = 0;
  };
  static constexpr size_t levels = 4;
  static constexpr uint32_t blockSize(size_t level) { return 64u << 5 * level; }

  /// `allocating` holds the events that change which memory the heap gives out
  /// next.
  ComputedStores(const Trace &trace, std::vector<Recorded> recorded,
                 std::vector<EventIndex> allocating);

  /// Returns the stores of the event at that position, unordered.
  llvm::ArrayRef<ComputedStore> at(uint32_t position) const;
  /// Returns the number of stores of single events.
  size_t size() const { return storePositions.size(); }

  /// Returns the first event that allocates or releases and is not in
  /// `included`. Heap blocks with at most this number are where they were in
  /// the recording.
  uint32_t heapLimit(const EventSet &included) const;

  // Tables for the engines.

  /// Returns the stores by position, followed by the ranges of blocks, level by
  /// level.
  llvm::ArrayRef<ComputedStore> ranges() const { return allRanges; }
  /// Returns the position of each store.
  llvm::ArrayRef<uint32_t> positions() const { return storePositions; }
  /// Returns the index of the first range of each block of a level, and of the
  /// end. At level 0 the ranges are the stores.
  llvm::ArrayRef<uint32_t> starts(size_t level) const {
    return firstRanges[level];
  }

private:
  void addStores(std::vector<Recorded> &recorded);
  void addLevel(const Trace &trace, size_t level);
  llvm::ArrayRef<ComputedStore> rangesOfBlock(size_t level, size_t block) const;

  GrowingArray<ComputedStore> allRanges;
  GrowingArray<uint32_t> storePositions;
  GrowingArray<uint32_t> firstRanges[levels];
  std::vector<EventIndex> allocating; ///< Sorted.
};

} // namespace pinstripe

#endif // PINSTRIPE_ANALYSIS_COMPUTEDSTORES_H
