// Finds for each event of a run the earlier event that made it happen.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Analysis/ControlTree.h"

using namespace pinstripe;

namespace {

/// Keeps a stack of conditions for each call: the executed conditions that
/// still decide whether the next statements are executed, the innermost one on
/// top. The control parent of each condition is the condition below it on the
/// stack. Since `parents` has the control parents already, only the top of each
/// stack is stored here.
class OpenConditions {
public:
  OpenConditions(const UnitGraph &graph, const Trace &trace,
                 const GrowingArray<uint32_t> &parents)
      : graph(graph), trace(trace), parents(parents) {
    tops.resize(trace.allInvocations().size());
  }

  /// Called when `event` begins. Removes from the stack of its call all
  /// conditions that no longer decide what is executed from here on. Returns
  /// the control parent of `event`.
  uint32_t close(const Event &event) {
    Top &top = topOf(event.invocation);
    if (!top.isKnown)
      top = {callOf(event.invocation)};
    while (top.isCondition && top.end == event.entry)
      top = below(top, event.invocation);
    return top.event;
  }
  void open(const Event &event, uint32_t index) {
    topOf(event.invocation) = conditionAt(index, event.entry);
  }

private:
  static constexpr uint32_t none = ~uint32_t(0); ///< Stands for "no event".
  struct Top {
    /// The execution of the innermost condition that still decides whether the
    /// next statements are executed; if there is no such condition, the event
    /// that made the call.
    uint32_t event = none;
    /// The entry of the statement at which the influence of this condition
    /// ends. An entry is an address at which control enters a statement.
    EntryId end{};
    bool isCondition = false;
    bool isKnown = true;
  };

  Top &topOf(InvocationId id) { return tops[static_cast<size_t>(id)]; }
  Top conditionAt(uint32_t index, EntryId entry) const {
    return {index, graph.immediatePostDominator(entry), true};
  }
  Top below(const Top &top, InvocationId id) const {
    uint32_t parent = parents[top.event];
    if (parent == none)
      return {};
    Event event = trace.event(EventIndex(parent));
    if (event.invocation != id)
      return {parent};
    return conditionAt(parent, event.entry);
  }
  /// Returns the event that made the call. If code that belongs to no statement
  /// made the call, follows the chain of callers up to the first call that an
  /// event made, and returns that event.
  uint32_t callOf(InvocationId id) const {
    const Invocation *invocation = &trace.invocation(id);
    while (!invocation->parent && invocation->caller)
      invocation = &trace.invocation(*invocation->caller);
    return invocation->parent ? static_cast<uint32_t>(*invocation->parent)
                              : none;
  }

  const UnitGraph &graph;
  const Trace &trace;
  const GrowingArray<uint32_t> &parents;
  /// For each call, the top of its stack of conditions. The elements are zeroed
  /// at first: `isKnown` is then false, which means that the call has had no
  /// event yet.
  GrowingArray<Top> tops;
};

} // namespace

ControlTree::ControlTree(const UnitGraph &graph, const Trace &trace) {
  parents.resize(trace.size());
  ends.resize(trace.size());
  OpenConditions conditions(graph, trace, parents);
  for (size_t i = 0; i < trace.size(); ++i) {
    Event event = trace.event(EventIndex(i));
    parents[i] = conditions.close(event);
    ends[i] = static_cast<uint32_t>(i + 1);
    if (graph.isCondition(event.entry))
      conditions.open(event, static_cast<uint32_t>(i));
  }
  for (size_t i = trace.size(); i-- > 0;)
    if (parents[i] != none && ends[parents[i]] < ends[i])
      ends[parents[i]] = ends[i];
}

EventSet ControlTree::closed(const EventSet &included) const {
  EventSet result = included;
  for (EventIndex event : included) {
    std::optional<EventIndex> above = parent(event);
    if (above && !result.contains(*above))
      result.erase(event);
  }
  return result;
}
