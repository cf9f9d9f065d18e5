// Tests of traces.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestSupport/Catch.h"
#include "TestSupport/GeneratedRuns.h"
#include "TestTraces.h"

using namespace pinstripe;

namespace {

/// Makes a trace in which main (event 0) calls f twice (events 1 2, 3 4) and
/// event 5 calls g (6), whose event calls f (7). Event 8 is of an exit handler
/// without a caller.
Trace nestedCalls() {
  return TraceBuilder()
      .call(0)
      .step(0)
      .call(1)
      .step(1)
      .step(2)
      .leave()
      .call(1)
      .step(1)
      .step(2)
      .leave()
      .step(3)
      .call(2)
      .step(4)
      .call(1)
      .step(1)
      .leave()
      .leave()
      .leave()
      .call(3)
      .step(5)
      .build();
}

EventSet setOf(const Trace &trace, std::initializer_list<unsigned> events) {
  EventSet set(trace.size());
  for (unsigned event : events)
    set.insert(EventIndex(event));
  return set;
}

std::vector<unsigned> eventsIn(const EventSet &set) {
  std::vector<unsigned> events;
  for (EventIndex event : set)
    events.push_back(static_cast<unsigned>(event));
  return events;
}

std::vector<uint32_t> eventsOf(const Trace &trace, uint32_t invocation) {
  std::vector<uint32_t> events;
  for (EventIndex event : trace.eventsOf(InvocationId(invocation)))
    events.push_back(static_cast<uint32_t>(event));
  return events;
}

using Events = std::vector<uint32_t>;

} // namespace

TEST_CASE("The events of an invocation come in order, without those of its "
          "callees",
          "[trace]") {
  Trace trace = nestedCalls();
  CHECK(eventsOf(trace, 0) == Events{0, 5});
  CHECK(eventsOf(trace, 1) == Events{1, 2});
  CHECK(eventsOf(trace, 2) == Events{3, 4});
  CHECK(eventsOf(trace, 3) == Events{6});
  CHECK(eventsOf(trace, 4) == Events{7});
  CHECK(eventsOf(trace, 5) == Events{8});
}

TEST_CASE("An invocation may have no events", "[trace]") {
  Trace trace = TraceBuilder().call(0).step(0).call(1).leave().step(1).build();
  CHECK(eventsOf(trace, 1).empty());
  CHECK(eventsOf(trace, 0) == Events{0, 1});
}

TEST_CASE("A call is found by caller, event, function and ordinal", "[trace]") {
  Trace trace = nestedCalls();
  const InvocationId main{0}, g{3};
  CHECK(trace.calledInvocation({}, {}, FunctionId(0), 0) == main);
  CHECK(trace.calledInvocation({}, {}, FunctionId(3), 0) == InvocationId(5));
  CHECK(trace.calledInvocation(main, EventIndex(0), FunctionId(1), 0) ==
        InvocationId(1));
  CHECK(trace.calledInvocation(main, EventIndex(0), FunctionId(1), 1) ==
        InvocationId(2));
  CHECK(trace.calledInvocation(g, EventIndex(6), FunctionId(1), 0) ==
        InvocationId(4));
}

TEST_CASE("A call that the recording does not have is not found", "[trace]") {
  Trace trace = nestedCalls();
  const InvocationId main{0};
  CHECK_FALSE(trace.calledInvocation(main, EventIndex(0), FunctionId(1), 2));
  CHECK_FALSE(trace.calledInvocation(main, EventIndex(0), FunctionId(2), 0));
  CHECK_FALSE(trace.calledInvocation(main, {}, FunctionId(1), 0));
  CHECK_FALSE(trace.calledInvocation({}, {}, FunctionId(1), 0));
  CHECK_FALSE(trace.calledInvocation({}, {}, FunctionId(0), ~0u));
  CHECK_FALSE(Trace().calledInvocation({}, {}, FunctionId(0), 0));
}

