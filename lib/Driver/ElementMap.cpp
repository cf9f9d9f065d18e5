//===- ElementMap.cpp - What the reducer keeps or removes -----------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Driver/ElementMap.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/Support/ErrorHandling.h"

using namespace pinstripe;

static constexpr uint32_t noElement = ~uint32_t(0);

llvm::StringRef pinstripe::granularityName(Granularity granularity) {
  switch (granularity) {
  case Granularity::Instance:
    return "instance";
  case Granularity::Statement:
    return "statement";
  }
  llvm_unreachable("not a granularity");
}

namespace {

/// Joins the events that are glued.
class Gluing {
public:
  Gluing(const UnitTable &table, const Trace &trace)
      : table(table), trace(trace), declarationsOf(table.units.size()),
        latest(table.units.size()) {
    for (const CleanupLink &link : table.cleanupLinks)
      declarationsOf[static_cast<size_t>(link.cleanup)].push_back(
          link.declaration);
  }

  llvm::IntEqClasses run() {
    groups.grow(trace.size());
    for (size_t i = 0; i != trace.allInvocations().size(); ++i)
      glueInvocation(InvocationId(i));
    groups.compress();
    return std::move(groups);
  }

private:
  void glueInvocation(InvocationId id);
  void glueCleanup(EventIndex cleanup, InvocationId id);
  UnitId unitOf(EventIndex event) const {
    return table.entry(trace.event(event).entry).unit;
  }
  /// The latest event of the unit in the invocation at hand.
  std::optional<EventIndex> latestOf(UnitId unit, InvocationId id) const {
    const std::optional<EventIndex> &event = latest[static_cast<size_t>(unit)];
    if (event && trace.event(*event).invocation == id)
      return event;
    return std::nullopt;
  }

  const UnitTable &table;
  const Trace &trace;
  llvm::IntEqClasses groups;
  std::vector<std::vector<UnitId>> declarationsOf; ///< by cleanup
  std::vector<std::optional<EventIndex>> latest;   ///< of any invocation
};

} // namespace

void Gluing::glueInvocation(InvocationId id) {
  for (EventIndex index : trace.eventsOf(id)) {
    auto unit = static_cast<size_t>(unitOf(index));
    if (!declarationsOf[unit].empty())
      glueCleanup(index, id);
    latest[unit] = index;
  }
}

void Gluing::glueCleanup(EventIndex cleanup, InvocationId id) {
  UnitId unit = unitOf(cleanup);
  std::optional<EventIndex> previous = latestOf(unit, id);
  for (UnitId declaration : declarationsOf[static_cast<size_t>(unit)]) {
    std::optional<EventIndex> constructed = latestOf(declaration, id);
    bool isPending = constructed && (!previous || *previous < *constructed);
    if (isPending)
      groups.join(static_cast<unsigned>(*constructed),
                  static_cast<unsigned>(cleanup));
  }
}

ElementMap::ElementMap(const UnitTable &table, const Trace &trace,
                       Granularity granularity)
    : trace(&trace), theGranularity(granularity), pinned(trace.size()) {
  if (granularity == Granularity::Statement)
    mapStatements(table);
  else
    mapInstances(table, nullptr);
}

ElementMap::ElementMap(const UnitTable &table, const Trace &trace,
                       const EventSet &candidates)
    : trace(&trace), theGranularity(Granularity::Instance),
      pinned(trace.size()) {
  mapInstances(table, &candidates);
}

/// Which entries belong to pinned units.
static llvm::BitVector pinnedEntries(const UnitTable &table) {
  llvm::BitVector result(table.entries.size());
  for (size_t i = 0; i != table.entries.size(); ++i)
    result[i] = table.unitOf(EntryId(i)).isPinned();
  return result;
}

