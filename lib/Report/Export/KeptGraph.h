// The graph of kept events: which of them others depend on.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_EXPORT_KEPTGRAPH_H
#define PINSTRIPE_LIB_REPORT_EXPORT_KEPTGRAPH_H

#include "Export/ReportIndex.h"

namespace pinstripe {

enum class EdgeKind : uint8_t {
  Data, ///< The effect used a value that the cause had set.
  /// The effect used a value that the cause had set, but only as an address.
  Address,
  Control, ///< The cause decided that the effect happens, or made the call.
};

/// Returns "data", "address" or "control".
llvm::StringRef nameOf(EdgeKind kind);

/// A dependence between two kept events of the recorded run. An event that
/// makes a call is the cause of events in the call, and also the effect of the
/// event that returns the result. So there can be cycles.
struct KeptEdge {
  EventIndex cause{};
  EventIndex effect{};
  EdgeKind kind = EdgeKind::Data;
  /// True if there are only events that were not kept between the two.
  bool isIndirect = false;
};

struct KeptGraph {
  /// The edges, sorted by effect and then by cause.
  std::vector<KeptEdge> edges;
  /// True if indirect edges were found for the first events only, since finding
  /// all of them would take too long.
  bool lacksIndirect = false;
};

/// Finds the edges between the events that a reduction kept. Two events have at
/// most one edge: a direct edge is preferred to an indirect one, then the kind
/// that comes first in EdgeKind. If the dependences of the run are unknown,
/// there are only control edges.
KeptGraph graphOfKept(const ReportIndex &index);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_EXPORT_KEPTGRAPH_H
