// Maps the elements of a reduction to events of the trace.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An element is a part of the run that is kept or removed as a whole. An event
// is one execution of a statement.

#include "pinstripe/Driver/Reduce/ElementMap.h"
#include "Reduce/RunStructure.h"
#include "llvm/ADT/IntEqClasses.h"

using namespace pinstripe;

Granularity pinstripe::defaultGranularity(const Trace &trace,
                                          const EventSet &userPinned) {
  return trace.size() - userPinned.count() > maxInstances
             ? Granularity::Statement
             : Granularity::Instance;
}

namespace {

/// Finds which events are glued. Glued events are executed or skipped together,
/// such as the construction and the destruction of an object.
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
    llvm::IntEqClasses groups(trace.size());
    forEachPair([&](EventIndex construction, EventIndex cleanup) {
      groups.join(static_cast<unsigned>(construction),
                  static_cast<unsigned>(cleanup));
    });
    groups.compress();
    return groups;
  }

  using Visit =
      llvm::function_ref<void(EventIndex construction, EventIndex cleanup)>;
  /// Calls `visit` with each construction of an object and the cleanup that
  /// destroys the object. Both events are kept or removed together.
  void forEachPair(Visit visit) {
    for (size_t i = 0; i != trace.allInvocations().size(); ++i)
      glueInvocation(InvocationId(i), visit);
  }

private:
  void glueInvocation(InvocationId id, Visit visit);
  void glueCleanup(EventIndex cleanup, InvocationId id, Visit visit);
  UnitId unitOf(EventIndex event) const {
    return table.entry(trace.entryOf(event)).unit;
  }
  /// Returns the last visited event of a unit (statement), if this event is in
  /// the invocation (call of a function) `id`; otherwise nullopt.
  std::optional<EventIndex> latestOf(UnitId unit, InvocationId id) const {
    const std::optional<EventIndex> &event = latest[static_cast<size_t>(unit)];
    if (event && trace.invocationOf(*event) == id)
      return event;
    return std::nullopt;
  }

  const UnitTable &table;
  const Trace &trace;
  /// For each statement, the declarations of the objects that it destroys. The
  /// list is empty if the statement is not a cleanup. A cleanup is a call of
  /// destructors.
  std::vector<std::vector<UnitId>> declarationsOf;
  /// For each unit (statement), the last visited event. The event may be in any
  /// invocation.
  std::vector<std::optional<EventIndex>> latest;
};

} // namespace

void Gluing::glueInvocation(InvocationId id, Visit visit) {
  for (EventIndex index : trace.eventsOf(id)) {
    auto unit = static_cast<size_t>(unitOf(index));
    if (!declarationsOf[unit].empty())
      glueCleanup(index, id, visit);
    latest[unit] = index;
  }
}

void Gluing::glueCleanup(EventIndex cleanup, InvocationId id, Visit visit) {
  UnitId unit = unitOf(cleanup);
  std::optional<EventIndex> previous = latestOf(unit, id);
  for (UnitId declaration : declarationsOf[static_cast<size_t>(unit)]) {
    std::optional<EventIndex> constructed = latestOf(declaration, id);
    bool isPending = constructed && (!previous || *previous < *constructed);
    if (isPending)
      visit(*constructed, cleanup);
  }
}

ElementMap::ElementMap(const UnitTable &table, const Trace &trace,
                       Granularity granularity,
                       std::optional<EventSet> theCandidates,
                       EventSet theUserPinned, const ControlTree *control)
    : trace(&trace), control(control), theGranularity(granularity),
      candidates(std::move(theCandidates)), pinned(trace.size()),
      userPinned(std::move(theUserPinned)) {
  if (userPinned.none())
    userPinned = EventSet();
  else
    takeFromCandidates(table);
  mapEvents(table);
  if (!userPinned.isUnset())
    pinned |= userPinned;
}

