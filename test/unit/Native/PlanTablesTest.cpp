// Tests the tables by which the runtime follows a trace.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Tables/PlanTables.h"
#include "TestSupport/Catch.h"
#include "TestSupport/GeneratedRuns.h"
#include <map>

using namespace pinstripe;

namespace {

/// Makes a trace. In event 1, main calls f1, f2 and f1; in event 6, it calls
/// f2; and before any event, it calls f2. Afterwards an exit handler, f3, runs
/// without a caller.
Trace severalCalls() {
  const InvocationId main{0};
  auto call = [&](uint32_t function, uint32_t event) {
    return Invocation{FunctionId(function), main, EventIndex(event)};
  };
  auto event = [](uint32_t entry, uint32_t invocation) {
    return Event{EntryId(entry), InvocationId(invocation)};
  };
  return Trace({event(14, 1), // a call from the prologue of main
                event(1, 0),  // 1
                event(7, 2), event(14, 3), event(7, 4), event(13, 4),
                event(2, 0), // 6
                event(14, 5), event(20, 5), event(6, 0), event(21, 6)},
               {Invocation{FunctionId(0), {}, {}},
                Invocation{FunctionId(2), main, {}}, call(1, 1), call(2, 1),
                call(1, 1), call(2, 6), Invocation{FunctionId(3), {}, {}}});
}

/// Finds the `ordinal`-th call in the same way as the runtime.
std::optional<uint32_t> lookUp(const PlanTables &tables, uint32_t record,
                               uint32_t parent, uint32_t function,
                               uint32_t ordinal) {
  auto records = tables.invocations();
  for (uint32_t i = records[record].firstGroup;
       i < records[record + 1].firstGroup; ++i) {
    const native::CallGroup &group = tables.callGroups()[i];
    if (group.parent != parent || group.function != function)
      continue;
    uint32_t callee = group.firstCallee + ordinal;
    if (callee < tables.callGroups()[i + 1].firstCallee)
      return tables.callees()[callee];
  }
  return std::nullopt;
}

EventSet randomSet(size_t size, unsigned oneOf, std::minstd_rand &random) {
  EventSet set(size);
  for (size_t i = 0; i < size; ++i)
    if (random() % oneOf == 0)
      set.insert(EventIndex(i));
  return set;
}

std::vector<uint64_t> includedWords(const PlanTables &tables,
                                    const EventSet &set) {
  std::vector<uint64_t> words(PlanTables::wordsFor(set.universe()), 0x5555);
  tables.fillIncluded(set, words);
  return words;
}

/// Returns the expected words, computed bit by bit.
std::vector<uint64_t> expectedWords(const PlanTables &tables,
                                    const EventSet &set) {
  std::vector<uint64_t> words(PlanTables::wordsFor(set.universe()));
  for (EventIndex event : set) {
    uint32_t position = tables.positionOf(event);
    words[position / 64] |= uint64_t(1) << (position % 64);
  }
  return words;
}

} // namespace

TEST_CASE("Positions number events by invocation", "[native][plan]") {
  UnitTable table = GeneratedProgram::table();
  Trace trace = severalCalls();
  PlanTables tables(table, trace);
  const uint32_t order[] = {1, 6, 9, 0, 2, 3, 4, 5, 7, 8, 10};
  REQUIRE(tables.entryWidth() == 1);
  std::vector<uint8_t> entries(tables.positions());
  tables.fillEntries(entries);
  for (uint32_t position = 0; position < std::size(order); ++position) {
    CHECK(tables.eventAt(position) == EventIndex(order[position]));
    CHECK(tables.positionOf(EventIndex(order[position])) == position);
    CHECK(EntryId(entries[position]) ==
          trace.event(EventIndex(order[position])).entry);
  }
}

TEST_CASE("Each invocation has its range of positions and knows whether it "
          "returned a value",
          "[native][plan]") {
  UnitTable table = GeneratedProgram::table();
  Trace trace = severalCalls();
  PlanTables tables(table, trace);
  auto records = tables.invocations();
  REQUIRE(records.size() == 9);
  const uint32_t first[] = {0, 3, 4, 5, 6, 8, 10, 11, 11};
  const uint32_t hasReturn[] = {1, 0, 0, 0, 1, 1, 0, 0, 0};
  const uint32_t functions[] = {0,           2, 1, 2, 1, 2, 3, native::none,
                                native::none};
  for (size_t i = 0; i < records.size(); ++i) {
    CAPTURE(i);
    CHECK(records[i].firstEvent == first[i]);
    CHECK(records[i].hasReturn == hasReturn[i]);
    CHECK(records[i].function == functions[i]);
  }
}

