// The graph of kept events: which of them others depend on.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_EXPORT_KEPTGRAPH_H
#define PINSTRIPE_LIB_REPORT_EXPORT_KEPTGRAPH_H

#include "Export/ReportIndex.h"

namespace pinstripe {

enum class EdgeKind : uint8_t {
  Data,    ///< The effect used a value that the cause had set.
  Address, ///< The same, but only to know where in memory to look.
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
  std::vector<KeptEdge> edges; ///< Sorted by effect, then by cause.
  /// True if the way through events that were not kept was followed only for
  /// the first events, because it takes too long.
  bool lacksIndirect = false;
};

/// Finds the edges between the events that a reduction has kept. If the
/// dependences of the run are not known, there are only control edges. There is
/// at most one edge between two events: of several, the direct one, and of the
/// kinds the first in EdgeKind.
KeptGraph graphOfKept(const ReportIndex &index);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_EXPORT_KEPTGRAPH_H
