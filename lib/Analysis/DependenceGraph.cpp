// Holds the dynamic data dependences of a run, instruction by instruction.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Analysis/DependenceGraph.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

llvm::ArrayRef<DependenceGraph::UndefinedRead>
DependenceGraph::undefinedReads(NodeId node) const {
  auto [first, last] =
      std::equal_range(allUndefinedReads.begin(), allUndefinedReads.end(),
                       UndefinedRead{node, StoredPlace::at(0)},
                       [](const UndefinedRead &a, const UndefinedRead &b) {
                         return a.node < b.node;
                       });
  return llvm::ArrayRef(allUndefinedReads)
      .slice(first - allUndefinedReads.begin(), last - first);
}

void DependenceGraph::buildIndex() {
  startHints.resize(0);
  uint32_t start = 0;
  for (size_t node = 0; node < nodes(); node += nodesPerHint) {
    while (start + 1 < starts.size() && starts[start + 1].first <= node)
      ++start;
    startHints.push_back(start);
  }
  uint32_t events = 0;
  for (const Start &each : starts)
    if (each.event != none)
      events = std::max(events, each.event + 1);
  std::vector<uint32_t> next(events + 1);
  for (const Start &each : starts)
    if (each.event != none)
      ++next[each.event + 1];
  for (uint32_t event = 0; event < events; ++event)
    next[event + 1] += next[event];
  firstOfEvent = GrowingArray<uint32_t>(llvm::ArrayRef(next));
  startsByEvent.resize(next.back());
  for (uint32_t i = 0; i < starts.size(); ++i)
    if (starts[i].event != none)
      startsByEvent[next[starts[i].event]++] = i;
}

size_t DependenceGraph::startOf(NodeId node) const {
  auto index = static_cast<uint32_t>(node);
  size_t start = startHints[index / nodesPerHint];
  while (start + 1 < starts.size() && starts[start + 1].first <= index)
    ++start;
  return start;
}

std::optional<EventIndex> DependenceGraph::eventOf(NodeId node) const {
  if (node < firstNode || starts.empty())
    return std::nullopt;
  uint32_t event = starts[startOf(node)].event;
  if (event == none)
    return std::nullopt;
  return EventIndex(event);
}

std::vector<DependenceGraph::Segment>
DependenceGraph::segmentsOf(EventIndex event) const {
  std::vector<Segment> segments;
  auto index = static_cast<size_t>(event);
  if (index + 1 >= firstOfEvent.size())
    return segments;
  for (uint32_t i = firstOfEvent[index]; i < firstOfEvent[index + 1]; ++i) {
    uint32_t start = startsByEvent[i];
    size_t end = start + 1 < starts.size() ? starts[start + 1].first : nodes();
    segments.push_back({NodeId(starts[start].first), NodeId(end)});
  }
  return segments;
}

llvm::ArrayRef<NodeId> DependenceGraph::decisionsIn(Segment segment) const {
  const NodeId *first =
      std::lower_bound(decisions.begin(), decisions.end(), segment.first);
  return {first, std::lower_bound(first, decisions.end(), segment.end)};
}
