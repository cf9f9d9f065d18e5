// Finds the structure of a run: what made an event happen, and the iterations
// of its loops.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A reduction uses this to keep the events that a kept event needs, and to
// remove iterations as a whole.

#include "Reduce/RunStructure.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

std::optional<EventIndex> pinstripe::callOf(const Trace &trace,
                                            EventIndex event) {
  for (std::optional<InvocationId> id = trace.invocationOf(event); id;
       id = trace.invocation(*id).caller)
    if (trace.invocation(*id).parent)
      return trace.invocation(*id).parent;
  return std::nullopt;
}

EventSet pinstripe::withCauses(EventSet events, const Trace &trace,
                               const ControlTree *control) {
  auto causeOf = [&](EventIndex event) {
    return control ? control->parent(event) : callOf(trace, event);
  };
  const EventSet wanted = events;
  for (EventIndex event : wanted)
    for (std::optional<EventIndex> cause = causeOf(event);
         cause && !events.contains(*cause); cause = causeOf(*cause))
      events.insert(*cause);
  return events;
}

EventSet pinstripe::guardsOf(const EventSet &kept, const ControlTree &control,
                             const Trace &trace) {
  EventSet guards(kept.universe());
  for (EventIndex event : kept) {
    std::optional<EventIndex> parent = control.parent(event);
    // The parent of an event is the condition in the same call that decided
    // about the event. This condition is a guard. If there is no such
    // condition, the parent is the event that made the call. That event has
    // decided nothing, so it is not a guard.
    bool isDecided =
        parent && trace.invocationOf(*parent) == trace.invocationOf(event);
    if (isDecided)
      guards.insert(*parent);
  }
  return guards;
}

LoopFinder::LoopFinder(const UnitTable &table, const Trace &trace)
    : table(table), trace(trace),
      nextOfUnit(table.units.size(), {0, ~uint32_t(0)}) {}

void LoopFinder::run(
    llvm::function_ref<bool(EventRange)> mayHoldLoops,
    llvm::function_ref<void(llvm::ArrayRef<EventRange>)> found) {
  for (size_t i = 0; i != trace.allInvocations().size(); ++i) {
    findNextInstances(InvocationId(i));
    Search parts{trace.eventsOf(InvocationId(i)), mayHoldLoops, found};
    search(parts, 0, parts.events.size());
  }
}

void LoopFinder::findNextInstances(InvocationId id) {
  CallEvents events = trace.eventsOf(id);
  nextInstance.resize(events.size());
  size_t i = events.size();
  for (EventIndex event : llvm::reverse(events)) {
    UnitId unit = table.entry(trace.entryOf(event)).unit;
    --i;
    auto &[next, invocation] = nextOfUnit[static_cast<size_t>(unit)];
    bool isLast = invocation != static_cast<uint32_t>(id);
    nextInstance[i] = isLast ? events.size() : next;
    next = i;
    invocation = static_cast<uint32_t>(id);
  }
}

void LoopFinder::search(const Search &parts, size_t begin, size_t end) const {
  auto range = [&](size_t first, size_t last) {
    return EventRange{static_cast<uint32_t>(parts.events[first]),
                      static_cast<uint32_t>(parts.events[last])};
  };
  for (size_t i = begin; i < end; ++i) {
    size_t loop = i;
    for (; nextInstance[i] < end; i = nextInstance[i])
      if (parts.mayHoldLoops(range(i, nextInstance[i])))
        search(parts, i + 1, nextInstance[i]);
    std::vector<EventRange> bodies;
    for (; loop != i; loop = nextInstance[loop]) {
      size_t last = nextInstance[loop] - 1;
      if (last > loop + 1)
        bodies.push_back(range(loop + 1, last));
    }
    if (!bodies.empty())
      parts.found(bodies);
  }
}

/// Returns the bodies of all iterations of loops in the run, in the order of
/// their first events. A body may lie completely inside another one; apart from
/// that, bodies do not overlap. No two bodies begin with the same event.
static std::vector<EventRange> bodiesOf(const UnitTable &table,
                                        const Trace &trace) {
  std::vector<EventRange> bodies;
  auto everywhere = [](EventRange) { return true; };
  auto add = [&](llvm::ArrayRef<EventRange> found) {
    bodies.insert(bodies.end(), found.begin(), found.end());
  };
  LoopFinder(table, trace).run(everywhere, add);
  llvm::sort(bodies, [](EventRange left, EventRange right) {
    return left.begin < right.begin;
  });
  return bodies;
}

GrowingArray<uint32_t> pinstripe::iterationParts(const UnitTable &table,
                                                 const Trace &trace) {
  std::vector<EventRange> bodies = bodiesOf(table, trace);
  // The iteration bodies that contain event i. The innermost body is the last
  // element.
  std::vector<EventRange> open;
  auto next = bodies.begin();
  GrowingArray<uint32_t> parts;
  parts.resize(trace.size());
  for (uint32_t i = 0; i != trace.size(); ++i) {
    while (!open.empty() && open.back().end <= i)
      open.pop_back();
    if (next != bodies.end() && next->begin == i)
      open.push_back(*next++);
    parts[i] = open.empty() ? i : open.back().begin;
  }
  return parts;
}

GrowingArray<uint32_t> pinstripe::invocationParts(const Trace &trace) {
  GrowingArray<uint32_t> parts;
  parts.resize(trace.size());
  for (uint32_t i = 0; i != trace.size(); ++i) {
    InvocationId id = trace.invocationOf(EventIndex{i});
    parts[i] = static_cast<uint32_t>(trace.eventsOf(id).front());
  }
  return parts;
}
