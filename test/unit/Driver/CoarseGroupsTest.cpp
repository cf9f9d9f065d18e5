// Tests of the groups that a reduction removes as a whole.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Reduce/CoarseGroups.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;

namespace {

/// Makes units and entries, each unit with the same number as its entry. main
/// has the units 0 to 9.
constexpr uint32_t other = 0, call = 1, head = 2, body1 = 3, body2 = 4,
                   increment = 5, innerHead = 6, innerBody1 = 7, innerBody2 = 8,
                   innerIncrement = 9, callee = 10;

UnitTable tableWithUnits() {
  UnitTable table;
  table.functions.resize(2);
  table.units.resize(20);
  for (uint32_t unit : {head, innerHead})
    table.units[unit].kind = UnitKind::Condition;
  for (uint32_t i = 0; i != 20; ++i) {
    UnitEntry entry;
    entry.unit = UnitId(i);
    entry.function = FunctionId(i < callee ? 0 : 1);
    table.entries.push_back(entry);
  }
  return table;
}

/// Makes a trace. Units from `callee` on are in an invocation. The latest event
/// of main with a smaller number has called it. Each stretch of such units is a
/// new invocation.
Trace traceOf(llvm::ArrayRef<uint32_t> units) {
  std::vector<Event> events;
  std::vector<Invocation> invocations(1);
  bool inCallee = false;
  for (uint32_t unit : units) {
    if (unit >= callee && !inCallee) {
      Invocation invocation;
      invocation.function = FunctionId(1);
      invocation.caller = InvocationId(0);
      invocation.parent = EventIndex(events.size() - 1);
      invocations.push_back(invocation);
    }
    inCallee = unit >= callee;
    size_t id = inCallee ? invocations.size() - 1 : 0;
    events.push_back({EntryId(unit), InvocationId(id)});
  }
  return Trace(events, invocations);
}

using Groups = std::vector<std::vector<uint32_t>>;

/// Returns the groups with that label.
Groups groupsOf(llvm::StringRef label, const UnitTable &table,
                const Trace &trace) {
  Groups result;
  ElementMap elements(table, trace);
  for (const ElementGroup &group : coarseGroups(table, trace, elements))
    if (group.label == label) {
      result.emplace_back();
      for (Element element : group.elements)
        result.back().push_back(static_cast<uint32_t>(element));
    }
  return result;
}

} // namespace

TEST_CASE("A call is a group with all events that happened in it",
          "[driver][groups]") {
  UnitTable table = tableWithUnits();
  Trace trace = traceOf({other, call, 10, 11, 12, other, call, 10, 11, 12, 13,
                         14, call, 10, other});
  // The larger group comes first; two events are too few for a group.
  CHECK(groupsOf("calls", table, trace) ==
        Groups{{6, 7, 8, 9, 10, 11}, {1, 2, 3, 4}});
}

TEST_CASE("A call within a call is a group of its own", "[driver][groups]") {
  UnitTable table = tableWithUnits();
  std::vector<Invocation> invocations(3);
  invocations[1].caller = InvocationId(0);
  invocations[1].parent = EventIndex(0);
  invocations[2].caller = InvocationId(1);
  invocations[2].parent = EventIndex(1);
  std::vector<Event> events{{EntryId(call), InvocationId(0)}};
  for (uint32_t i = 0; i < 4; ++i)
    events.push_back({EntryId(10 + i), InvocationId(i == 0 ? 1 : 2)});
  events.push_back({EntryId(15), InvocationId(1)});
  Trace trace(events, invocations);
  CHECK(groupsOf("calls", table, trace) ==
        Groups{{0, 1, 2, 3, 4, 5}, {1, 2, 3, 4}});
}

TEST_CASE("A call from a prologue belongs to the call of its caller",
          "[driver][groups]") {
  UnitTable table = tableWithUnits();
  std::vector<Invocation> invocations(3);
  invocations[1].caller = InvocationId(0);
  invocations[1].parent = EventIndex(0);
  invocations[2].caller =
      InvocationId(1); // The caller is an invocation without events.
  std::vector<Event> events{{EntryId(call), InvocationId(0)}};
  for (uint32_t i = 0; i < 4; ++i)
    events.push_back({EntryId(10 + i), InvocationId(2)});
  Trace trace(events, invocations);
  CHECK(groupsOf("calls", table, trace) == Groups{{0, 1, 2, 3, 4}});
}

TEST_CASE("Conditions are grouped together, without those that make calls, and "
          "by function",
          "[driver][groups]") {
  UnitTable table = tableWithUnits();
  table.units[13].kind = UnitKind::Condition;
  Trace trace = traceOf(
      {head, other, head, 13, 13, 13, 13, head, head, other, head, other});
  CHECK(groupsOf("conditions", table, trace) ==
        Groups{{0, 2, 3, 4, 5, 6, 7, 8, 10}, // All conditions.
               {0, 3, 4, 5, 6, 7, 8,
                10},            // The second condition of main makes a call.
               {3, 4, 5, 6},    // Conditions of the callee.
               {0, 7, 8, 10}}); // Conditions of main.
}

TEST_CASE("All instances of a statement are a group, and so is half of them",
          "[driver][groups]") {
  UnitTable table = tableWithUnits();
  std::vector<uint32_t> units{call};
  for (uint32_t i = 0; i < 8; ++i)
    units.insert(units.end(), {10, 11 + i});
  CHECK(groupsOf("statements", table, traceOf(units)) ==
        Groups{{1, 3, 5, 7, 9, 11, 13, 15}, {9, 11, 13, 15}, {1, 3, 5, 7}});
}