TEST_CASE("Calls are found by event, function and ordinal", "[native][plan]") {
  UnitTable table = GeneratedProgram::table();
  Trace trace = severalCalls();
  PlanTables tables(table, trace);
  const uint32_t main = 0, noCaller = 7;
  CHECK(lookUp(tables, main, 0, 2, 0) == 1u);
  CHECK(lookUp(tables, main, 1, 1, 0) == 2u);
  CHECK(lookUp(tables, main, 1, 1, 1) == 4u);
  CHECK(lookUp(tables, main, 1, 2, 0) == 3u);
  CHECK(lookUp(tables, main, 2, 2, 0) == 5u);
  CHECK(lookUp(tables, noCaller, 0, 0, 0) == 0u);
  CHECK(lookUp(tables, noCaller, 0, 3, 0) == 6u);
  CHECK_FALSE(lookUp(tables, main, 1, 1, 2));
  CHECK_FALSE(lookUp(tables, main, 3, 1, 0));
  CHECK_FALSE(lookUp(tables, noCaller, 0, 1, 0));
  CHECK(tables.callGroups().back().firstCallee == 7);
}

TEST_CASE("The tables find every call of a generated run", "[native][plan]") {
  UnitTable table = GeneratedProgram::table();
  for (uint32_t seed : {1, 2, 3}) {
    Trace trace = RunGenerator(5000, seed).run();
    PlanTables tables(table, trace);
    uint32_t noCaller = trace.allInvocations().size();
    std::map<std::tuple<uint32_t, uint32_t, uint32_t>, uint32_t> ordinals;
    bool found = true, sorted = true;
    for (uint32_t i = 0; i < noCaller; ++i) {
      const Invocation &call = trace.invocation(InvocationId(i));
      uint32_t caller =
          call.caller ? static_cast<uint32_t>(*call.caller) : noCaller;
      uint32_t parent = call.parent ? tables.positionOf(*call.parent) + 1 : 0;
      uint32_t function = static_cast<uint32_t>(call.function);
      uint32_t ordinal = ordinals[{caller, parent, function}]++;
      found &= lookUp(tables, caller, parent, function, ordinal) == i;
    }
    for (uint32_t i = 0; i <= noCaller; ++i)
      for (uint32_t g = tables.invocations()[i].firstGroup + 1;
           g < tables.invocations()[i + 1].firstGroup; ++g) {
        const native::CallGroup &left = tables.callGroups()[g - 1];
        const native::CallGroup &right = tables.callGroups()[g];
        sorted &= std::pair(left.parent, left.function) <
                  std::pair(right.parent, right.function);
      }
    CHECK(found);
    CHECK(sorted);
  }
}

TEST_CASE("A set of events becomes one bit for each position",
          "[native][plan]") {
  UnitTable table = GeneratedProgram::table();
  std::minstd_rand random(5);
  // Only the first trace has long stretches without calls.
  std::vector<Event> loop(1000, Event{EntryId(1), InvocationId(0)});
  std::vector<Trace> traces;
  traces.push_back(Trace(loop, {Invocation()}));
  for (size_t size : {1, 63, 64, 65, 1000, 4096})
    traces.push_back(RunGenerator(size, size).run());
  for (const Trace &trace : traces) {
    PlanTables tables(table, trace);
    CAPTURE(trace.size());
    EventSet set(trace.size());
    CHECK(includedWords(tables, set) == expectedWords(tables, set));
    set = EventSet(trace.size(), true);
    CHECK(includedWords(tables, set) == expectedWords(tables, set));
    for (unsigned oneOf : {2, 3, 100}) {
      set = randomSet(trace.size(), oneOf, random);
      CHECK(includedWords(tables, set) == expectedWords(tables, set));
    }
  }
}

TEST_CASE("A prefix holds the first events of the run", "[native][plan]") {
  UnitTable table = GeneratedProgram::table();
  Trace trace = RunGenerator(700, 9).run();
  PlanTables tables(table, trace);
  for (size_t count = 0; count <= trace.size(); ++count) {
    EventSet prefix(trace.size());
    prefix.insertRange(EventIndex(0), EventIndex(count));
    std::vector<uint64_t> words(PlanTables::wordsFor(trace.size()), 0x5555);
    tables.fillPrefix(count, words);
    bool same = words == expectedWords(tables, prefix);
    CAPTURE(count);
    REQUIRE(same);
  }
}
