//===- Slicer.cpp - What a value depends on -------------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Analysis/Slicer.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

namespace {

SliceReason reasonFor(Dependence dependence, EventIndex neededBy) {
  return {dependence.isAddress() ? SliceReason::Kind::Address
                                 : SliceReason::Kind::Data,
          neededBy};
}

/// One backward closure.
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
      set->resize(trace.size());
  }

  void run(const SliceCriterion &criterion);
  llvm::ArrayRef<SliceReason> reasons(size_t event) const {
    const Reasons &all = reasonsOf[event];
    return llvm::ArrayRef(all.list).take_front(all.count);
  }

private:
  struct Reasons {
    std::array<SliceReason, Slicer::mostReasons> list;
    uint8_t count = 0;
  };

  void visit(NodeId node) {
    auto index = static_cast<unsigned>(node);
    if (node < DependenceGraph::firstNode || isVisited.test(index))
      return;
    isVisited.set(index);
    pending.push_back(node);
  }
  void follow(Dependence dependence, std::optional<EventIndex> from);
  void visitSegment(DependenceGraph::Segment segment);
  void visitAll(DependenceGraph::Segment segment);
  void visitEvent(EventIndex event);
  bool isFollowed(Dependence dependence) const {
    return (!dependence.isAddress() || slice.kind != SliceKind::Data) &&
           (!dependence.isStale() || followStale);
  }
  void expand(NodeId node);
  void addPotential(NodeId node, EventIndex event);
  void note(EventIndex event, Dependence dependence);
  void findReasons();
  void addReason(EventIndex event, SliceReason reason);

  const DependenceGraph &graph;
  const ControlTree &tree;
  bool followStale;
  PotentialDependences *potential;
  Slice &slice;
  llvm::BitVector isVisited;      ///< by node
  std::vector<NodeId> pending;    ///< visited, in the order of being found
  std::vector<Reasons> reasonsOf; ///< by event
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

/// In full slices an event comes with all that decided where control went in
/// it, and with what decided that it happens.
void Closure::visitEvent(EventIndex event) {
  std::optional<EventIndex> next = event;
  while (next && !slice.events.test(static_cast<unsigned>(*next))) {
    slice.events.set(static_cast<unsigned>(*next));
    if (slice.kind < SliceKind::Full)
      return;
    for (DependenceGraph::Segment segment : graph.segmentsOf(*next))
      visitSegment(segment);
    std::optional<EventIndex> parent = tree.parent(*next);
    if (parent && !slice.events.test(static_cast<unsigned>(*parent)))
      addReason(*parent, {SliceReason::Kind::Control, *next});
    next = parent;
  }
}

/// The first reason of an event is the one by which it came in, so that first
/// reasons lead to the criterion.
void Closure::follow(Dependence dependence, std::optional<EventIndex> from) {
  auto index = static_cast<unsigned>(dependence.on());
  if (dependence.on() < DependenceGraph::firstNode || isVisited.test(index))
    return;
  visit(dependence.on());
  std::optional<EventIndex> event = graph.eventOf(dependence.on());
  if (!event || !from || *event == *from ||
      slice.events.test(static_cast<unsigned>(*event)))
    return;
  addReason(*event, reasonFor(dependence, *from));
  visitEvent(*event);
}

void Closure::note(EventIndex event, Dependence dependence) {
  auto index = static_cast<unsigned>(event);
  if (dependence.on() == DependenceGraph::unwrittenStack ||
      graph.isUnwrittenHeap(dependence.on()))
    slice.readUnwritten.set(index);
  else if (dependence.isStale())
    slice.readStale.set(index);
}

/// The decisions that let what the node read be what it is.
void Closure::addPotential(NodeId node, EventIndex event) {
  auto take = [&](EventIndex decision) {
    if (slice.events.test(static_cast<unsigned>(decision)))
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

void Closure::expand(NodeId node) {
  ++slice.nodes;
  std::optional<EventIndex> event = graph.eventOf(node);
  if (event)
    visitEvent(*event);
  if (event && potential)
    addPotential(node, *event);
  for (Dependence dependence : graph.dependences(node)) {
    if (event && (!dependence.isAddress() || slice.kind != SliceKind::Data))
      note(*event, dependence);
    if (isFollowed(dependence))
      follow(dependence, event);
  }
}

void Closure::run(const SliceCriterion &criterion) {
  for (NodeId node : criterion.nodes) {
    visit(node);
    if (auto event = graph.eventOf(node))
      slice.criterion.set(static_cast<unsigned>(*event));
  }
  for (EventIndex event : criterion.events) {
    slice.criterion.set(static_cast<unsigned>(event));
    visitEvent(event);
    for (DependenceGraph::Segment segment : graph.segmentsOf(event))
      visitAll(segment);
  }
  for (EventIndex event : criterion.occurrences) {
    slice.criterion.set(static_cast<unsigned>(event));
    visitEvent(event);
  }
  for (size_t next = 0; next < pending.size(); ++next)
    expand(pending[next]);
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
  for (unsigned i : isVisited.set_bits()) {
    std::optional<EventIndex> event = graph.eventOf(NodeId(i));
    if (!event)
      continue;
    for (Dependence dependence : graph.dependences(NodeId(i))) {
      if (!isFollowed(dependence))
        continue;
      auto on = graph.eventOf(dependence.on());
      if (on && *on != *event)
        addReason(*on, reasonFor(dependence, *event));
    }
  }
  if (slice.kind < SliceKind::Full)
    return;
  for (unsigned event : slice.events.set_bits())
    if (auto parent = tree.parent(EventIndex(event)))
      addReason(*parent, {SliceReason::Kind::Control, EventIndex(event)});
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
