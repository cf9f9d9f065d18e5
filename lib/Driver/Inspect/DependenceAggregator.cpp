// Turns dependences between instructions into dependences between executed
// statements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Inspect/DependenceAggregator.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

DependenceAggregator::DependenceAggregator(const DependenceGraph &graph,
                                           bool followStale)
    : graph(graph), followStale(followStale), leadToEvents(graph.nodes()) {
  // Each node of the graph (an executed instruction) depends only on earlier
  // nodes. So one pass in the order of the nodes finds all nodes that depend on
  // an event. An event is one execution of a statement.
  auto leads = [&](Dependence dependence) {
    return isFollowed(dependence) && (graph.eventOf(dependence.on()) ||
                                      leadToEvents.contains(dependence.on()));
  };
  for (auto i = static_cast<uint32_t>(DependenceGraph::firstNode);
       i < graph.nodes(); ++i)
    if (!graph.eventOf(NodeId(i)) &&
        llvm::any_of(graph.dependences(NodeId(i)), leads))
      leadToEvents.insert(NodeId(i));
}

/// Adds the dependences of a node (an executed instruction) to `found`.
/// `isAddress` is true if the node's value is used only as an address.
void DependenceAggregator::follow(NodeId node, bool isAddress) {
  for (Dependence dependence : graph.dependences(node)) {
    if (!isFollowed(dependence))
      continue;
    bool isOfAddress = isAddress || dependence.isAddress();
    std::optional<EventIndex> on = graph.eventOf(dependence.on());
    if (on && *on != current)
      found.push_back({*on, isOfAddress});
    if (on || !leadToEvents.contains(dependence.on()))
      continue;
    std::pair<NodeId, bool> step(dependence.on(), isOfAddress);
    if (!llvm::is_contained(followed, step))
      followed.push_back(step);
  }
}

void DependenceAggregator::addEvent(EventIndex event) {
  current = event;
  found.clear();
  followed.clear();
  for (DependenceGraph::Segment segment : graph.segmentsOf(event))
    for (auto i = static_cast<uint32_t>(segment.first);
         i != static_cast<uint32_t>(segment.end); ++i)
      follow(NodeId(i), /*isAddress=*/false);
  for (size_t next = 0; next < followed.size(); ++next)
    follow(followed[next].first, followed[next].second);
  // An event can depend on another event by a value and also by an address.
  // Then the dependence by the value is sorted first. Only the first of the two
  // is kept.
  llvm::sort(found, [](const EventDependence &a, const EventDependence &b) {
    return std::pair(a.on, a.isAddress) < std::pair(b.on, b.isAddress);
  });
  auto isSame = [](const EventDependence &a, const EventDependence &b) {
    return a.on == b.on;
  };
  found.erase(std::unique(found.begin(), found.end(), isSame), found.end());
}

EventDependences DependenceAggregator::aggregate(size_t events,
                                                 const EventSet *only) {
  EventDependences result;
  result.isOfSliceOnly = only != nullptr;
  result.first.reserve(events + 1);
  result.first.push_back(0);
  for (uint32_t i = 0; i != events; ++i) {
    if (!only || only->contains(EventIndex(i))) {
      addEvent(EventIndex(i));
      llvm::append_range(result.all, found);
    }
    result.first.push_back(result.all.size());
  }
  return result;
}
