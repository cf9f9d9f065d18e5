// Turns dependences between instructions into dependences between executed
// statements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_INSPECT_DEPENDENCEAGGREGATOR_H
#define PINSTRIPE_LIB_DRIVER_INSPECT_DEPENDENCEAGGREGATOR_H

#include "pinstripe/Analysis/DependenceGraph.h"
#include "pinstripe/Result/CaseReport.h"

namespace pinstripe {

/// Turns a graph of executed instructions into dependences between the events
/// of a run. An event depends on the events to which its instructions have
/// dependences. If an event depends on an instruction outside of all events,
/// such as one before the first statement, the event also depends on the events
/// on which this instruction depends.
class DependenceAggregator {
public:
  /// `followStale` says whether a read of stale memory counts as a dependence
  /// (see RunDependences). Memory is stale if the program has never set it, or
  /// has given it up before the read. `graph` must outlive this object. Takes
  /// one bit of memory for each node.
  DependenceAggregator(const DependenceGraph &graph, bool followStale);

  /// Returns the dependences of all events. `events` is the number of events in
  /// the run. If `only` is not null, events that are not in it get no
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
  /// The nodes (executed instructions) outside of all events that depend on an
  /// event, either directly or through other such nodes.
  IndexSet<NodeId> leadToEvents;
  // `current` is the event whose dependences are being collected. The members
  // after it hold what was found for this event.
  EventIndex current{};
  std::vector<EventDependence> found;
  /// Instructions outside of all events on which the current event depends.
  /// Their own dependences count as dependences of the event. The second value
  /// of a pair is true if the event uses the value of the instruction only as
  /// an address.
  std::vector<std::pair<NodeId, bool>> followed;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_INSPECT_DEPENDENCEAGGREGATOR_H