TEST_CASE("The group of an iteration leaves out its first and last event",
          "[driver][groups]") {
  UnitTable table = tableWithUnits();
  // A for loop has three iterations, the second with a call.
  Trace trace = traceOf({call,                                        // 0
                         head, body1, body1, body2, body2, increment, // 1
                         head, body1, 10,    11,    body2, increment, // 7
                         head, body1, body1, body2, body2, increment, // 13
                         head, other});
  CHECK(groupsOf("loops", table, trace) ==
        Groups{{2, 3, 4, 5, 8, 9, 10, 11, 14, 15, 16, 17},
               {8, 9, 10, 11, 14, 15, 16, 17},
               {14, 15, 16, 17},
               {8, 9, 10, 11},
               {2, 3, 4, 5}});
}

TEST_CASE(
    "In short traces, bodies of loops get a smaller chance than other groups",
    "[driver][groups]") {
  UnitTable table = tableWithUnits();
  Trace trace = traceOf({head, body1, body2, body2, increment, head, body1,
                         body2, body2, increment, head, other});
  std::vector<ElementGroup> groups =
      coarseGroups(table, trace, ElementMap(table, trace));
  for (const ElementGroup &group : groups)
    CHECK(group.chance == (group.label == "loops" ? 0.125 : 0.5));
  CHECK(groups.size() == 8);

  std::vector<uint32_t> units(1025, body1);
  for (size_t i = 0; i < units.size(); i += 8)
    units[i] = head;
  Trace longer = traceOf(units);
  for (const ElementGroup &group :
       coarseGroups(table, longer, ElementMap(table, longer)))
    CHECK(group.chance == 0.5);
  CHECK_FALSE(groupsOf("loops", table, longer).empty());
}

TEST_CASE("An inner loop belongs to the iterations of the outer one",
          "[driver][groups]") {
  UnitTable table = tableWithUnits();
  std::vector<uint32_t> units;
  for (int outer = 0; outer < 2; ++outer) {
    units.push_back(head);
    for (int inner = 0; inner < 2; ++inner)
      units.insert(units.end(),
                   {innerHead, innerBody1, innerBody2, 10, 11, innerIncrement});
    units.insert(units.end(), {innerHead, increment});
  }
  units.push_back(head);
  Groups groups = groupsOf("loops", table, traceOf(units));
  REQUIRE(groups.size() == 9);
  CHECK(groups[0].size() == 26); // Both outer iterations.
  CHECK(groups[1].size() == 13);
  CHECK(groups[1].front() == 16); // The later iteration.
  CHECK(groups[2].size() == 13);
  CHECK(groups[3] == std::vector<uint32_t>{17, 18, 19, 20, 23, 24, 25, 26});
  CHECK(groups[5] == std::vector<uint32_t>{23, 24, 25, 26});
  CHECK(groups[8] == std::vector<uint32_t>{2, 3, 4, 5});
}

TEST_CASE(
    "Glued events are in a group as a whole, and pinned events are in none",
    "[driver][groups]") {
  UnitTable table = tableWithUnits();
  table.units[12].pinReason = "alloca";
  table.cleanupLinks = {{UnitId(10), UnitId(14)}};
  Trace trace = traceOf({call, 10, 11, 12, 13, 14, other});
  // The groups are made of the elements call, 10 and 14, 11, 13, and other.
  CHECK(groupsOf("calls", table, trace) == Groups{{0, 1, 2, 3}});
}

TEST_CASE("A program without calls, conditions and loops has no groups",
          "[driver][groups]") {
  UnitTable table = tableWithUnits();
  Trace trace = traceOf({other, head, body1, body2, increment});
  ElementMap elements(table, trace);
  CHECK(coarseGroups(table, trace, elements).empty());
}

TEST_CASE("Groups of invocations are those that one has called, and all of a "
          "function",
          "[driver][groups]") {
  UnitTable table = tableWithUnits();
  // main calls a function four times. This function calls another one each
  // time.
  std::vector<Event> events;
  std::vector<Invocation> invocations(1);
  for (uint32_t i = 0; i < 4; ++i) {
    Invocation outer, inner;
    outer.function = FunctionId(1);
    outer.caller = InvocationId(0);
    outer.parent = EventIndex(events.size());
    inner.function = FunctionId(0);
    inner.caller = InvocationId(2 * i + 1);
    inner.parent = EventIndex(events.size() + 1);
    invocations.insert(invocations.end(), {outer, inner});
    events.push_back({EntryId(call), InvocationId(0)});
    events.push_back({EntryId(callee), InvocationId(2 * i + 1)});
    events.push_back({EntryId(other), InvocationId(2 * i + 2)});
  }
  Trace trace(events, invocations);
  ElementMap elements(table, trace, Granularity::Invocation);
  REQUIRE(elements.size() == 9);
  auto groupsWith = [&](llvm::StringRef label, size_t smallest) {
    Groups result;
    for (const ElementGroup &group :
         coarseGroups(table, trace, elements, smallest))
      if (group.label == label) {
        result.emplace_back();
        for (Element element : group.elements)
          result.back().push_back(static_cast<uint32_t>(element));
      }
    return result;
  };
  CHECK(groupsWith("functions", 4) == Groups{{0, 2, 4, 6, 8}, {1, 3, 5, 7}});
  CHECK(groupsWith("calls", 4) == Groups{{0, 1, 2, 3, 4, 5, 6, 7, 8}});
  CHECK(groupsWith("calls", 2) ==
        Groups{{0, 1, 2, 3, 4, 5, 6, 7, 8}, {7, 8}, {5, 6}, {3, 4}, {1, 2}});
}
