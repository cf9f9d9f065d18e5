// Builds a graph that shows how kept events depend on each other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_EXPORT_KEPTGRAPH_H
#define PINSTRIPE_LIB_REPORT_EXPORT_KEPTGRAPH_H

#include "Export/ReportIndex.h"

namespace pinstripe {

enum class EdgeKind : uint8_t {
  Data, ///< The event `effect` used a value that the event `cause` had set.
  /// The event `effect` used a value that the event `cause` had set, but only
  /// as an address.
  Address,
  /// The event `cause` decided that the event `effect` happens, or made the
  /// call in which it happens.
  Control,
};

/// Returns "data", "address" or "control".
llvm::StringRef nameOf(EdgeKind kind);

/// A dependence between two kept events of the recorded run: the effect depends
/// on the cause. Cycles are possible: an event that makes a call is the cause
/// of events in the call, and the effect of the event that returns the call's
/// result.
struct KeptEdge {
  EventIndex cause{};
  EventIndex effect{};
  EdgeKind kind = EdgeKind::Data;
  /// True if the effect depends on the cause only through events that were not
  /// kept.
  bool isIndirect = false;
};

struct KeptGraph {
  /// The edges, sorted by effect and then by cause.
  std::vector<KeptEdge> edges;
  /// True if some indirect edges are missing, because the search for them would
  /// have taken too long and was stopped.
  bool lacksIndirect = false;
};

/// Finds the edges between the events that a reduction kept. Two events have at
/// most one edge. A direct edge is preferred to an indirect one; after that,
/// the kind that comes first in EdgeKind is preferred. If the dependences of
/// the run are unknown, there are only control edges.
KeptGraph graphOfKept(const ReportIndex &index);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_EXPORT_KEPTGRAPH_H
