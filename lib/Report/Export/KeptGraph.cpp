// Builds a graph that shows how kept events depend on each other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Export/KeptGraph.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace pinstripe;

namespace {

class GraphBuilder {
public:
  explicit GraphBuilder(const ReportIndex &index)
      : index(index), report(index.report), seen(index.trace.size()) {}
  KeptGraph build();

private:
  void addDependences(EventIndex effect);
  void addControl(EventIndex effect);
  void addIndirect(EventIndex effect, const EventDependence &first);
  bool mayGoOn();

  /// The largest number of steps that all searches for indirect edges together
  /// may take. A step follows one dependence on an event that was not kept.
  /// This many steps take less than a second.
  static constexpr uint64_t maxSteps = 20'000'000;

  const ReportIndex &index;
  const CaseReport &report;
  KeptGraph graph;
  /// For each event, the number of the last search for indirect edges that
  /// visited the event.
  std::vector<uint32_t> seen;
  uint32_t search = 0;
  uint64_t steps = 0;
};

} // namespace

llvm::StringRef pinstripe::nameOf(EdgeKind kind) {
  switch (kind) {
  case EdgeKind::Data:
    return "data";
  case EdgeKind::Address:
    return "address";
  case EdgeKind::Control:
    return "control";
  }
  llvm_unreachable("all kinds are named");
}

bool GraphBuilder::mayGoOn() {
  graph.lacksIndirect |= ++steps > maxSteps;
  return !graph.lacksIndirect;
}

/// Adds an edge to `effect` from each kept event that influenced `effect` only
/// through events that were not kept. `first` is a dependence of `effect` on an
/// event that was not kept. The function follows the dependences of this event
/// back to the nearest kept events.
void GraphBuilder::addIndirect(EventIndex effect,
                               const EventDependence &first) {
  EdgeKind kind = first.isAddress ? EdgeKind::Address : EdgeKind::Data;
  ++search;
  std::vector<EventIndex> pending{first.on};
  while (!pending.empty()) {
    EventIndex event = pending.back();
    pending.pop_back();
    for (const EventDependence &each : report.dependences->of(event)) {
      uint32_t &mark = seen[static_cast<size_t>(each.on)];
      if (mark == search)
        continue;
      mark = search;
      if (!mayGoOn())
        return;
      if (index.isKept(each.on))
        graph.edges.push_back(
            {each.on, effect, each.isAddress ? EdgeKind::Address : kind, true});
      else
        pending.push_back(each.on);
    }
  }
}

void GraphBuilder::addDependences(EventIndex effect) {
  for (const EventDependence &each : report.dependences->of(effect))
    if (index.isKept(each.on))
      graph.edges.push_back(
          {each.on, effect, each.isAddress ? EdgeKind::Address : EdgeKind::Data,
           false});
    else
      addIndirect(effect, each);
}

/// Adds an edge to `effect` from the nearest kept event that decided that
/// `effect` is executed. It may have decided this directly, or through events
/// that were not kept.
void GraphBuilder::addControl(EventIndex effect) {
  auto parentOf = [&](EventIndex event) {
    return report.controlParents[static_cast<size_t>(event)];
  };
  std::optional<EventIndex> cause = parentOf(effect);
  bool isIndirect = cause && !index.isKept(*cause);
  while (cause && !index.isKept(*cause))
    cause = mayGoOn() ? parentOf(*cause) : std::nullopt;
  if (cause)
    graph.edges.push_back({*cause, effect, EdgeKind::Control, isIndirect});
}

KeptGraph GraphBuilder::build() {
  if (!report.reduction)
    return {};
  for (EventIndex event : report.reduction->kept) {
    if (report.dependences)
      addDependences(event);
    if (!report.controlParents.empty())
      addControl(event);
  }
  llvm::sort(graph.edges, [](const KeptEdge &left, const KeptEdge &right) {
    auto key = [](const KeptEdge &edge) {
      return std::tuple(edge.effect, edge.cause, edge.isIndirect, edge.kind);
    };
    return key(left) < key(right);
  });
  auto isSamePair = [](const KeptEdge &left, const KeptEdge &right) {
    return left.cause == right.cause && left.effect == right.effect;
  };
  graph.edges.erase(llvm::unique(graph.edges, isSamePair), graph.edges.end());
  return std::move(graph);
}

KeptGraph pinstripe::graphOfKept(const ReportIndex &index) {
  return GraphBuilder(index).build();
}
