//===- CoarseGroups.cpp - What may be irrelevant as a whole ---------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Driver/CoarseGroups.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <map>
#include <tuple>

using namespace pinstripe;

/// Halving finds smaller ones with as many tests.
static constexpr size_t smallestGroup = 4;

namespace {

/// Events begin .. end-1 of the trace.
struct EventRange {
  size_t begin = 0;
  size_t end = 0;
};

class GroupBuilder {
public:
  GroupBuilder(const UnitTable &table, const Trace &trace,
               const ElementMap &elements);

  std::vector<ElementGroup> run();

private:
  void addConditions();
  void addCalls();
  void addStatements();
  void addLoopsOf(InvocationId id);
  void addLoops(llvm::ArrayRef<EventIndex> events,
                llvm::ArrayRef<size_t> nextInstance, size_t begin, size_t end);
  void addHalves(llvm::StringRef label, llvm::ArrayRef<EventRange> ranges);
  void add(llvm::StringRef label, llvm::ArrayRef<EventRange> ranges);

  const UnitEntry &entryOf(size_t event) const {
    return table.entry(trace.allEvents()[event].entry);
  }
  bool makesCalls(size_t event) const { return callsEnd[event] != event + 1; }

  const UnitTable &table;
  const Trace &trace;
  std::vector<std::optional<Element>> elementOf; ///< none: pinned
  /// Per event, one past the last event of the calls that it made.
  std::vector<size_t> callsEnd;
  std::vector<ElementGroup> groups;
};

} // namespace

/// The event during which the event's invocation was called, or, where that
/// was a prologue, the caller's invocation.
static std::optional<EventIndex> callOf(const Trace &trace, size_t event) {
  std::optional<InvocationId> id = trace.allEvents()[event].invocation;
  while (id) {
    const Invocation &invocation = trace.invocation(*id);
    if (invocation.parent)
      return invocation.parent;
    id = invocation.caller;
  }
  return std::nullopt;
}

GroupBuilder::GroupBuilder(const UnitTable &table, const Trace &trace,
                           const ElementMap &elements)
    : table(table), trace(trace), elementOf(trace.size()),
      callsEnd(trace.size()) {
  for (size_t i = 0; i != elements.size(); ++i) {
    Element element = static_cast<Element>(i);
    for (EventIndex index : elements.eventsOf(element))
      elementOf[static_cast<size_t>(index)] = element;
  }
  for (size_t i = trace.size(); i-- != 0;) {
    callsEnd[i] = std::max(callsEnd[i], i + 1);
    if (std::optional<EventIndex> call = callOf(trace, i)) {
      size_t &end = callsEnd[static_cast<size_t>(*call)];
      end = std::max(end, callsEnd[i]);
    }
  }
}

void GroupBuilder::add(llvm::StringRef label,
                       llvm::ArrayRef<EventRange> ranges) {
  ElementGroup group{label.str(), {}};
  for (const EventRange &range : ranges)
    for (size_t i = range.begin; i != range.end; ++i)
      if (elementOf[i])
        group.elements.push_back(*elementOf[i]);
  llvm::sort(group.elements);
  group.elements.erase(
      std::unique(group.elements.begin(), group.elements.end()),
      group.elements.end());
  if (group.elements.size() >= smallestGroup)
    groups.push_back(std::move(group));
}

void GroupBuilder::addConditions() {
  std::vector<EventRange> all, withoutCalls;
  std::map<FunctionId, std::vector<EventRange>> byFunction;
  for (size_t i = 0; i != trace.size(); ++i) {
    const UnitEntry &entry = entryOf(i);
    if (table.unit(entry.unit).kind != UnitKind::Condition)
      continue;
    all.push_back({i, i + 1});
    if (makesCalls(i))
      continue;
    withoutCalls.push_back({i, i + 1});
    byFunction[entry.function].push_back({i, i + 1});
  }
  add("conditions", all);
  add("conditions", withoutCalls);
  for (const auto &[function, ranges] : byFunction)
    add("conditions", ranges);
}

void GroupBuilder::addCalls() {
  for (size_t i = 0; i != trace.size(); ++i)
    if (makesCalls(i))
      add("calls", EventRange{i, callsEnd[i]});
}

void GroupBuilder::addStatements() {
  std::map<UnitId, std::vector<EventRange>> byUnit;
  for (size_t i = 0; i != trace.size(); ++i)
    byUnit[entryOf(i).unit].push_back({i, i + 1});
  for (const auto &[unit, ranges] : byUnit)
    addHalves("statements", ranges);
}

void GroupBuilder::addLoopsOf(InvocationId id) {
  llvm::ArrayRef<EventIndex> events = trace.eventsOf(id);
  std::vector<size_t> nextInstance(events.size());
  std::map<UnitId, size_t> next;
  for (size_t i = events.size(); i-- != 0;) {
    UnitId unit = entryOf(static_cast<size_t>(events[i])).unit;
    auto [place, isLast] = next.try_emplace(unit, events.size());
    nextInstance[i] = place->second;
    place->second = i;
  }
  addLoops(events, nextInstance, 0, events.size());
}

/// A loop begins with the first unit that comes again, and iterates whenever
/// it does. Loops inside it lie within its iterations.
void GroupBuilder::addLoops(llvm::ArrayRef<EventIndex> events,
                            llvm::ArrayRef<size_t> nextInstance, size_t begin,
                            size_t end) {
  for (size_t i = begin; i < end; ++i) {
    std::vector<EventRange> bodies;
    for (; nextInstance[i] < end; i = nextInstance[i]) {
      addLoops(events, nextInstance, i + 1, nextInstance[i]);
      size_t last = nextInstance[i] - 1;
      if (last > i + 1)
        bodies.push_back({static_cast<size_t>(events[i + 1]),
                          static_cast<size_t>(events[last])});
    }
    addHalves("loops", bodies);
  }
}

/// All of the ranges, each half of them, and so on down to one.
void GroupBuilder::addHalves(llvm::StringRef label,
                             llvm::ArrayRef<EventRange> ranges) {
  add(label, ranges);
  if (ranges.size() < 2)
    return;
  size_t middle = ranges.size() / 2;
  addHalves(label, ranges.take_front(middle));
  addHalves(label, ranges.drop_front(middle));
}

std::vector<ElementGroup> GroupBuilder::run() {
  addConditions();
  addCalls();
  for (size_t i = 0; i != trace.allInvocations().size(); ++i)
    addLoopsOf(static_cast<InvocationId>(i));
  addStatements();
  llvm::sort(groups, [](const ElementGroup &left, const ElementGroup &right) {
    if (left.elements.size() != right.elements.size())
      return left.elements.size() > right.elements.size();
    return std::tie(left.elements, left.label) >
           std::tie(right.elements, right.label);
  });
  return std::move(groups);
}

std::vector<ElementGroup> pinstripe::coarseGroups(const UnitTable &table,
                                                  const Trace &trace,
                                                  const ElementMap &elements) {
  return GroupBuilder(table, trace, elements).run();
}
