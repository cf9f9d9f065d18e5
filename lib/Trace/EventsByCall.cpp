// The events of a run sorted by the call in which they happened.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Trace/EventsByCall.h"
#include "BucketSort.h"
#include <algorithm>

using namespace pinstripe;

EventsByCall::EventsByCall(const EventList &list, size_t invocations) {
  llvm::ArrayRef<Stretch> stretches = list.stretches();
  sortByBucket(
      stretches.size(), invocations,
      [&](size_t i) { return static_cast<size_t>(stretches[i].invocation); },
      firstPart, order);
  starts.resize(stretches.size() + 1);
  partOf.resize(stretches.size());
  uint32_t position = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    size_t stretch = order[i];
    starts[i] = position;
    partOf[stretch] = static_cast<uint32_t>(i);
    position += static_cast<uint32_t>(
        list.endOf(stretch) - static_cast<size_t>(stretches[stretch].first));
  }
  starts[order.size()] = position;
}

uint32_t EventsByCall::positionOf(const EventList &list,
                                  EventIndex event) const {
  size_t stretch = list.stretchOf(event);
  return starts[partOf[stretch]] +
         (static_cast<uint32_t>(event) -
          static_cast<uint32_t>(list.stretches()[stretch].first));
}

size_t EventsByCall::partAt(uint32_t position) const {
  return std::upper_bound(starts.begin(), starts.end(), position) -
         starts.begin() - 1;
}

EventIndex EventsByCall::eventAt(const EventList &list,
                                 uint32_t position) const {
  PlacedStretch its = part(list, partAt(position));
  return static_cast<EventIndex>(static_cast<uint32_t>(its.firstEvent) +
                                 (position - its.firstPosition));
}

EventIndex CallEvents::Iterator::operator*() const {
  if (position - part.firstPosition >= part.size)
    part = byCall->part(*list, byCall->partAt(position));
  return static_cast<EventIndex>(static_cast<uint32_t>(part.firstEvent) +
                                 (position - part.firstPosition));
}
