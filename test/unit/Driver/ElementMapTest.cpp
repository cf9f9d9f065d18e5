// Tests of the mapping between elements and events.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Reduce/ElementMap.h"
#include "TestSupport/Catch.h"
#include "TestSupport/GeneratedRuns.h"

using namespace pinstripe;

namespace {

constexpr uint32_t first = 0, second = 1, cleanup = 2, other = 3;

/// Makes a table of two declarations, the cleanup that destroys what they
/// construct, and another statement. Each unit has an entry with the same
/// number.
UnitTable tableWithCleanup() {
  UnitTable table;
  table.functions.resize(1);
  table.units.resize(4);
  for (uint32_t i = 0; i != 4; ++i) {
    UnitEntry entry;
    entry.unit = UnitId(i);
    table.entries.push_back(entry);
  }
  table.cleanupLinks = {{UnitId(first), UnitId(cleanup)},
                        {UnitId(second), UnitId(cleanup)}};
  return table;
}

/// Makes a trace of one invocation.
Trace traceOf(llvm::ArrayRef<uint32_t> units) {
  std::vector<Event> events;
  for (uint32_t unit : units)
    events.push_back({EntryId(unit), InvocationId(0)});
  return Trace(events, {Invocation()});
}

/// Returns the events of each element.
std::vector<std::vector<uint32_t>> elementsOf(const ElementMap &map) {
  std::vector<std::vector<uint32_t>> result(map.size());
  GrowingArray<uint32_t> elements = map.elementsByEvent();
  for (uint32_t i = 0; i != elements.size(); ++i)
    if (elements[i] != ElementMap::noElement)
      result.at(elements[i]).push_back(i);
  return result;
}

using Elements = std::vector<std::vector<uint32_t>>;

} // namespace

TEST_CASE("Each event is an element if there are no cleanups",
          "[driver][elements]") {
  UnitTable table = tableWithCleanup();
  Trace trace = traceOf({first, other, second, other});
  CHECK(elementsOf(ElementMap(table, trace)) == Elements{{0}, {1}, {2}, {3}});
}

TEST_CASE("A cleanup is glued to all constructions that it undoes",
          "[driver][elements]") {
  UnitTable table = tableWithCleanup();
  Trace trace = traceOf({first, other, second, cleanup});
  CHECK(elementsOf(ElementMap(table, trace)) == Elements{{0, 2, 3}, {1}});
}

TEST_CASE("The cleanups among the kept events are listed with a construction",
          "[driver][elements]") {
  UnitTable table = tableWithCleanup();
  Trace trace = traceOf({first, cleanup, first, second, cleanup, cleanup});
  EventSet kept(trace.size(), true);
  kept.erase(EventIndex(1));
  std::vector<GluedCleanup> cleanups = gluedCleanups(table, trace, kept);
  REQUIRE(cleanups.size() == 1);
  CHECK(cleanups[0].cleanup == EventIndex(4));
  CHECK(cleanups[0].construction == EventIndex(2));
}

TEST_CASE("In a loop, each cleanup is glued to its own construction",
          "[driver][elements]") {
  UnitTable table = tableWithCleanup();
  Trace trace = traceOf({first, cleanup, first, other, cleanup});
  CHECK(elementsOf(ElementMap(table, trace)) == Elements{{0, 1}, {2, 4}, {3}});
}

TEST_CASE("A cleanup is not glued to what an earlier instance destroyed",
          "[driver][elements]") {
  UnitTable table = tableWithCleanup();
  Trace trace = traceOf({first, cleanup, second, cleanup});
  CHECK(elementsOf(ElementMap(table, trace)) == Elements{{0, 1}, {2, 3}});
}

TEST_CASE("A cleanup is glued to the latest instance only",
          "[driver][elements]") {
  UnitTable table = tableWithCleanup();
  Trace trace = traceOf({first, first, cleanup});
  CHECK(elementsOf(ElementMap(table, trace)) == Elements{{0}, {1, 2}});
}

TEST_CASE("Objects of other invocations are other objects",
          "[driver][elements]") {
  UnitTable table = tableWithCleanup();
  Invocation called;
  called.caller = InvocationId(0);
  called.parent = EventIndex(1);
  Trace trace({{EntryId(first), InvocationId(0)},
               {EntryId(other), InvocationId(0)},
               {EntryId(first), InvocationId(1)},
               {EntryId(cleanup), InvocationId(1)},
               {EntryId(cleanup), InvocationId(0)}},
              {Invocation(), called});
  CHECK(elementsOf(ElementMap(table, trace)) == Elements{{0, 4}, {1}, {2, 3}});
}

