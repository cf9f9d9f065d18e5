// Holds the stores of a run to addresses that are known only at run time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Such "computed" stores go to elements of arrays, to heap memory, or through
// pointers. A StoreRecorder finds them in the recorded run. A later run that
// skips events lacks the values that these events stored. The bytes can then be
// poisoned: they get a pattern in place of the missing values.

#ifndef PINSTRIPE_ANALYSIS_COMPUTEDSTORES_H
#define PINSTRIPE_ANALYSIS_COMPUTEDSTORES_H

#include "pinstripe/Support/GrowingArray.h"
#include "pinstripe/Trace/Trace.h"

namespace pinstripe {

/// Describes bytes of memory that an event wrote in the recorded run. Their
/// place is relative to a base, such as the frame of a call, since a run that
/// skips events may have these bytes at other addresses.
struct ComputedStore {
  enum class Base : uint32_t {
    /// The bytes are at a fixed place in the program or a library. `place` is
    /// their table address: the address in the module's file plus a constant
    /// for each module (see UnitTable).
    Fixed,
    /// The bytes are in a heap block, and `place` is their run-time address. A
    /// later run has the block at the same address unless it skips an earlier
    /// event that allocates or releases memory.
    Heap,
    /// The bytes are in the stack frame of one call, and `place` is their
    /// distance from the frame's rbp. The function number() returns the number
    /// of the call.
    Frame,
  };
  static constexpr unsigned baseShift = 30;
  static constexpr uint32_t maxNumber = (uint32_t(1) << baseShift) - 1;

  uint64_t place = 0;
  uint32_t size = 0;
  /// A Base and a number, packed into one word. The two upper bits are the
  /// Base. The lower bits are the number, whose meaning depends on the Base.
  /// For Base::Frame, it is the number of the call to which the frame belongs.
  /// For Base::Heap, it is 1 plus the number of the event that allocated the
  /// heap block, or 0 if no event allocated it.
  uint32_t baseAndNumber = 0;

  static constexpr uint32_t pack(Base base, uint32_t number) {
    return static_cast<uint32_t>(base) << baseShift | number;
  }
  Base base() const { return static_cast<Base>(baseAndNumber >> baseShift); }
  uint32_t number() const { return baseAndNumber & maxNumber; }
};

/// The stores of a run to addresses that are known only at run time. They are
/// sorted by the position of their event: its index when all events are sorted
/// by call, and those of one call by time (see EventsByCall).
///
/// A run can skip many events at consecutive positions. To find quickly what
/// these events wrote, the events are grouped into blocks on several levels. A
/// block on the lowest level has 64 events. A block on a higher level consists
/// of 32 blocks of the level below. Each block of a higher level has a short
/// list of the byte ranges that its events wrote. A store takes 20 bytes of
/// memory, and a range takes 16 bytes.
class ComputedStores {
public:
  /// A store to an address that is known only at run time. `position` says
  /// which event made the store: it is the index of the event when all events
  /// are sorted by call (see EventsByCall).
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

  /// Returns the computed stores of one event (stores to addresses that are
  /// known only at run time), in any order. `position` is the index of the
  /// event when all events are sorted by call (see EventsByCall).
  llvm::ArrayRef<ComputedStore> at(uint32_t position) const;
  /// Returns the number of stores. The byte ranges of blocks of events, which
  /// are merged from stores, don't count.
  size_t size() const { return storePositions.size(); }

  /// Returns a limit that tells which heap blocks have the same address as in
  /// the recorded run, if a run executes only the events in `included`: those
  /// whose ComputedStore::number is at most the limit. The limit is the number
  /// of the first skipped event that allocates or releases heap memory;
  /// maxNumber if no such event is skipped.
  uint32_t heapLimit(const EventSet &included) const;

  // The following functions return the tables of stores, for the engines.

  /// Returns all stores, sorted by event (see EventsByCall for the order).
  /// After the stores come the byte ranges of the blocks of events, one level
  /// after the other.
  llvm::ArrayRef<ComputedStore> ranges() const { return allRanges; }
  /// Returns, for each store at the beginning of ranges(), the position of its
  /// event: its index when all events are sorted by call (see EventsByCall).
  llvm::ArrayRef<uint32_t> positions() const { return storePositions; }
  /// Returns, for each block of events on the level `level`, the index in
  /// ranges() at which the byte ranges of the block begin. One more element is
  /// the end of the last block's ranges. At level 0, the ranges are the stores
  /// themselves.
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
  /// The events that allocate or release heap memory, in sorted order.
  std::vector<EventIndex> allocating;
};

} // namespace pinstripe

#endif // PINSTRIPE_ANALYSIS_COMPUTEDSTORES_H
