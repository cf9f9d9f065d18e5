// Holds the stores of a run to addresses that are known only at run time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Analysis/ComputedStores.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace pinstripe;

static auto keyOf(const ComputedStore &store) {
  return std::tuple(store.baseAndNumber, store.place, store.size);
}

/// Sorts ranges of bytes. Merges ranges that touch or overlap.
static void unite(std::vector<ComputedStore> &ranges) {
  std::ranges::sort(ranges, {}, keyOf);
  size_t count = 0;
  for (const ComputedStore &each : ranges) {
    ComputedStore *last = count == 0 ? nullptr : &ranges[count - 1];
    // A place may be a negative distance, for example from rbp, although it is
    // stored as an unsigned number. The difference of two places is right even
    // then, since unsigned numbers wrap around.
    uint64_t distance = last ? each.place - last->place : 0;
    uint64_t united =
        std::max<uint64_t>(last ? last->size : 0, distance + each.size);
    bool touches = last && last->baseAndNumber == each.baseAndNumber &&
                   distance <= last->size && united <= ~uint32_t(0);
    if (touches)
      last->size = static_cast<uint32_t>(united);
    else
      ranges[count++] = each;
  }
  ranges.resize(count);
}

ComputedStores::ComputedStores(const Trace &trace,
                               std::vector<Recorded> recorded,
                               std::vector<EventIndex> itsAllocating)
    : allocating(std::move(itsAllocating)) {
  llvm::sort(allocating);
  allocating.erase(llvm::unique(allocating), allocating.end());
  addStores(recorded);
  size_t blocks = trace.size() / blockSize(0) + 1;
  uint32_t store = 0;
  for (size_t block = 0; block <= blocks; ++block) {
    while (store < size() && storePositions[store] / blockSize(0) < block)
      ++store;
    firstRanges[0].push_back(store);
  }
  for (size_t level = 1; level < levels; ++level)
    addLevel(trace, level);
}

void ComputedStores::addStores(std::vector<Recorded> &recorded) {
  std::ranges::sort(recorded, {}, &Recorded::position);
  std::vector<ComputedStore> ofEvent;
  for (auto each = recorded.begin(); each != recorded.end();) {
    uint32_t position = each->position;
    ofEvent.clear();
    for (; each != recorded.end() && each->position == position; ++each)
      ofEvent.push_back(each->store);
    unite(ofEvent);
    for (const ComputedStore &store : ofEvent) {
      allRanges.push_back(store);
      storePositions.push_back(position);
    }
  }
}

llvm::ArrayRef<ComputedStore>
ComputedStores::rangesOfBlock(size_t level, size_t block) const {
  llvm::ArrayRef<uint32_t> starts = firstRanges[level];
  if (block + 1 >= starts.size())
    return {};
  return ranges().slice(starts[block], starts[block + 1] - starts[block]);
}

/// Adds a level of blocks. A block has many events at consecutive positions,
/// and a list of the byte ranges that these events wrote. The list is merged
/// from the lists of the smaller blocks on the level below. Ranges in the stack
/// frames of calls that begin in the block are left out: a run that skips the
/// whole block does not make these calls, so their frames do not exist.
void ComputedStores::addLevel(const Trace &trace, size_t level) {
  constexpr size_t children = blockSize(1) / blockSize(0);
  size_t blocks = trace.size() / blockSize(level) + 1;
  std::vector<ComputedStore> ofBlock;
  for (size_t block = 0; block < blocks; ++block) {
    firstRanges[level].push_back(static_cast<uint32_t>(allRanges.size()));
    ofBlock.clear();
    for (size_t child = 0; child < children; ++child)
      llvm::append_range(ofBlock,
                         rangesOfBlock(level - 1, block * children + child));
    size_t begin = block * blockSize(level);
    llvm::erase_if(ofBlock, [&](const ComputedStore &store) {
      return store.base() == ComputedStore::Base::Frame &&
             trace.firstPosition(InvocationId(store.number())) > begin;
    });
    unite(ofBlock);
    for (const ComputedStore &store : ofBlock)
      allRanges.push_back(store);
  }
  firstRanges[level].push_back(static_cast<uint32_t>(allRanges.size()));
}

llvm::ArrayRef<ComputedStore> ComputedStores::at(uint32_t position) const {
  llvm::ArrayRef<uint32_t> sorted = storePositions;
  auto [begin, end] = std::equal_range(sorted.begin(), sorted.end(), position);
  return ranges().slice(static_cast<size_t>(begin - sorted.begin()),
                        static_cast<size_t>(end - begin));
}

uint32_t ComputedStores::heapLimit(const EventSet &included) const {
  for (EventIndex event : allocating)
    if (!included.contains(event))
      return static_cast<uint32_t>(event);
  return ComputedStore::maxNumber;
}