/// Adds to `events` all events that are glued to one of them. Glued events are
/// kept or removed together.
static void addGlued(EventSet &events, const UnitTable &table,
                     const Trace &trace) {
  llvm::IntEqClasses groups = Gluing(table, trace).run();
  llvm::BitVector isIn(groups.getNumClasses());
  for (EventIndex event : events)
    isIn.set(groups[static_cast<unsigned>(event)]);
  for (unsigned i = 0; i != trace.size(); ++i)
    if (isIn[groups[i]])
      events.insert(EventIndex{i});
}

/// Removes the events that the user has pinned from the candidates for removal.
/// Also removes the events that are glued to a pinned event, since glued events
/// are kept or removed together.
void ElementMap::takeFromCandidates(const UnitTable &table) {
  if (!table.cleanupLinks.empty())
    addGlued(userPinned, table, *trace);
  for (EventIndex event : userPinned)
    if (table.unitOf(trace->entryOf(event)).isPinned())
      userPinned.erase(event);
  if (!candidates)
    candidates = EventSet(trace->size(), true);
  *candidates -= userPinned;
}

void ElementMap::mapEvents(const UnitTable &table) {
  if (theGranularity == Granularity::Statement)
    mapStatements(table);
  else if (theGranularity == Granularity::Instance &&
           table.cleanupLinks.empty())
    mapInstances(table);
  else
    mapParts(table);
}

/// Returns the entries of pinned statements. An entry is an address at which
/// control can enter a statement. Pinned statements are always executed.
static EntrySet entriesOfPinned(const UnitTable &table) {
  EntrySet result(table.entries.size());
  for (size_t i = 0; i != table.entries.size(); ++i)
    result.assign(EntryId(i), table.unitOf(EntryId(i)).isPinned());
  return result;
}

void ElementMap::mapInstances(const UnitTable &table) {
  EntrySet pinnedEntries = entriesOfPinned(table);
  for (uint32_t i = 0; i != trace->size(); ++i)
    if (pinnedEntries.contains(trace->entryOf(EventIndex{i})))
      pinned.insert(EventIndex{i});
    else if (isCandidate(i))
      events.push_back(EventIndex{i});
  count = events.size();
}

/// Joins groups of glued events (kept or removed together) if both groups have
/// an event in the same part of the run, such as an iteration. So each part is
/// kept or removed as a whole. Ignores events for which `isFree` is false.
static llvm::IntEqClasses
joinParts(const llvm::IntEqClasses &groups, llvm::ArrayRef<uint32_t> parts,
          llvm::function_ref<bool(uint32_t event)> isFree) {
  llvm::IntEqClasses joined(groups.getNumClasses());
  constexpr uint32_t none = ~uint32_t(0);
  std::vector<uint32_t> groupOfPart(parts.size(), none);
  for (uint32_t i = 0; i != parts.size(); ++i) {
    if (!isFree(i))
      continue;
    uint32_t &group = groupOfPart[parts[i]];
    group = group == none ? groups[i] : joined.join(group, groups[i]);
  }
  joined.compress();
  return joined;
}

/// Makes each part of the run, such as an iteration, one removable element. If
/// events in two parts are glued (kept or removed together), the two parts
/// become one element. Pinned events, and the events that are glued to them,
/// are always kept; the other events of their parts stay removable.
void ElementMap::mapParts(const UnitTable &table) {
  llvm::IntEqClasses groups = Gluing(table, *trace).run();
  EntrySet pinnedEntries = entriesOfPinned(table);
  llvm::BitVector isPinned(groups.getNumClasses());
  for (uint32_t i = 0; i != trace->size(); ++i)
    if (pinnedEntries.contains(trace->entryOf(EventIndex{i})))
      isPinned.set(groups[i]);
  for (uint32_t i = 0; i != trace->size(); ++i)
    if (isPinned[groups[i]])
      pinned.insert(EventIndex{i});
  auto isFree = [&](uint32_t i) {
    return !isPinned[groups[i]] && isCandidate(i);
  };
  if (theGranularity == Granularity::Instance)
    return addElements(groups.getNumClasses(), isFree,
                       [&](uint32_t i) { return groups[i]; });
  llvm::IntEqClasses joined = joinParts(groups,
                                        theGranularity == Granularity::Iteration
                                            ? iterationParts(table, *trace)
                                            : invocationParts(*trace),
                                        isFree);
  addElements(joined.getNumClasses(), isFree,
              [&](uint32_t i) { return joined[groups[i]]; });
}

