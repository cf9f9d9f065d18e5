// Fills with a pattern (poison) the memory that skipped events would have
// written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Skipped.h"
#include "Calls.h"

namespace pinstripe::native {

namespace {

struct Range {
  uint32_t begin = 0, end = 0;
};

/// Returns the frame address of a call that is matched with the recorded call
/// `invocation`; noFrame if no such call is on the stack now. Recorded calls
/// are numbered in the order in which they begin. So the numbers rise from the
/// bottom of the stack to its top, which permits a binary search.
uint64_t frameOf(uint32_t invocation) {
  const Activation *low = bottom(), *high = top();
  while (low <= high) {
    const Activation *middle = low + (high - low) / 2, *known = middle;
    while (known >= low && known->kind != ActivationKind::Matched)
      --known;
    if (known >= low && known->invocation == invocation)
      return known->frame;
    if (known >= low && known->invocation > invocation)
      high = known - 1;
    else
      low = middle + 1;
  }
  return noFrame;
}

/// Fills with poison (a pattern) the memory to which the computed stores of
/// skipped events would have written. A computed store writes to an address
/// that only a recording of instructions can find out.
class ComputedWriters {
public:
  /// `inFrame` tells whether memory in the stack frame of the innermost call is
  /// poisoned (filled with a pattern), too.
  explicit ComputedWriters(bool inFrame)
      : inFrame(inFrame), heapLimit(tableAt<uint64_t>(
                              includedAddress)[(setup().events + 63) / 64]) {}

  void poison(Range range) {
    while (range.begin < range.end) {
      uint32_t level = computedLevels;
      while (level > 0 && !isBlock(range, level - 1))
        --level;
      if (level == 0) {
        range.begin = poisonSingly(range);
      } else {
        poisonBlock(level - 1, range.begin / computedBlockSize(level - 1));
        range.begin += computedBlockSize(level - 1);
      }
    }
  }

private:
  static bool isBlock(Range range, uint32_t level) {
    uint32_t size = computedBlockSize(level);
    return range.begin % size == 0 && range.end - range.begin >= size;
  }
  static const uint32_t *startOf(uint32_t level, uint32_t block) {
    return tableAt<uint32_t>(computedStartsAddress) +
           setup().computedStarts[level] + block;
  }
  void poisonBlock(uint32_t level, uint32_t block) {
    const uint32_t *start = startOf(level, block);
    for (uint32_t i = start[0]; i < start[1]; ++i)
      poisonRange(i);
  }
  /// Fills with poison (a pattern) the memory that the events of a range would
  /// have written, one event after the other. Ends where the next block of
  /// events begins, since poisonBlock handles whole blocks faster. Returns the
  /// index of the first event of that block.
  uint32_t poisonSingly(Range range) {
    uint32_t block = range.begin / computedBlockSize(0);
    const uint32_t *start = startOf(0, block);
    const uint32_t *positions = tableAt<uint32_t>(computedPositionsAddress);
    for (uint32_t i = start[0]; i < start[1] && positions[i] < range.end; ++i)
      if (positions[i] >= range.begin)
        poisonRange(i);
    return (block + 1) * computedBlockSize(0);
  }
  void poisonRange(uint32_t index) {
    const ComputedRange &range =
        tableAt<ComputedRange>(computedRangesAddress)[index];
    uint32_t number =
        range.baseAndNumber & ((uint32_t(1) << computedBaseShift) - 1);
    uint64_t address = range.place;
    switch (
        static_cast<ComputedBase>(range.baseAndNumber >> computedBaseShift)) {
    case ComputedBase::Fixed:
      break;
    case ComputedBase::Heap:
      if (number > heapLimit)
        return;
      break;
    case ComputedBase::Frame:
      if (number != lastInvocation)
        findFrame(number);
      if (lastFrame == noFrame)
        return;
      address += lastFrame;
      break;
    }
    poisonRangeAt(address, range.size);
  }
  void findFrame(uint32_t invocation) {
    lastInvocation = invocation;
    bool isTop = top()->kind == ActivationKind::Matched &&
                 top()->invocation == invocation;
    lastFrame = isTop && !inFrame ? noFrame : frameOf(invocation);
  }
  static void poisonRangeAt(uint64_t address, uint64_t size) {
    constexpr uint64_t small = 32, word = 8;
    if (size > small) {
      uint64_t head = (word - address % word) % word;
      poisonBytes(address, head, poisonAt(address));
      address += head;
      size -= head;
      poisonStores(&at<uint64_t>(address), size / word, poisonAt(address));
      address += size / word * word;
      size %= word;
    }
    poisonBytes(address, size, poisonAt(address));
  }

