//===- ComputedStores.h - Where events wrote by address ---------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the events of a recorded run wrote where only the run could tell: array
// elements, the heap, through pointers, by library functions. In guarded flow
// an event that is skipped poisons these bytes. Made by a StoreRecorder.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_ANALYSIS_COMPUTEDSTORES_H
#define PINSTRIPE_ANALYSIS_COMPUTEDSTORES_H

#include "pinstripe/Support/GrowingArray.h"
#include "pinstripe/Trace/Trace.h"

namespace pinstripe {

/// Bytes, told so that a partial execution knows whether and where it has them.
struct ComputedStore {
  enum class Base : uint32_t {
    Fixed, ///< a table address
    /// A run-time address in a block of the heap, which is there if all was
    /// executed that allocated or released up to where that block was made.
    Heap,
    Frame, ///< what to add to rbp in the frame of an invocation
  };
  static constexpr unsigned baseShift = 30;
  static constexpr uint32_t mostNumber = (uint32_t(1) << baseShift) - 1;

  uint64_t place = 0;
  uint32_t size = 0;
  /// The base, then its number: of a frame the invocation; of a block the event
  /// that allocated it + 1, 0 if it was none.
  uint32_t baseAndNumber = 0;

  static constexpr uint32_t pack(Base base, uint32_t number) {
    return static_cast<uint32_t>(base) << baseShift | number;
  }
  Base base() const { return static_cast<Base>(baseAndNumber >> baseShift); }
  uint32_t number() const { return baseAndNumber & mostNumber; }
};

/// Positions are those of Trace::eventsByInvocation. Of long ranges of them
/// each byte is told a few times only: blocks of positions, each 32 times as
/// long as those one level below, have ranges of their own. Takes 20 bytes a
/// store, and for each level 16 for what is left of them there.
class ComputedStores {
public:
  /// One event's, as it was recorded.
  struct Recorded {
    ComputedStore store;
    uint32_t position = 0;
  };
  static constexpr size_t levels = 4;
  static constexpr uint32_t blockSize(size_t level) { return 64u << 5 * level; }

  /// `allocating`: the events that change what the heap gives out next.
  ComputedStores(const Trace &trace, std::vector<Recorded> recorded,
                 std::vector<EventIndex> allocating);

  /// Of the event at that position, in no order.
  llvm::ArrayRef<ComputedStore> at(uint32_t position) const;
  /// How many stores of single events there are.
  size_t size() const { return storePositions.size(); }

  /// Blocks of the heap are where they were if their number is at most this
  /// one: the first event that allocates or releases and is not executed.
  uint32_t heapLimit(const EventSet &included) const;

  // For tables of engines.

  /// The stores by position, then the ranges of blocks, level by level.
  llvm::ArrayRef<ComputedStore> ranges() const { return allRanges; }
  /// Of the stores.
  llvm::ArrayRef<uint32_t> positions() const { return storePositions; }
  /// By block of a level, and one more at its end: the first range. Level 0
  /// has the stores themselves.
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
  std::vector<EventIndex> allocating; ///< sorted
};

} // namespace pinstripe

#endif // PINSTRIPE_ANALYSIS_COMPUTEDSTORES_H