/// Makes elements of the events for which `isFree` is true. An element is a
/// removable part of the run. Events for which `classOf` returns the same
/// number form one element. Elements are numbered in the order of their first
/// events.
void ElementMap::addElements(
    size_t classes, llvm::function_ref<bool(uint32_t event)> isFree,
    llvm::function_ref<uint32_t(uint32_t event)> classOf) {
  std::vector<uint32_t> elementOf(classes, noElement);
  std::vector<uint32_t> sizes;
  for (uint32_t i = 0; i != trace->size(); ++i) {
    if (!isFree(i))
      continue;
    uint32_t &element = elementOf[classOf(i)];
    if (element == noElement) {
      element = sizes.size();
      sizes.push_back(0);
    }
    ++sizes[element];
  }
  count = sizes.size();
  uint32_t end = 0;
  for (uint32_t &size : sizes) {
    firstEvent.push_back(end);
    // `size` held the number of the element's events. From now on it holds the
    // index in `events` at which the next event of the element is stored.
    end += std::exchange(size, end);
  }
  firstEvent.push_back(end);
  events.resize(end);
  for (uint32_t i = 0; i != trace->size(); ++i)
    if (isFree(i))
      events[sizes[elementOf[classOf(i)]]++] = EventIndex{i};
}

void ElementMap::mapStatements(const UnitTable &table) {
  llvm::IntEqClasses groups(table.units.size());
  for (const CleanupLink &link : table.cleanupLinks)
    groups.join(static_cast<unsigned>(link.declaration),
                static_cast<unsigned>(link.cleanup));
  groups.compress();
  llvm::BitVector isPinnedGroup(groups.getNumClasses());
  for (unsigned unit = 0; unit != table.units.size(); ++unit)
    if (table.units[unit].isPinned())
      isPinnedGroup.set(groups[unit]);

  std::vector<uint32_t> elementOfGroup(groups.getNumClasses(), noElement);
  elementOfEntry.assign(table.entries.size(), noElement);
  pinnedEntries = EntrySet(table.entries.size());
  EntrySet reached(table.entries.size());
  for (uint32_t i = 0; i != trace->size(); ++i) {
    EntryId entry = trace->entryOf(EventIndex{i});
    if (reached.contains(entry))
      continue;
    unsigned group = groups[static_cast<unsigned>(table.entry(entry).unit)];
    bool isPinned = isPinnedGroup[group];
    if (!isPinned && !isCandidate(i))
      continue;
    reached.insert(entry);
    if (isPinned) {
      pinnedEntries.insert(entry);
      continue;
    }
    if (elementOfGroup[group] == noElement)
      elementOfGroup[group] = count++;
    elementOfEntry[static_cast<size_t>(entry)] = elementOfGroup[group];
  }
  for (uint32_t i = 0; pinnedEntries.any() && i != trace->size(); ++i)
    if (pinnedEntries.contains(trace->entryOf(EventIndex{i})))
      pinned.insert(EventIndex{i});
}

llvm::ArrayRef<EventIndex> ElementMap::eventsOf(uint32_t element) const {
  if (firstEvent.empty())
    return events[element];
  return llvm::ArrayRef(events.begin(), events.end())
      .slice(firstEvent[element],
             firstEvent[element + 1] - firstEvent[element]);
}

/// Returns the element that contains an event. Must be called only if each
/// element is a whole statement.
uint32_t ElementMap::elementOfStatement(EventIndex event) const {
  return isCandidate(static_cast<uint32_t>(event))
             ? elementAt(trace->entryOf(event))
             : noElement;
}

GrowingArray<uint32_t> ElementMap::elementsByEvent() const {
  GrowingArray<uint32_t> result;
  result.resize(trace->size());
  if (theGranularity == Granularity::Statement) {
    for (uint32_t i = 0; i != result.size(); ++i)
      result[i] = elementOfStatement(EventIndex{i});
    return result;
  }
  std::fill(result.begin(), result.end(), noElement);
  for (uint32_t i = 0; i != count; ++i)
    for (EventIndex event : eventsOf(i))
      result[static_cast<size_t>(event)] = i;
  return result;
}