  bool inFrame;
  uint64_t heapLimit;
  uint32_t lastInvocation = none;
  uint64_t lastFrame = noFrame;
};

/// Fills with poison (a pattern) the memory that skipped events would have
/// written. Handles only memory at a fixed address or at a fixed distance from
/// rbp. Each statement is handled once, even if several of the skipped events
/// execute it.
class Writers {
public:
  explicit Writers(uint64_t frame)
      : frame(frame), stamp(++processState().lastStamp) {}

  void poison(Range range) {
    while (range.begin < range.end) {
      bool isBlock = range.begin % storeBlockSize == 0 &&
                     range.end - range.begin >= storeBlockSize;
      if (isBlock) {
        poisonBlock(range.begin / storeBlockSize);
        range.begin += storeBlockSize;
      } else {
        poisonOnce(entryNumber(range.begin++));
      }
    }
  }

private:
  void poisonBlock(uint32_t block) {
    const uint32_t *starts = tableAt<uint32_t>(storeBlocksAddress);
    const uint32_t *writers = tableAt<uint32_t>(writersAddress);
    for (uint32_t i = starts[block]; i < starts[block + 1]; ++i)
      poisonOnce(writers[i]);
  }
  void poisonOnce(uint32_t entry) {
    uint32_t &last = tableAt<uint32_t>(stampsAddress)[entry];
    if (last == stamp)
      return;
    last = stamp;
    const EntryRecord &record = tableAt<EntryRecord>(entriesAddress)[entry];
    const StoreRecord *stores =
        tableAt<StoreRecord>(storesAddress) + record.firstStore;
    for (uint32_t i = 0; i < record.stores; ++i)
      poisonStore(stores[i]);
  }
  void poisonStore(const StoreRecord &store) const {
    if (store.isInFrame && frame == noFrame)
      return;
    uint64_t address = store.place + (store.isInFrame ? frame : 0);
    poisonBytes(address, store.size, poisonAt(address));
  }

  uint64_t frame;
  uint32_t stamp;
};

/// Returns the events of all calls that the recorded events [begin, end) made,
/// and of the calls made in these calls. The result is a range of indices in
/// EventsByCall, which sorts the events by call.
Range calledBy(const Activation &activation, uint32_t begin, uint32_t end) {
  const CallGroup *groups = callGroups();
  const uint32_t *callees = tableAt<uint32_t>(calleesAddress);
  const uint32_t *treeEnds = tableAt<uint32_t>(treeEndsAddress);
  // `begin` and `end` are indices of events. But a call group stores the index
  // of the event that made its calls plus 1 (in CallGroup::parent). So the
  // groups are looked up with `begin` + 1 and `end` + 1.
  uint32_t first =
      findGroup(activation.nextGroup, activation.groupsEnd, begin + 1, 0);
  uint32_t next = findGroup(first, activation.groupsEnd, end + 1, 0);
  Range range{none, 0};
  // The calls made by one event are sorted by function, not by time. So the
  // first loop looks at all calls made by the first calling event, to find the
  // call that begins first. The second loop looks at all calls made by the last
  // calling event, to find the call that ends last.
  for (uint32_t i = first; i < next && groups[i].parent == groups[first].parent;
       ++i)
    range.begin = smaller(
        range.begin, invocations()[callees[groups[i].firstCallee]].firstEvent);
  for (uint32_t i = next;
       i > first && groups[i - 1].parent == groups[next - 1].parent; --i)
    range.end = larger(range.end, treeEnds[callees[groups[i].firstCallee - 1]]);
  return range;
}

} // namespace

void poisonEvents(const Activation &activation, uint32_t begin, uint32_t end,
                  uint64_t frame) {
  if (begin == end)
    return;
  Writers(frame).poison({begin, end});
  Range called = calledBy(activation, begin, end);
  if (called.begin < called.end)
    Writers(noFrame).poison(called);
  if (!setup().poisonComputed)
    return;
  ComputedWriters computed(/*inFrame=*/frame != noFrame);
  computed.poison({begin, end});
  computed.poison(called);
}

void poisonInvocation(uint32_t invocation) {
  uint32_t begin = invocations()[invocation].firstEvent;
  Range whole{begin, tableAt<uint32_t>(treeEndsAddress)[invocation]};
  Writers(noFrame).poison(whole);
  if (setup().poisonComputed)
    ComputedWriters(/*inFrame=*/true).poison(whole);
}

} // namespace pinstripe::native