TEST_CASE("A call from the prologue has a caller and no event", "[trace]") {
  Trace trace = TraceBuilder().call(0).call(1).step(1).leave().step(0).build();
  CHECK(trace.calledInvocation(InvocationId(0), {}, FunctionId(1), 0) ==
        InvocationId(1));
  CHECK(eventsIn(trace.feasible(setOf(trace, {0}))) ==
        std::vector<unsigned>{0});
}

TEST_CASE("Events whose call does not happen are not feasible", "[trace]") {
  Trace trace = nestedCalls();
  using Set = std::vector<unsigned>;
  auto feasible = [&](std::initializer_list<unsigned> events) {
    return eventsIn(trace.feasible(setOf(trace, events)));
  };
  CHECK(feasible({}) == Set{});
  CHECK(feasible({0, 1, 2, 3, 4, 5, 6, 7, 8}) ==
        Set{0, 1, 2, 3, 4, 5, 6, 7, 8});
  CHECK(feasible({1, 2, 3, 4, 5}) == Set{5});
  CHECK(feasible({0, 2, 3}) == Set{0, 2, 3});
  SECTION("nor are those of calls that they would make") {
    CHECK(feasible({0, 6, 7}) == Set{0});
    CHECK(feasible({5, 7}) == Set{5});
    CHECK(feasible({5, 6, 7}) == Set{5, 6, 7});
  }
  SECTION("what nobody calls always is") { CHECK(feasible({8}) == Set{8}); }
  SECTION("nor is what a prologue calls in a call that does not happen") {
    trace = TraceBuilder()
                .call(0)
                .step(0)
                .call(1)
                .call(2)
                .step(2)
                .leave()
                .step(1)
                .build();
    CHECK(feasible({1, 2}) == Set{});
    CHECK(feasible({0, 1, 2}) == Set{0, 1, 2});
  }
}

TEST_CASE("All events at a set of entries are feasible under the same rule",
          "[trace]") {
  Trace trace = RunGenerator(5000, 4).run();
  constexpr unsigned entries =
      GeneratedProgram::functions * GeneratedProgram::unitsEach;
  std::minstd_rand random(2);
  size_t infeasible = 0;
  for (unsigned round = 0; round < 30; ++round) {
    EntrySet chosen(entries);
    for (unsigned entry = 0; entry < entries; ++entry)
      chosen.assign(EntryId(entry), random() % 100 < 10 + 3 * round);
    EventSet events(trace.size());
    for (unsigned i = 0; i < trace.size(); ++i)
      events.assign(EventIndex(i),
                    chosen.contains(trace.event(EventIndex(i)).entry));
    EventSet feasible = trace.feasible(events);
    REQUIRE(trace.feasibleAt(chosen) == feasible);
    infeasible += feasible != events;
  }
  CHECK(infeasible > 10);
  CHECK(trace.feasibleAt(EntrySet(entries, true)).isFull());
  CHECK(trace.feasibleAt(EntrySet(entries)).none());
}

TEST_CASE("Few events of a large trace are feasible under the same rule",
          "[trace]") {
  Trace trace = RunGenerator(20000, 3).run();
  std::minstd_rand random(1);
  size_t rounds = 0;
  for (unsigned round = 0; round < 50; ++round) {
    EventSet set(trace.size());
    for (unsigned i = 0; i < 25; ++i) {
      // Includes an event and, in most cases, the events that led to it.
      std::optional<EventIndex> event = EventIndex(random() % trace.size());
      for (; event && random() % 30 != 0;
           event = trace.invocation(trace.event(*event).invocation).parent)
        set.insert(*event);
    }
    REQUIRE(set.count() < trace.allInvocations().size() / 16);
    EventSet expected(trace.size());
    for (EventIndex index : set) {
      bool happens = true;
      std::optional<EventIndex> event = index;
      for (; event && happens;
           event = trace.invocation(trace.event(*event).invocation).parent)
        happens = set.contains(*event);
      if (happens)
        expected.insert(index);
    }
    rounds += expected != set;
    REQUIRE(trace.feasible(set) == expected);
  }
  CHECK(rounds > 10); // Enough rounds had something to remove.
}