TEST_CASE("An event that is glued to a pinned one is pinned",
          "[driver][elements]") {
  UnitTable table = tableWithCleanup();
  table.units[cleanup].pinReason = "landing pad";
  Trace trace = traceOf({first, other, cleanup});
  ElementMap map(table, trace);
  CHECK(elementsOf(map) == Elements{{1}});
  CHECK(map.pinnedEvents().count() == 2);
  EventSet none = map.executedEvents(Configuration::empty(1));
  CHECK(none.contains(EventIndex(0)));
  CHECK_FALSE(none.contains(EventIndex(1)));
  CHECK(none.contains(EventIndex(2)));
}

TEST_CASE("A pinned event does not happen without its call",
          "[driver][elements]") {
  UnitTable table = tableWithCleanup();
  table.cleanupLinks.clear();
  table.units[second].pinReason = "alloca";
  Invocation called;
  called.caller = InvocationId(0);
  called.parent = EventIndex(0);
  Trace trace(
      {{EntryId(first), InvocationId(0)}, {EntryId(second), InvocationId(1)}},
      {Invocation(), called});
  ElementMap map(table, trace);
  REQUIRE(map.size() == 1);
  CHECK(map.executedEvents(Configuration::empty(1)).none());
  CHECK(map.executedEvents(Configuration::full(1)).isFull());
}

TEST_CASE("All instances of a statement can be one element",
          "[driver][elements]") {
  UnitTable table = tableWithCleanup();
  table.cleanupLinks.clear();
  Trace trace = traceOf({first, other, second, other, first});
  ElementMap map(table, trace, Granularity::Statement);
  CHECK(elementsOf(map) == Elements{{0, 4}, {1, 3}, {2}});
  EventSet events =
      map.executedEvents(Configuration::of(3, {Element(0), Element(2)}));
  CHECK(events.count() == 3);
  CHECK_FALSE(events.contains(EventIndex(1)));
  CHECK_FALSE(events.contains(EventIndex(3)));
  CHECK(map.elementAt(EntryId(other)) == 1);
  CHECK(map.elementAt(EntryId(cleanup)) == ElementMap::noElement);
  EntrySet entries = map.entriesOf(Configuration::of(3, {Element(1)}));
  CHECK(entries.count() == 1);
  CHECK(entries.contains(EntryId(other)));
}

TEST_CASE("Statements are glued and pinned like their instances",
          "[driver][elements]") {
  UnitTable table = tableWithCleanup();
  Trace trace = traceOf({first, other, cleanup, other, second, first});
  CHECK(elementsOf(ElementMap(table, trace, Granularity::Statement)) ==
        Elements{{0, 2, 4, 5}, {1, 3}});
  table.units[second].pinReason = "landing pad";
  ElementMap map(table, trace, Granularity::Statement);
  CHECK(elementsOf(map) == Elements{{1, 3}});
  CHECK(map.pinnedEvents().count() == 4);
  CHECK(map.entriesOf(Configuration::empty(1)).count() == 3);
}

TEST_CASE("An event that is not among the candidates is never executed",
          "[driver][elements]") {
  UnitTable table = tableWithCleanup();
  table.cleanupLinks.clear();
  table.units[second].pinReason = "alloca";
  Trace trace = traceOf({first, other, second, other, first});
  EventSet candidates(5);
  candidates.insert(EventIndex(1));
  candidates.insert(EventIndex(2));
  candidates.insert(EventIndex(4));
  ElementMap map(table, trace, Granularity::Instance, candidates);
  CHECK(elementsOf(map) == Elements{{1}, {4}});
  EventSet all = map.executedEvents(Configuration::full(2));
  CHECK(all == candidates);
  CHECK(map.executedEvents(Configuration::empty(2)).count() == 1);
}

