// Computes dynamic backward slices: the events on which a value depends.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Analysis/Slicer.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

namespace {

SliceReason reasonFor(Dependence dependence, EventIndex neededBy) {
  return {dependence.isAddress() ? SliceReason::Kind::Address
                                 : SliceReason::Kind::Data,
          neededBy};
}

/// Computes one slice. The search starts from the criterion: the graph nodes
/// and events about which the user asks.
class Closure {
public:
  Closure(const Trace &trace, const DependenceGraph &graph,
          const ControlTree &tree, bool followStale,
          PotentialDependences *potential, Slice &slice)
      : graph(graph), tree(tree), followStale(followStale),
        potential(slice.kind == SliceKind::Relevant ? potential : nullptr),
        slice(slice), isVisited(graph.nodes()), reasonsOf(trace.size()) {
    for (EventSet *set : {&slice.events, &slice.criterion, &slice.readStale,
                          &slice.readUnwritten})
      *set = EventSet(trace.size());
  }

  void run(const SliceCriterion &criterion);
  llvm::ArrayRef<SliceReason> reasons(size_t event) const {
    const Reasons &all = reasonsOf[event];
    return llvm::ArrayRef(all.list).take_front(all.count);
  }

private:
  struct Reasons {
    std::array<SliceReason, Slicer::maxReasons> list;
    uint8_t count = 0;
  };

  /// A node that is in the slice.
  struct SlicedNode {
    NodeId node{};
    /// The event that needs the node, if it is known. Used if the node belongs
    /// to no event, for example because it is in code that is not traced.
    std::optional<EventIndex> user = {};
  };

  void visit(NodeId node, std::optional<EventIndex> user = {}) {
    if (node < DependenceGraph::firstNode || isVisited.contains(node))
      return;
    isVisited.insert(node);
    pending.push_back({node, user});
  }
  void follow(Dependence dependence, std::optional<EventIndex> from);
  void visitSegment(DependenceGraph::Segment segment);
  void visitAll(DependenceGraph::Segment segment);
  void visitEvent(EventIndex event);
  bool isFollowed(Dependence dependence) const {
    return (!dependence.isAddress() || slice.kind != SliceKind::Data) &&
           (!dependence.isStale() || followStale);
  }
  void expand(SlicedNode sliced);
  void addPotential(NodeId node, EventIndex event);
  void note(NodeId node, std::optional<EventIndex> event,
            Dependence dependence);
  void findReasons();
  void addReason(EventIndex event, SliceReason reason);

  const DependenceGraph &graph;
  const ControlTree &tree;
  bool followStale;
  PotentialDependences *potential;
  Slice &slice;
  IndexSet<NodeId> isVisited;
  /// The nodes that are in the slice so far, in the order in which the search
  /// found them.
  std::vector<SlicedNode> pending;
  /// For each event of the trace, the reasons why the event is in the slice.
  std::vector<Reasons> reasonsOf;
};

} // namespace

void Closure::visitSegment(DependenceGraph::Segment segment) {
  if (slice.kind == SliceKind::Executable)
    return visitAll(segment);
  for (NodeId decision : graph.decisionsIn(segment))
    visit(decision);
}

void Closure::visitAll(DependenceGraph::Segment segment) {
  for (NodeId node = segment.first; node != segment.end;
       node = NodeId(static_cast<uint32_t>(node) + 1))
    visit(node);
}

/// Adds an event to the slice. If the slice follows conditions, also adds the
/// event's ancestors in the control tree. The search then continues from each
/// added event: in an executable slice, from all graph nodes of the event;
/// otherwise, only from those that decided where control went.
void Closure::visitEvent(EventIndex event) {
  std::optional<EventIndex> next = event;
  while (next && !slice.events.contains(*next)) {
    slice.events.insert(*next);
    if (slice.kind < SliceKind::Full)
      return;
    for (DependenceGraph::Segment segment : graph.segmentsOf(*next))
      visitSegment(segment);
    std::optional<EventIndex> parent = tree.parent(*next);
    if (parent && !slice.events.contains(*parent))
      addReason(*parent, {SliceReason::Kind::Control, *next});
    next = parent;
  }
}

/// Adds to the slice the node on which `dependence` depends. `from` is the
/// event that has the dependence, directly or through nodes that belong to no
/// event. If the node belongs to an event that is new in the slice, `from`
/// becomes the first reason why this event is there. So a walk along first
/// reasons, from any event, leads to the events from which the slice started.
void Closure::follow(Dependence dependence, std::optional<EventIndex> from) {
  if (dependence.on() < DependenceGraph::firstNode ||
      isVisited.contains(dependence.on()))
    return;
  visit(dependence.on(), from);
  std::optional<EventIndex> event = graph.eventOf(dependence.on());
  if (!event || !from || *event == *from || slice.events.contains(*event))
    return;
  addReason(*event, reasonFor(dependence, *from));
  visitEvent(*event);
}

