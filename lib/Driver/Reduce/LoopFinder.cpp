// Finds the iterations of loops in a recorded run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Reduce/LoopFinder.h"

using namespace pinstripe;

LoopFinder::LoopFinder(const UnitTable &table, const Trace &trace)
    : table(table), trace(trace),
      nextOfUnit(table.units.size(), {0, ~uint32_t(0)}) {}

void LoopFinder::run(
    InvocationId id, llvm::function_ref<bool(EventRange)> mayHoldLoops,
    llvm::function_ref<void(llvm::ArrayRef<EventRange>)> found) {
  findNextInstances(id);
  Search parts{trace.eventsOf(id), mayHoldLoops, found};
  search(parts, 0, parts.events.size());
}

void LoopFinder::findNextInstances(InvocationId id) {
  llvm::ArrayRef<EventIndex> events = trace.eventsOf(id);
  nextInstance.resize(events.size());
  for (size_t i = events.size(); i-- != 0;) {
    UnitId unit = table.entry(trace.event(events[i]).entry).unit;
    auto &[next, invocation] = nextOfUnit[static_cast<size_t>(unit)];
    bool isLast = invocation != static_cast<uint32_t>(id);
    nextInstance[i] = isLast ? events.size() : next;
    next = i;
    invocation = static_cast<uint32_t>(id);
  }
}

void LoopFinder::search(const Search &parts, size_t begin, size_t end) const {
  auto range = [&](size_t first, size_t last) {
    return EventRange{static_cast<uint32_t>(parts.events[first]),
                      static_cast<uint32_t>(parts.events[last])};
  };
  for (size_t i = begin; i < end; ++i) {
    size_t loop = i;
    for (; nextInstance[i] < end; i = nextInstance[i])
      if (parts.mayHoldLoops(range(i, nextInstance[i])))
        search(parts, i + 1, nextInstance[i]);
    std::vector<EventRange> bodies;
    for (; loop != i; loop = nextInstance[loop]) {
      size_t last = nextInstance[loop] - 1;
      if (last > loop + 1)
        bodies.push_back(range(loop + 1, last));
    }
    if (!bodies.empty())
      parts.found(bodies);
  }
}