void ElementMap::mapInstances(const UnitTable &table,
                              const EventSet *candidates) {
  const bool isGlued = !table.cleanupLinks.empty();
  llvm::IntEqClasses groups;
  if (isGlued)
    groups = Gluing(table, *trace).run();
  auto groupOf = [&](unsigned event) {
    return isGlued ? groups[event] : event;
  };
  size_t groupCount = isGlued ? groups.getNumClasses() : trace->size();

  llvm::BitVector isPinnedEntry = pinnedEntries(table);
  llvm::BitVector isPinnedGroup(groupCount);
  llvm::ArrayRef<Event> events = trace->allEvents();
  if (isPinnedEntry.any())
    for (unsigned i = 0; i != events.size(); ++i)
      if (isPinnedEntry[static_cast<size_t>(events[i].entry)])
        isPinnedGroup.set(groupOf(i));

  std::vector<uint32_t> elementOfGroup;
  if (isGlued)
    elementOfGroup.assign(groupCount, noElement);
  elements.resize(events.size());
  for (unsigned i = 0; i != events.size(); ++i) {
    elements[i] = noElement;
    if (isPinnedGroup[groupOf(i)])
      pinned.set(i);
    else if (!candidates || candidates->test(i)) {
      if (isGlued && elementOfGroup[groupOf(i)] == noElement)
        elementOfGroup[groupOf(i)] = count++;
      elements[i] = isGlued ? elementOfGroup[groupOf(i)] : count++;
    }
  }
}

void ElementMap::mapStatements(const UnitTable &table) {
  llvm::IntEqClasses groups(table.units.size());
  for (const CleanupLink &link : table.cleanupLinks)
    groups.join(static_cast<unsigned>(link.declaration),
                static_cast<unsigned>(link.cleanup));
  groups.compress();
  auto groupOf = [&](EntryId entry) {
    return groups[static_cast<unsigned>(table.entry(entry).unit)];
  };
  llvm::BitVector isPinnedGroup(groups.getNumClasses());
  for (unsigned unit = 0; unit != table.units.size(); ++unit)
    if (table.units[unit].isPinned())
      isPinnedGroup.set(groups[unit]);

  std::vector<uint32_t> elementOfGroup(groups.getNumClasses(), noElement);
  elements.resize(table.entries.size());
  llvm::ArrayRef<Event> events = trace->allEvents();
  std::vector<uint32_t> groupOfEntry;
  for (unsigned i = 0; i != table.entries.size(); ++i)
    groupOfEntry.push_back(groupOf(EntryId(i)));
  for (unsigned i = 0; i != events.size(); ++i) {
    uint32_t group = groupOfEntry[static_cast<size_t>(events[i].entry)];
    if (isPinnedGroup[group])
      pinned.set(i);
    else if (elementOfGroup[group] == noElement)
      elementOfGroup[group] = count++;
  }
  for (unsigned i = 0; i != table.entries.size(); ++i)
    elements[i] = elementOfGroup[groupOfEntry[i]];
}

std::optional<Element> ElementMap::elementOf(EventIndex index) const {
  size_t place = theGranularity == Granularity::Statement
                     ? static_cast<size_t>(trace->event(index).entry)
                     : static_cast<size_t>(index);
  if (elements[place] == noElement)
    return std::nullopt;
  return static_cast<Element>(elements[place]);
}

/// The set of those of `size` events for which `isIncluded` holds.
template <typename Function>
static EventSet collectEvents(size_t size, Function isIncluded) {
  std::vector<uint32_t> words((size + 31) / 32);
  for (size_t begin = 0; begin < size; begin += 32) {
    size_t end = std::min<size_t>(size, begin + 32);
    uint32_t bits = 0;
    for (size_t i = begin; i < end; ++i)
      bits |= uint32_t(isIncluded(i)) << (i - begin);
    words[begin / 32] = bits;
  }
  EventSet events(size);
  events.setBitsInMask(words.data(), words.size());
  return events;
}

EventSet ElementMap::executedEvents(const Configuration &configuration) const {
  // The place behind the last one is for events without element.
  std::vector<uint8_t> isMember(count + 1);
  for (Element element : configuration.members())
    isMember[static_cast<size_t>(element)] = 1;
  auto memberAt = [&](uint32_t element) {
    return isMember[std::min<size_t>(element, count)] != 0;
  };
  llvm::ArrayRef<Event> events = trace->allEvents();
  EventSet included =
      theGranularity == Granularity::Statement
          ? collectEvents(events.size(),
                          [&](size_t i) {
                            return memberAt(
                                elements[static_cast<size_t>(events[i].entry)]);
                          })
          : collectEvents(events.size(),
                          [&](size_t i) { return memberAt(elements[i]); });
  included |= pinned;
  return trace->feasible(included);
}
