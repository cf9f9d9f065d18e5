// Holds the stores of a run to addresses that are known only at run time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Such "computed" stores go to elements of arrays, to heap memory, or through
// pointers. A StoreRecorder finds them in the recorded run. A later run that
// skips events lacks the values that these events stored. If conditions must
// decide in the later run as recorded, the bytes are poisoned: they get a
// pattern in place of the missing values.

#ifndef PINSTRIPE_ANALYSIS_COMPUTEDSTORES_H
#define PINSTRIPE_ANALYSIS_COMPUTEDSTORES_H

#include "pinstripe/Support/GrowingArray.h"
#include "pinstripe/Trace/Trace.h"

namespace pinstripe {

/// Bytes that an event wrote in the recorded run. They are described in a way
/// that lets a run that skips events find the same bytes in its own memory, if
/// it has them.
struct ComputedStore {
  enum class Base : uint32_t {
    /// `place` is an address as in the executable file, before loading (see
    /// UnitTable).
    Fixed,
    /// `place` is a run-time address in a heap block. A later run has the block
    /// at the same address unless it skips an earlier event that allocates or
    /// releases memory.
    Heap,
    /// `place` is a distance from rbp in the stack frame of one call. The
    /// function number() says which call it is.
    Frame,
  };
  static constexpr unsigned baseShift = 30;
  static constexpr uint32_t maxNumber = (uint32_t(1) << baseShift) - 1;

  uint64_t place = 0;
  uint32_t size = 0;
  /// The two upper bits hold the Base, which says how `place` is to be read;
  /// the other bits hold a number. With Base::Frame, it is the number of the
  /// call (invocation) whose frame is meant. With Base::Heap, it is 1 plus the
  /// number of the event that allocated the heap block, or 0 if no event did.
  uint32_t baseAndNumber = 0;

  static constexpr uint32_t pack(Base base, uint32_t number) {
    return static_cast<uint32_t>(base) << baseShift | number;
  }
  Base base() const { return static_cast<Base>(baseAndNumber >> baseShift); }
  uint32_t number() const { return baseAndNumber & maxNumber; }
};

/// The stores of a run to addresses that are known only at run time. They are
/// sorted by the position of their event in Trace::eventsByInvocation.
///
/// A run can skip many events at consecutive positions. To describe quickly
/// what these events wrote, they are grouped into blocks on several levels. A
/// block has 64 events on the lowest level, and 32 blocks of the level below on
/// each higher level. On the higher levels, the bytes that a block's events
/// wrote are merged into few ranges. A store takes 20 bytes of memory, and a
/// merged range 16.
class ComputedStores {
public:
  /// A computed store, with the position of its event in
  /// Trace::eventsByInvocation.
  struct Recorded {
    ComputedStore store;
    uint32_t position = 0;
  };
  static constexpr size_t levels = 4;
  static constexpr uint32_t blockSize(size_t level) { return 64u << 5 * level; }

  /// Creates the tables. `allocating` holds the events that allocate or release
  /// heap memory.
  ComputedStores(const Trace &trace, std::vector<Recorded> recorded,
                 std::vector<EventIndex> allocating);

  /// Returns the computed stores of one event, in any order. The event is given
  /// by its position in Trace::eventsByInvocation.
  llvm::ArrayRef<ComputedStore> at(uint32_t position) const;
  /// Returns the number of stores. The merged ranges, which describe the stores
  /// of many events at once, do not count.
  size_t size() const { return storePositions.size(); }

  /// Returns the number of the first skipped event that allocates or releases
  /// heap memory; maxNumber if no such event is skipped. Events that are not in
  /// `included` are skipped. Heap blocks whose ComputedStore::number is at most
  /// the returned number were allocated earlier, so they have the same address
  /// as in the recorded run.
  uint32_t heapLimit(const EventSet &included) const;

  // Engines look up stores in the following tables.

  /// Returns all stores, sorted by the position of their event, followed by the
  /// merged ranges of blocks of events, level by level.
  llvm::ArrayRef<ComputedStore> ranges() const { return allRanges; }
  /// Returns, for each store in `ranges`, the position of its event in
  /// Trace::eventsByInvocation.
  llvm::ArrayRef<uint32_t> positions() const { return storePositions; }
  /// Returns, for each block of events on a level, the index of the block's
  /// first range in `ranges`. One more element at the end is the index after
  /// the level's last range. At level 0 the ranges are the stores themselves.
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
  /// Events that allocate or release heap memory, sorted.
  std::vector<EventIndex> allocating;
};

} // namespace pinstripe

#endif // PINSTRIPE_ANALYSIS_COMPUTEDSTORES_H