TEST_CASE("Elements by statement can be restricted to candidates",
          "[driver][elements]") {
  UnitTable table = tableWithCleanup();
  table.cleanupLinks.clear();
  table.units[second].pinReason = "alloca";
  Trace trace = traceOf({first, other, second, other, first, cleanup});
  EventSet candidates(6);
  candidates.insert(EventIndex(0));
  candidates.insert(EventIndex(3));
  candidates.insert(EventIndex(4));
  ElementMap map(table, trace, Granularity::Statement, candidates);
  CHECK(elementsOf(map) == Elements{{0, 4}, {3}});
  CHECK_FALSE(map.hasWholeStatements());
  EventSet withPinned = candidates;
  withPinned.insert(EventIndex(2));
  CHECK(map.executedEvents(Configuration::full(2)) == withPinned);
  CHECK(map.executedEvents(Configuration::empty(2)).count() == 1);
}

namespace {

/// Makes the units of the loops below, with numbers after those of
/// `tableWithCleanup`.
constexpr uint32_t head = 4, body = 5, increment = 6, innerHead = 7,
                   innerBody = 8, innerIncrement = 9, called = 10;

UnitTable tableWithLoops() {
  UnitTable table = tableWithCleanup();
  for (uint32_t i = 4; i != 20; ++i) {
    table.units.emplace_back();
    UnitEntry entry;
    entry.unit = UnitId(i);
    table.entries.push_back(entry);
  }
  return table;
}

/// Makes a trace. Units from `called` on are in an invocation that the latest
/// event before them has called. The next unit with a smaller number is in the
/// first invocation again.
Trace traceWithCalls(llvm::ArrayRef<uint32_t> units) {
  std::vector<Event> events;
  std::vector<Invocation> invocations(1);
  bool isInside = false;
  for (uint32_t unit : units) {
    if (unit >= called && !isInside) {
      Invocation invocation;
      invocation.caller = InvocationId(0);
      invocation.parent = EventIndex(events.size() - 1);
      invocations.push_back(invocation);
    }
    isInside = unit >= called;
    size_t id = isInside ? invocations.size() - 1 : 0;
    events.push_back({EntryId(unit), InvocationId(id)});
  }
  return Trace(events, invocations);
}

} // namespace

TEST_CASE("An iteration goes without its condition and its last statement",
          "[driver][elements]") {
  UnitTable table = tableWithLoops();
  Trace trace = traceOf({other, head, body, body + 10, increment, head, body,
                         body + 10, increment, head, second});
  ElementMap map(table, trace, Granularity::Iteration);
  CHECK(elementsOf(map) ==
        Elements{{0}, {1}, {2, 3}, {4}, {5}, {6, 7}, {8}, {9}, {10}});
  CHECK(map.executedEvents(Configuration::of(9, {Element(5)})).count() == 2);
}

TEST_CASE(
    "Events of calls from the body of an iteration belong to the iteration",
    "[driver][elements]") {
  UnitTable table = tableWithLoops();
  Trace trace = traceWithCalls({other, 10, 11, head, body, 10, 11, increment,
                                head, body, 10, increment, head});
  CHECK(elementsOf(ElementMap(table, trace, Granularity::Iteration)) ==
        Elements{{0}, {1}, {2}, {3}, {4, 5, 6}, {7}, {8}, {9, 10}, {11}, {12}});
}

TEST_CASE("A loop in the body of an iteration has iterations of its own",
          "[driver][elements]") {
  UnitTable table = tableWithLoops();
  Trace trace = traceOf({head, innerHead, innerBody, innerIncrement, innerHead,
                         innerBody, innerIncrement, innerHead, increment, head,
                         body, increment, head});
  CHECK(elementsOf(ElementMap(table, trace, Granularity::Iteration)) ==
        Elements{{0}, {1, 3, 4, 6, 7}, {2}, {5}, {8}, {9}, {10}, {11}, {12}});
}

TEST_CASE("A loop in a function that the body called has iterations of its own",
          "[driver][elements]") {
  UnitTable table = tableWithLoops();
  Trace trace = traceWithCalls({head, body, 10, 11, 12, 10, 11, 12, 10, 13,
                                increment, head, body, increment});
  CHECK(elementsOf(ElementMap(table, trace, Granularity::Iteration)) ==
        Elements{{0}, {1, 2, 4, 5, 7, 8, 9}, {3}, {6}, {10}, {11}, {12}, {13}});
}

TEST_CASE("An invocation goes without those that it called",
          "[driver][elements]") {
  UnitTable table = tableWithLoops();
  Trace trace = traceWithCalls({other, 10, 11, first, 10, other});
  ElementMap map(table, trace, Granularity::Invocation);
  CHECK(elementsOf(map) == Elements{{0, 3, 5}, {1, 2}, {4}});
  // Without its caller, an invocation does not happen.
  CHECK(map.executedEvents(Configuration::of(3, {Element(1)})).none());
  CHECK(map.executedEvents(Configuration::of(3, {Element(0), Element(2)}))
            .count() == 4);
}

