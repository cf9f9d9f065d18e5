// The events of a run in the order in which they started, in few bytes each.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Trace/EventList.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

void EventList::append(llvm::ArrayRef<Event> events) {
  size_t first = size();
  entries.append(events.size(), [&](size_t i) {
    return static_cast<uint32_t>(events[i].entry);
  });
  for (size_t i = 0; i < events.size(); ++i) {
    InvocationId id = events[i].invocation;
    if (allStretches.empty() || allStretches.back().invocation != id)
      allStretches.push_back({static_cast<EventIndex>(first + i), id});
    if ((first + i) % blockSize == 0)
      stretchOfBlock.push_back(static_cast<uint32_t>(allStretches.size() - 1));
  }
}

size_t EventList::stretchOf(EventIndex index) const {
  size_t block = static_cast<size_t>(index) / blockSize;
  size_t low = stretchOfBlock[block];
  size_t high = block + 1 < stretchOfBlock.size() ? stretchOfBlock[block + 1]
                                                  : allStretches.size() - 1;
  if (low == high)
    return low;
  llvm::ArrayRef<Stretch> near = stretches().slice(low + 1, high - low);
  return low + (llvm::partition_point(near,
                                      [&](const Stretch &stretch) {
                                        return stretch.first <= index;
                                      }) -
                near.begin());
}