void Closure::note(NodeId node, std::optional<EventIndex> event,
                   Dependence dependence) {
  bool isUnwritten = dependence.on() == DependenceGraph::unwrittenStack ||
                     graph.isUnwrittenHeap(dependence.on());
  if (!isUnwritten && !dependence.isStale())
    return;
  if (slice.unsetReaders.empty() || slice.unsetReaders.back() != node)
    slice.unsetReaders.push_back(node);
  if (event && !graph.isGuessed(node))
    (isUnwritten ? slice.readUnwritten : slice.readStale).insert(*event);
}

/// Adds to the slice the decisions that could have changed a value which `node`
/// used. If such a decision had gone the other way, `node` could have read
/// another value.
void Closure::addPotential(NodeId node, EventIndex event) {
  auto take = [&](EventIndex decision) {
    if (slice.events.contains(decision))
      return;
    addReason(decision, {SliceReason::Kind::Potential, event});
    visitEvent(decision);
  };
  for (Dependence dependence : graph.dependences(node)) {
    std::optional<EventIndex> defined = graph.eventOf(dependence.on());
    if (defined && *defined != event && isFollowed(dependence))
      potential->visit(*defined, event, take);
  }
  for (const DependenceGraph::UndefinedRead &read : graph.undefinedReads(node))
    potential->visitUndefined(read.place, event, take);
}

void Closure::expand(SlicedNode sliced) {
  ++slice.nodes;
  NodeId node = sliced.node;
  std::optional<EventIndex> event = graph.eventOf(node);
  if (event)
    visitEvent(*event);
  if (event && potential)
    addPotential(node, *event);
  for (Dependence dependence : graph.dependences(node)) {
    if (!dependence.isAddress() || slice.kind != SliceKind::Data)
      note(node, event, dependence);
    if (isFollowed(dependence))
      follow(dependence, event ? event : sliced.user);
  }
}

void Closure::run(const SliceCriterion &criterion) {
  for (NodeId node : criterion.nodes) {
    visit(node);
    if (auto event = graph.eventOf(node))
      slice.criterion.insert(*event);
  }
  for (EventIndex event : criterion.events) {
    slice.criterion.insert(event);
    visitEvent(event);
    for (DependenceGraph::Segment segment : graph.segmentsOf(event))
      visitAll(segment);
  }
  for (EventIndex event : criterion.occurrences)
    slice.criterion.insert(event);
  // The used values come before the decisions that led to their users. So the
  // first reason of an event that made such a value is the value.
  for (const SliceCriterion::UsedValue &value : criterion.used)
    follow(Dependence(value.writer, /*isAddress=*/false, /*isStale=*/false),
           value.user);
  for (EventIndex event : criterion.occurrences)
    visitEvent(event);
  for (size_t next = 0; next < pending.size(); ++next)
    expand(pending[next]);
  llvm::sort(slice.unsetReaders);
  findReasons();
}

void Closure::addReason(EventIndex event, SliceReason reason) {
  Reasons &reasons = reasonsOf[static_cast<size_t>(event)];
  for (uint8_t i = 0; i < reasons.count; ++i)
    if (reasons.list[i].neededBy == reason.neededBy) {
      reasons.list[i].kind = std::min(reasons.list[i].kind, reason.kind);
      return;
    }
  if (reasons.count < reasons.list.size())
    reasons.list[reasons.count++] = reason;
}

void Closure::findReasons() {
  for (NodeId node : isVisited) {
    std::optional<EventIndex> event = graph.eventOf(node);
    if (!event)
      continue;
    for (Dependence dependence : graph.dependences(node)) {
      if (!isFollowed(dependence))
        continue;
      auto on = graph.eventOf(dependence.on());
      if (on && *on != *event)
        addReason(*on, reasonFor(dependence, *event));
    }
  }
  if (slice.kind < SliceKind::Full)
    return;
  for (EventIndex event : slice.events)
    if (auto parent = tree.parent(event))
      addReason(*parent, {SliceReason::Kind::Control, event});
}

llvm::ArrayRef<SliceReason> Slice::reasons(EventIndex event) const {
  auto index = static_cast<size_t>(event);
  return llvm::ArrayRef(allReasons)
      .slice(firstReason[index], firstReason[index + 1] - firstReason[index]);
}

Slicer::Slicer(const Trace &trace, const DependenceGraph &graph,
               const ControlTree &tree, bool followStale,
               PotentialDependences *potential)
    : trace(trace), graph(graph), tree(tree), followStale(followStale),
      potential(potential) {}

Slice Slicer::slice(const SliceCriterion &criterion, SliceKind kind) const {
  Slice slice;
  slice.kind = kind;
  Closure closure(trace, graph, tree, followStale, potential, slice);
  closure.run(criterion);
  slice.firstReason.push_back(0);
  for (size_t event = 0; event < trace.size(); ++event) {
    llvm::append_range(slice.allReasons, closure.reasons(event));
    slice.firstReason.push_back(static_cast<uint32_t>(slice.allReasons.size()));
  }
  return slice;
}