TEST_CASE("A pinned event stays when its iteration or invocation goes",
          "[driver][elements]") {
  UnitTable table = tableWithLoops();
  table.cleanupLinks.clear();
  table.units[second].pinReason = "alloca";
  Trace trace = traceOf({head, second, body, body, increment, head, body,
                         second, increment, head});
  ElementMap iterations(table, trace, Granularity::Iteration);
  CHECK(elementsOf(iterations) ==
        Elements{{0}, {2, 3}, {4}, {5}, {6}, {8}, {9}});
  CHECK(iterations.executedEvents(Configuration::empty(7)).count() == 2);
  ElementMap invocations(table, trace, Granularity::Invocation);
  CHECK(elementsOf(invocations) == Elements{{0, 2, 3, 4, 5, 6, 8, 9}});
  CHECK(invocations.pinnedEvents().count() == 2);
}

TEST_CASE("Glued events join the iterations in which they are",
          "[driver][elements]") {
  UnitTable table = tableWithLoops();
  // The object is made in the body, and destroyed by the last statement of the
  // body.
  Trace trace = traceOf(
      {head, first, body, cleanup, head, first, body, cleanup, head, other});
  CHECK(elementsOf(ElementMap(table, trace, Granularity::Iteration)) ==
        Elements{{0}, {1, 2, 3}, {4}, {5, 6, 7}, {8}, {9}});
  // The event also pins the events that are glued to it, but no other event of
  // the iteration.
  table.units[cleanup].pinReason = "landing pad";
  CHECK(elementsOf(ElementMap(table, trace, Granularity::Iteration)) ==
        Elements{{0}, {2}, {4}, {6}, {8}, {9}});
}

namespace {

EventSet setOf(size_t size, llvm::ArrayRef<uint32_t> events) {
  EventSet set(size);
  for (uint32_t event : events)
    set.insert(EventIndex(event));
  return set;
}

} // namespace

TEST_CASE("Events that the user has pinned are always executed, with events "
          "glued to them",
          "[driver][elements]") {
  UnitTable table = tableWithCleanup();
  Trace trace = traceOf({first, other, cleanup, other, first, cleanup});
  ElementMap map(table, trace, Granularity::Instance, std::nullopt,
                 setOf(6, {2, 3}));
  CHECK(elementsOf(map) == Elements{{1}, {4, 5}});
  CHECK(map.userPinnedEvents() == setOf(6, {0, 2, 3}));
  CHECK(map.pinnedEvents() == map.userPinnedEvents());
  CHECK(map.executedEvents(Configuration::empty(2)) == setOf(6, {0, 2, 3}));
  CHECK(map.executedEvents(Configuration::full(2)).isFull());
}

TEST_CASE("An event that is pinned anyway does not count as pinned by the user",
          "[driver][elements]") {
  UnitTable table = tableWithCleanup();
  table.cleanupLinks.clear();
  table.units[second].pinReason = "alloca";
  Trace trace = traceOf({first, second, other, second});
  ElementMap map(table, trace, Granularity::Instance, std::nullopt,
                 setOf(4, {1, 2}));
  CHECK(elementsOf(map) == Elements{{0}});
  CHECK(map.userPinnedEvents() == setOf(4, {2}));
  CHECK(map.pinnedEvents() == setOf(4, {1, 2, 3}));
}

TEST_CASE("A statement is removed without the events that the user has pinned",
          "[driver][elements]") {
  UnitTable table = tableWithCleanup();
  table.cleanupLinks.clear();
  Trace trace = traceOf({first, other, first, second, first, other, second});
  ElementMap map(table, trace, Granularity::Statement, std::nullopt,
                 setOf(7, {1, 2, 5}));
  CHECK(elementsOf(map) == Elements{{0, 4}, {3, 6}});
  CHECK_FALSE(map.hasWholeStatements());
  CHECK(map.executedEvents(Configuration::empty(2)) == setOf(7, {1, 2, 5}));
  CHECK(map.executedEvents(Configuration::of(2, {Element(1)})) ==
        setOf(7, {1, 2, 3, 5, 6}));
}