Configuration ElementMap::configurationOf(const EventSet &events) const {
  Configuration configuration = Configuration::empty(count);
  auto insert = [&](uint32_t element) {
    if (element != noElement)
      configuration.insert(Element{element});
  };
  if (theGranularity == Granularity::Statement) {
    for (EventIndex event : events)
      insert(elementOfStatement(event));
    return configuration;
  }
  GrowingArray<uint32_t> elements = elementsByEvent();
  for (EventIndex event : events)
    insert(elements[static_cast<size_t>(event)]);
  return configuration;
}

EventSet ElementMap::instancesOf(const Configuration &configuration) const {
  EventSet included(trace->size());
  for (Element element : configuration.members())
    for (EventIndex event : eventsOf(static_cast<uint32_t>(element)))
      included.insert(event);
  return included;
}

EntrySet ElementMap::entriesOf(const Configuration &configuration) const {
  assert(theGranularity == Granularity::Statement && "no statements");
  EntrySet entries = pinnedEntries;
  for (unsigned i = 0; i != elementOfEntry.size(); ++i)
    if (elementOfEntry[i] != noElement &&
        configuration.contains(Element{elementOfEntry[i]}))
      entries.insert(EntryId{i});
  return entries;
}

EventSet ElementMap::eventsAt(const EntrySet &entries) const {
  EventSet included(trace->size());
  for (unsigned i = 0; i != trace->size(); ++i)
    if (entries.contains(trace->entryOf(EventIndex{i})))
      included.insert(EventIndex{i});
  return included;
}

EventSet ElementMap::feasible(const EventSet &included) const {
  return control ? control->closed(included) : trace->feasible(included);
}

std::optional<ElementTree> ElementMap::tree() const {
  if (!control || theGranularity != Granularity::Instance)
    return std::nullopt;
  std::vector<EventIndex> first(count);
  for (size_t i = 0; i != count; ++i)
    first[i] = eventsOf(i).front();
  ElementTree result;
  result.ends.resize(count);
  for (size_t i = 0; i != count; ++i)
    result.ends[i] = static_cast<uint32_t>(
        llvm::lower_bound(first, control->subtreeEnd(first[i])) -
        first.begin());
  return result;
}

EventSet ElementMap::executedEvents(const Configuration &configuration) const {
  bool isByStatement = theGranularity == Granularity::Statement;
  EventSet included;
  if (!isByStatement)
    included = instancesOf(configuration);
  else if (userPinned.isUnset() && !control)
    included = trace->feasibleAt(entriesOf(configuration));
  // First, all events of the kept statements are included. Then feasible()
  // removes the events that can't happen. feasibleAt() would be faster, but it
  // makes two suppositions that may be wrong here. It supposes that only the
  // kept statements are executed, but the user may have pinned further events.
  // It also supposes that decisions do not matter, but they do in guarded flow,
  // where conditions must decide as recorded.
  else
    included = eventsAt(entriesOf(configuration));
  if (hasWholeStatements())
    return control ? feasible(included) : included;
  if (isByStatement)
    included &= *candidates;
  included |= pinned;
  return feasible(included);
}

std::vector<GluedCleanup> pinstripe::gluedCleanups(const UnitTable &table,
                                                   const Trace &trace,
                                                   const EventSet &events) {
  std::vector<GluedCleanup> result;
  if (table.cleanupLinks.empty())
    return result;
  Gluing(table, trace)
      .forEachPair([&](EventIndex construction, EventIndex cleanup) {
        if (events.contains(cleanup))
          result.push_back({cleanup, construction});
      });
  // Several constructions can have the same cleanup (call of a destructor). The
  // result has each cleanup once, with the first of its constructions.
  std::ranges::sort(result, {}, [](const GluedCleanup &each) {
    return std::pair(each.cleanup, each.construction);
  });
  result.erase(std::ranges::unique(result, {}, &GluedCleanup::cleanup).begin(),
               result.end());
  return result;
}
