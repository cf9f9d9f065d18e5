// Checks lists of events, and the same events sorted by call, against plain
// arrays. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestSupport/Catch.h"
#include "pinstripe/Trace/EventsByCall.h"
#include <algorithm>
#include <random>
#include <vector>

using namespace pinstripe;

namespace {

/// Makes events of calls that begin and go on at random. A high `stay` makes
/// long stretches of events in one call.
std::vector<Event> randomEvents(size_t count, uint32_t calls, unsigned stay) {
  std::minstd_rand random(static_cast<unsigned>(count) + stay);
  std::vector<Event> events;
  uint32_t call = 0;
  for (size_t i = 0; i < count; ++i) {
    if (random() % 100 >= stay)
      call = random() % calls;
    events.push_back({EntryId(random() % 300), InvocationId(call)});
  }
  return events;
}

} // namespace

TEST_CASE("A list of events returns the events that were added",
          "[trace][events]") {
  size_t count = GENERATE(0, 1, 63, 64, 65, 5000);
  unsigned stay = GENERATE(0, 50, 99);
  std::vector<Event> expected = randomEvents(count, 20, stay);
  EventList list;
  llvm::ArrayRef<Event> rest = expected;
  for (size_t part = 1; !rest.empty(); part = part * 3 % 100 + 1) {
    list.append(rest.take_front(part));
    rest = rest.drop_front(std::min(part, rest.size()));
  }
  REQUIRE(list.size() == count);
  CHECK(std::vector<Event>(list.begin(), list.end()) == expected);
  bool isSame = true;
  for (size_t i = 0; i < count; ++i)
    isSame &= list[EventIndex(i)] == expected[i];
  CHECK(isSame);
}

TEST_CASE("Events that follow each other in one call are one stretch",
          "[trace][events]") {
  const InvocationId caller{0}, callee{1};
  EventList list;
  for (InvocationId id : {caller, caller, callee, caller, caller})
    list.push_back({EntryId(0), id});
  REQUIRE(list.stretches().size() == 3);
  CHECK(list.stretches()[1].first == EventIndex(2));
  CHECK(list.endOf(0) == 2);
  CHECK(list.endOf(2) == 5);
  CHECK(list.stretchOf(EventIndex(4)) == 2);
}

TEST_CASE("Events are sorted by call, and within a call by time",
          "[trace][events]") {
  constexpr uint32_t calls = 30;
  size_t count = GENERATE(0, 1, 100, 5000);
  unsigned stay = GENERATE(0, 50, 99);
  // The last call has no events.
  std::vector<Event> events = randomEvents(count, calls - 1, stay);
  EventList list(events);
  EventsByCall byCall(list, calls);
  std::vector<EventIndex> sorted;
  for (size_t i = 0; i < count; ++i)
    sorted.push_back(EventIndex(i));
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](EventIndex a, EventIndex b) {
                     return events[static_cast<size_t>(a)].invocation <
                            events[static_cast<size_t>(b)].invocation;
                   });

  bool isSame = true;
  for (uint32_t i = 0; i < count; ++i)
    isSame &= byCall.eventAt(list, i) == sorted[i] &&
              byCall.positionOf(list, sorted[i]) == i;
  CHECK(isSame);
  std::vector<EventIndex> inTurn;
  for (uint32_t id = 0; id < calls; ++id) {
    CHECK(byCall.firstPosition(InvocationId(id)) == inTurn.size());
    CallEvents its(list, byCall, byCall.firstPosition(InvocationId(id)),
                   byCall.count(InvocationId(id)));
    CHECK(std::is_sorted(its.begin(), its.end()));
    inTurn.insert(inTurn.end(), its.begin(), its.end());
  }
  CHECK(inTurn == sorted);
  std::vector<EventIndex> byPart;
  for (size_t i = 0; i < byCall.parts(); ++i) {
    PlacedStretch part = byCall.part(list, i);
    CHECK(part.firstPosition == byPart.size());
    for (uint32_t k = 0; k < part.size; ++k)
      byPart.push_back(EventIndex(static_cast<uint32_t>(part.firstEvent) + k));
  }
  CHECK(byPart == sorted);
}

TEST_CASE("The events of a call can be searched and cut", "[trace][events]") {
  std::vector<Event> events = randomEvents(1000, 2, 70);
  EventList list(events);
  EventsByCall byCall(list, 2);
  CallEvents its(list, byCall, byCall.firstPosition(InvocationId(1)),
                 byCall.count(InvocationId(1)));
  REQUIRE(its.size() > 100);
  EventIndex middle = its[50];
  CHECK(*std::lower_bound(its.begin(), its.end(), middle) == middle);
  CHECK(its.drop_front(50).front() == middle);
  CHECK(its.slice(10, 41).back() == middle);
  CHECK(*(its.end() - 1) == its.back());
}