TEST_CASE(
    "The events of a statement can happen in a call that the user has pinned",
    "[driver][elements]") {
  UnitTable table = tableWithLoops();
  Trace trace = traceWithCalls({other, 10, other, 10});
  ElementMap map(table, trace, Granularity::Statement, std::nullopt,
                 setOf(4, {2}));
  CHECK(elementsOf(map) == Elements{{0}, {1, 3}});
  CHECK(map.executedEvents(Configuration::of(2, {Element(1)})) ==
        setOf(4, {2, 3}));
}

TEST_CASE("Iterations and invocations are removed without events that the user "
          "has pinned",
          "[driver][elements]") {
  UnitTable table = tableWithLoops();
  table.cleanupLinks.clear();
  Trace trace =
      traceOf({head, body, body, increment, head, body, body, increment, head});
  EventSet pinned = setOf(9, {1, 8});
  CHECK(elementsOf(ElementMap(table, trace, Granularity::Iteration,
                              std::nullopt, pinned)) ==
        Elements{{0}, {2}, {3}, {4}, {5, 6}, {7}});
  CHECK(elementsOf(ElementMap(table, trace, Granularity::Invocation,
                              std::nullopt, pinned)) ==
        Elements{{0, 2, 3, 4, 5, 6, 7}});
}

TEST_CASE("Events that the user has pinned need not be among the candidates",
          "[driver][elements]") {
  UnitTable table = tableWithCleanup();
  table.cleanupLinks.clear();
  Trace trace = traceOf({first, other, second, other, first});
  ElementMap map(table, trace, Granularity::Instance, setOf(5, {0, 1, 2}),
                 setOf(5, {1, 4}));
  CHECK(elementsOf(map) == Elements{{0}, {2}});
  CHECK(map.executedEvents(Configuration::full(2)) == setOf(5, {0, 1, 2, 4}));
}

namespace {

/// Returns true if each event that is not pinned is in one element, no pinned
/// event is in any, and elements are in the order of their first events.
bool isPartition(const ElementMap &map, const Trace &trace) {
  EventSet seen = map.pinnedEvents();
  std::optional<uint32_t> last;
  for (const std::vector<uint32_t> &element : elementsOf(map)) {
    if (element.empty() || (last && element.front() < *last))
      return false;
    last = element.front();
    for (uint32_t event : element) {
      if (seen.contains(EventIndex(event)))
        return false;
      seen.insert(EventIndex(event));
    }
  }
  return seen.universe() == trace.size() && seen.isFull();
}

/// Returns the events of a configuration, computed from the definition.
EventSet meaningOf(const Configuration &configuration, const ElementMap &map,
                   const Trace &trace) {
  EventSet included = map.pinnedEvents();
  std::vector<std::vector<uint32_t>> elements = elementsOf(map);
  for (Element element : configuration.members())
    for (uint32_t event : elements[static_cast<size_t>(element)])
      included.insert(EventIndex(event));
  return trace.feasible(included);
}

} // namespace

TEST_CASE("Elements and pinned events are a partition of any run, and a "
          "configuration means its events",
          "[driver][elements]") {
  auto seed = GENERATE(1u, 2u, 3u, 4u);
  auto granularity = GENERATE(Granularity::Instance, Granularity::Statement,
                              Granularity::Iteration, Granularity::Invocation);
  bool isGlued = GENERATE(false, true);
  bool hasWishes = GENERATE(false, true);
  UnitTable table = GeneratedProgram::table();
  table.units[seed * GeneratedProgram::unitsEach + 2].pinReason = "alloca";
  if (isGlued)
    for (uint32_t unit = 0; unit != table.units.size();
         unit += GeneratedProgram::unitsEach)
      table.cleanupLinks.push_back({UnitId(unit), UnitId(unit + 4)});
  Trace trace = RunGenerator(600, seed).run();
  std::minstd_rand random(seed);
  EventSet wished(trace.size());
  for (unsigned i = 0; hasWishes && i != trace.size(); ++i)
    wished.assign(EventIndex(i), random() % 8 == 0);
  ElementMap map(table, trace, granularity, std::nullopt, wished);
  CHECK(isPartition(map, trace));
  CHECK(map.executedEvents(Configuration::full(map.size())).isFull());
  std::vector<Element> members;
  for (uint32_t i = 0; i != map.size(); ++i)
    if (random() % 2)
      members.push_back(Element{i});
  Configuration half = Configuration::of(map.size(), members);
  CHECK(map.executedEvents(half) == meaningOf(half, map, trace));
}
