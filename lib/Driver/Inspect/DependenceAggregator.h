// Turns dependences between instructions into dependences between events.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_INSPECT_DEPENDENCEAGGREGATOR_H
#define PINSTRIPE_LIB_DRIVER_INSPECT_DEPENDENCEAGGREGATOR_H

#include "pinstripe/Analysis/DependenceGraph.h"
#include "pinstripe/Result/CaseReport.h"

namespace pinstripe {

/// Finds the dependences between the events of a run from those between the
/// executed instructions, which are the nodes of a graph. An event depends on
/// all other events on which its nodes depend. Where a node lies outside of all
/// events, as in code before the first statement, the dependences of that node
/// are followed in turn.
class DependenceAggregator {
public:
  /// `followStale` says whether reads of stale memory count as dependences (see
  /// RunDependences). Stale memory was never set, or was given up by the
  /// program before the read. `graph` must outlive this object. Takes one bit
  /// of memory for each node.
  DependenceAggregator(const DependenceGraph &graph, bool followStale);

  /// Returns the dependences of all events of a run of `events` events. If
  /// `only` is not null, all events that are not in it are left without
  /// dependences.
  EventDependences aggregate(size_t events, const EventSet *only);

private:
  bool isFollowed(Dependence dependence) const {
    return dependence.on() >= DependenceGraph::firstNode &&
           (followStale || !dependence.isStale());
  }
  void follow(NodeId node, bool isAddress);
  void addEvent(EventIndex event);

  const DependenceGraph &graph;
  bool followStale;
  /// The nodes that lie outside of all events but depend on an event, directly
  /// or through further such nodes.
  IndexSet<NodeId> leadToEvents;
  // The following members describe the event whose dependences are being
  // collected.
  EventIndex current{};
  std::vector<EventDependence> found;
  /// The nodes that were followed although they lie outside of all events. Each
  /// comes with whether it was reached by way of an address.
  std::vector<std::pair<NodeId, bool>> followed;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_INSPECT_DEPENDENCEAGGREGATOR_H
