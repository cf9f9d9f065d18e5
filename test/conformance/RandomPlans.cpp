// Draws random configurations and policies for partial executions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Some configurations have the forms that reducers test: halves, stretches,
// whole invocations, all instances of a statement, or single events. Others
// have no such form.

#include "RandomPlans.h"
#include "llvm/ADT/StringExtras.h"
#include <random>

using namespace pinstripe;
using namespace pinstripe::conformance;

namespace {

class Shape {
public:
  Shape(const UnitTable &table, const Trace &trace, std::mt19937 &random)
      : table(table), trace(trace), random(random), events(trace.size(), true) {
  }

  EventSet draw();
  /// Draws a configuration for guarded flow, where configurations of the other
  /// forms would leave almost no events.
  EventSet drawClosed(const UnitGraph &graph, const ControlTree &tree);

private:
  size_t below(size_t limit) { return limit == 0 ? 0 : random() % limit; }
  void keepPerThousand(unsigned share);
  void dropStretch();
  void dropInvocations();
  void dropUnit();
  void dropSingle();
  void keepInvocation();
  void keepPinned();
  void dropSubtrees(const ControlTree &tree);
  void dropUnconditioned(const UnitGraph &graph, unsigned perThousand);

  const UnitTable &table;
  const Trace &trace;
  std::mt19937 &random;
  EventSet events;
};

} // namespace

void Shape::keepPerThousand(unsigned share) {
  for (unsigned i = 0; i < trace.size(); ++i)
    if (random() % 1000 >= share)
      events.erase(EventIndex(i));
}

void Shape::dropStretch() {
  size_t size = trace.size();
  size_t first = below(size), length = below(size / 4 + 1) + 1;
  for (size_t i = first; i < std::min(size, first + length); ++i)
    events.erase(EventIndex(i));
}

void Shape::dropInvocations() {
  for (size_t i = below(4) + 1; i > 0; --i) {
    InvocationId id{
        static_cast<uint32_t>(below(trace.allInvocations().size()))};
    for (EventIndex event : trace.eventsOf(id))
      events.erase(event);
  }
}

void Shape::keepInvocation() {
  EventSet kept(trace.size());
  InvocationId id{static_cast<uint32_t>(below(trace.allInvocations().size()))};
  for (std::optional<InvocationId> at = id; at;
       at = trace.invocation(*at).caller) {
    for (EventIndex event : trace.eventsOf(*at))
      if (at == id || random() % 4 == 0)
        kept.insert(event);
    if (trace.invocation(*at).parent)
      kept.insert(*trace.invocation(*at).parent);
  }
  events = kept;
}

void Shape::dropUnit() {
  UnitId unit =
      table.entry(trace.entryOf(EventIndex(below(trace.size())))).unit;
  for (unsigned i = 0; i < trace.size(); ++i)
    if (table.entry(trace.event(EventIndex{i}).entry).unit == unit)
      events.erase(EventIndex(i));
}

void Shape::dropSingle() {
  for (size_t i = below(3) + 1; i > 0; --i)
    events.erase(EventIndex(below(trace.size())));
}

void Shape::keepPinned() {
  for (unsigned i = 0; i < trace.size(); ++i)
    if (table.unitOf(trace.event(EventIndex{i}).entry).isPinned())
      events.insert(EventIndex(i));
}

EventSet Shape::draw() {
  size_t size = trace.size();
  if (size == 0)
    return events;
  constexpr unsigned shares[] = {20, 200, 500, 900, 970, 995};
  switch (random() % 12) {
  case 0:
  case 1:
  case 2:
  case 3:
    keepPerThousand(shares[random() % std::size(shares)]);
    break;
  case 4: // keeps events at the beginning only
    events.eraseRange(EventIndex(below(size)), EventIndex(size));
    break;
  case 5: // keeps the end
    events.eraseRange(EventIndex(0), EventIndex(below(size)));
    break;
  case 6:
    dropStretch();
    break;
  case 7:
    dropInvocations();
    break;
  case 8:
    dropUnit();
    break;
  case 9:
    dropSingle();
    break;
  case 10:
    keepInvocation();
    break;
  case 11:
    dropStretch();
    keepPerThousand(900);
    break;
  }
  // Reducers never leave out pinned events, but engines can skip them. So most
  // plans keep them.
  if (random() % 16 != 0)
    keepPinned();
  return trace.feasible(events);
}

void Shape::dropSubtrees(const ControlTree &tree) {
  for (size_t i = below(4) + 1; i > 0; --i) {
    EventIndex root{static_cast<uint32_t>(below(trace.size()))};
    events.eraseRange(root, tree.subtreeEnd(root));
  }
}

/// Drops some events that are not conditions. This may change what conditions
/// read.
void Shape::dropUnconditioned(const UnitGraph &graph, unsigned perThousand) {
  for (unsigned i = 0; i < trace.size(); ++i)
    if (!graph.isCondition(trace.event(EventIndex{i}).entry) &&
        random() % 1000 < perThousand)
      events.erase(EventIndex(i));
}

EventSet Shape::drawClosed(const UnitGraph &graph, const ControlTree &tree) {
  if (events.isUnset())
    return events;
  constexpr unsigned shares[] = {3, 20, 100, 400, 950};
  switch (random() % 4) {
  case 0:
    draw();
    break;
  case 1:
    dropSubtrees(tree);
    break;
  case 2:
    dropUnconditioned(graph, shares[random() % std::size(shares)]);
    break;
  case 3:
    dropSubtrees(tree);
    dropUnconditioned(graph, shares[random() % 3]);
    break;
  }
  return tree.closed(trace.feasible(events));
}

Policy RandomPlans::policyOf(unsigned number) const {
  if (number >= count - guarded) {
    constexpr Poison poisons[] = {Poison::Pattern, Poison::Zero, Poison::Large};
    Policy policy;
    policy.flow = Flow::Guarded;
    policy.poison = poisons[number % std::size(poisons)];
    return policy;
  }
  // Half of the remaining plans have the default policy.
  constexpr unsigned blocks = 18;
  unsigned block = number * blocks / std::max(count - guarded, 1u);
  if (block < blocks / 2)
    return {};
  constexpr Poison poisons[] = {Poison::Pattern, Poison::Zero, Poison::Stale};
  return {Flow::Trace, static_cast<UnrecordedCalls>((block / 3) % 3),
          poisons[block % std::size(poisons)]};
}

Plan RandomPlans::plan(unsigned number) const {
  std::mt19937 random(seed * 1000003u + number);
  Plan plan;
  plan.name = "random plan " + llvm::utostr(number);
  plan.policy = policyOf(number);
  Shape shape(table, trace, random);
  plan.events = plan.policy.flow == Flow::Guarded
                    ? shape.drawClosed(graph, tree)
                    : shape.draw();
  if (random() % 20 == 0)
    plan.eventLimit = random() % (trace.size() + 1) + 1;
  return plan;
}
