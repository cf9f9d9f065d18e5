//===- ControlTree.cpp - On which event each event depends ----------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Analysis/ControlTree.h"

using namespace pinstripe;

namespace {

/// The conditions that are open in each invocation.
class OpenConditions {
public:
  OpenConditions(const UnitGraph &graph, const Trace &trace)
      : graph(graph), trace(trace), tops(trace.allInvocations().size(), none) {}

  /// Closes those that end where `event` begins.
  std::optional<EventIndex> parentOf(const Event &event) {
    uint32_t &top = topOf(event.invocation);
    while (top != none && conditions[top].end == event.entry)
      top = conditions[top].below;
    return top != none ? conditions[top].event : callOf(event.invocation);
  }
  void open(const Event &event, EventIndex index) {
    uint32_t &top = topOf(event.invocation);
    EntryId end = graph.immediatePostDominator(event.entry);
    conditions.push_back({index, end, top});
    top = static_cast<uint32_t>(conditions.size() - 1);
  }

private:
  static constexpr uint32_t none = ~uint32_t(0);
  struct Condition {
    EventIndex event;
    EntryId end; ///< where its influence ends
    uint32_t below;
  };

  uint32_t &topOf(InvocationId id) { return tops[static_cast<size_t>(id)]; }
  /// Statements without units make calls, too: then it is the call of their
  /// own invocation.
  std::optional<EventIndex> callOf(InvocationId id) const {
    std::optional<InvocationId> invocation = id;
    while (invocation && !trace.invocation(*invocation).parent)
      invocation = trace.invocation(*invocation).caller;
    if (!invocation)
      return std::nullopt;
    return trace.invocation(*invocation).parent;
  }

  const UnitGraph &graph;
  const Trace &trace;
  std::vector<Condition> conditions;
  std::vector<uint32_t> tops; ///< by invocation
};

} // namespace

ControlTree::ControlTree(const UnitGraph &graph, const Trace &trace) {
  parents.resize(trace.size());
  ends.resize(trace.size());
  OpenConditions open(graph, trace);
  for (size_t i = 0; i < trace.size(); ++i) {
    const Event &event = trace.event(EventIndex(i));
    std::optional<EventIndex> parent = open.parentOf(event);
    parents[i] = parent ? static_cast<uint32_t>(*parent) : none;
    ends[i] = static_cast<uint32_t>(i + 1);
    if (graph.isCondition(event.entry))
      open.open(event, EventIndex(i));
  }
  for (size_t i = trace.size(); i-- > 0;)
    if (parents[i] != none)
      ends[parents[i]] = std::max(ends[parents[i]], ends[i]);
}

EventSet ControlTree::closed(const EventSet &included) const {
  EventSet result = included;
  for (unsigned event : included.set_bits())
    if (parents[event] != none && !result.test(parents[event]))
      result.reset(event);
  return result;
}
