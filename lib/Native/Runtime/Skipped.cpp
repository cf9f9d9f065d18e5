//===- Skipped.cpp - What skipped code would have written -----------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Skipped.h"
#include "Calls.h"

namespace pinstripe::native {

namespace {

struct Range {
  uint32_t begin = 0, end = 0;
};

/// The entries of one range of positions, each once.
class Writers {
public:
  explicit Writers(uint64_t frame)
      : frame(frame), stamp(++processState().lastStamp) {}

  void poison(Range range) {
    const uint32_t *units = tableAt<uint32_t>(unitsAddress);
    while (range.begin < range.end) {
      bool isBlock = range.begin % storeBlockSize == 0 &&
                     range.end - range.begin >= storeBlockSize;
      if (isBlock) {
        poisonBlock(range.begin / storeBlockSize);
        range.begin += storeBlockSize;
      } else {
        poisonOnce(units[range.begin++]);
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

uint32_t lower(uint32_t a, uint32_t b) { return a < b ? a : b; }
uint32_t higher(uint32_t a, uint32_t b) { return a > b ? a : b; }

/// Positions of all that the events [begin, end) called.
Range calledBy(const Activation &activation, uint32_t begin, uint32_t end) {
  const CallGroup *groups = callGroups();
  const uint32_t *callees = tableAt<uint32_t>(calleesAddress);
  const uint32_t *treeEnds = tableAt<uint32_t>(treeEndsAddress);
  // A group's parent is the position behind its event.
  uint32_t first =
      findGroup(activation.nextGroup, activation.groupsEnd, begin + 1, 0);
  uint32_t behind = findGroup(first, activation.groupsEnd, end + 1, 0);
  Range range{none, 0};
  // The calls of one event are in order by function only.
  for (uint32_t i = first;
       i < behind && groups[i].parent == groups[first].parent; ++i)
    range.begin = lower(
        range.begin, invocations()[callees[groups[i].firstCallee]].firstEvent);
  for (uint32_t i = behind;
       i > first && groups[i - 1].parent == groups[behind - 1].parent; --i)
    range.end = higher(range.end, treeEnds[callees[groups[i].firstCallee - 1]]);
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
}

void poisonInvocation(uint32_t invocation) {
  uint32_t begin = invocations()[invocation].firstEvent;
  Writers(noFrame).poison(
      {begin, tableAt<uint32_t>(treeEndsAddress)[invocation]});
}

} // namespace pinstripe::native
