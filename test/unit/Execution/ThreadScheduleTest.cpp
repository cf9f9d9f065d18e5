// Tests of the rule that gives threads their turns.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Stops/ThreadSchedule.h"
#include "TestSupport/Catch.h"
#include <vector>

using namespace pinstripe;

static std::vector<ThreadCandidate>
threads(std::initializer_list<uint64_t> numbers) {
  std::vector<ThreadCandidate> candidates;
  for (uint64_t number : numbers)
    candidates.push_back({number});
  return candidates;
}

/// Returns whom a schedule chooses in some turns among the same threads.
static std::vector<uint64_t> choices(uint64_t seed, size_t turns) {
  ThreadSchedule schedule(seed);
  std::vector<uint64_t> chosen;
  for (size_t i = 0; i < turns; ++i)
    chosen.push_back(schedule.choose(threads({0, 1, 2, 3})));
  return chosen;
}

/// Returns the number of events of the next turn.
static uint64_t lengthOfTurn(ThreadSchedule &schedule) {
  schedule.choose(threads({0, 1}));
  uint64_t events = 0;
  while (!schedule.countEvent())
    ++events;
  return events;
}

TEST_CASE("threads get their turns in order of creation",
          "[threads][schedule]") {
  ThreadSchedule schedule(0);
  CHECK(schedule.choose(threads({0, 1, 2})) == 1);
  CHECK(schedule.choose(threads({0, 1, 2})) == 2);
  CHECK(schedule.choose(threads({0, 1, 2})) == 0);

  SECTION("and threads that can't go on are left out") {
    CHECK(schedule.choose(threads({0, 2})) == 2);
    CHECK(schedule.choose(threads({1, 2})) == 1);
  }
  SECTION("and a thread that can go on alone has the next turn, too") {
    CHECK(schedule.choose(threads({0})) == 0);
  }
  SECTION("also after the thread that had the last turn has ended") {
    CHECK(schedule.choose(threads({1, 2})) == 1);
    CHECK(schedule.choose(threads({0, 3})) == 3);
  }
  SECTION("and who was given a turn without a choice comes last") {
    schedule.give(1);
    CHECK(schedule.choose(threads({0, 1, 2})) == 2);
  }
}

TEST_CASE("a turn ends after a fixed number of events", "[threads][schedule]") {
  ThreadSchedule schedule(0);
  CHECK(lengthOfTurn(schedule) == ThreadSchedule::longestTurn);
  CHECK(lengthOfTurn(schedule) == ThreadSchedule::longestTurn);
}

TEST_CASE("threads that sleep go on last, in the order in which they wake up",
          "[threads][schedule]") {
  ThreadSchedule schedule(0);
  std::vector<ThreadCandidate> candidates = {{0, 500}, {1, 100}, {2, 0}};
  CHECK(schedule.choose(candidates) == 2);
  CHECK(schedule.choose(candidates) == 2);
  candidates.pop_back();
  CHECK(schedule.now() == 0);
  CHECK(schedule.choose(candidates) == 1);
  CHECK(schedule.now() == 100);
  candidates[1].wakeTime = 300;
  CHECK(schedule.choose(candidates) == 1);
  candidates[1].wakeTime = 500;
  // Both wake up at the same time, and thread 1 had the last turn.
  CHECK(schedule.choose(candidates) == 0);
  CHECK(schedule.now() == 500);
  CHECK(schedule.choose(candidates) == 1);
}

TEST_CASE("a thread that yields lets threads wake up that sleep",
          "[threads][schedule]") {
  ThreadSchedule schedule(0);
  std::vector<ThreadCandidate> candidates = {{0, 0, /*yields=*/true}, {1, 100}};
  schedule.give(0);
  CHECK(schedule.choose(candidates) == 1);
  CHECK(schedule.now() == 100);

  SECTION("but only if no other thread can go on") {
    ThreadSchedule another(0);
    candidates.push_back({2, 0});
    CHECK(another.choose(candidates) == 2);
    CHECK(another.choose(candidates) == 0);
    CHECK(another.now() == 0);
  }
}

TEST_CASE("threads of a partial execution go on in the recorded order",
          "[threads][schedule]") {
  ThreadSchedule schedule(0);
  std::vector<ThreadCandidate> candidates = {
      {0, 0, false, EventIndex{8}}, {1, 0, false, EventIndex{5}}, {2, 0}};
  CHECK(schedule.choose(candidates) == 1);
  CHECK(schedule.choose(candidates) == 1);
  candidates[1].nextEvent = EventIndex{9};
  CHECK(schedule.choose(candidates) == 0);
  // If no thread has a next event, the order of creation decides.
  candidates[0].nextEvent = candidates[1].nextEvent = std::nullopt;
  CHECK(schedule.choose(candidates) == 1);
  CHECK(schedule.choose(candidates) == 2);
}

TEST_CASE("each number of an order gives the same order each time",
          "[threads][schedule]") {
  std::vector<std::vector<uint64_t>> orders;
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    INFO(seed);
    std::vector<uint64_t> order = choices(seed, 40);
    CHECK(order == choices(seed, 40));
    for (uint64_t thread = 0; thread < 4; ++thread)
      CHECK(std::count(order.begin(), order.end(), thread) > 0);
    CHECK(std::count(orders.begin(), orders.end(), order) == 0);
    orders.push_back(order);
  }
}

TEST_CASE("turns of other orders are short and of many lengths",
          "[threads][schedule]") {
  ThreadSchedule schedule(1);
  bool hasShort = false;
  bool hasLong = false;
  for (int i = 0; i < 100; ++i) {
    uint64_t length = lengthOfTurn(schedule);
    CHECK(length >= 1);
    CHECK(length <= 128);
    hasShort |= length == 1;
    hasLong |= length > 32;
  }
  CHECK(hasShort);
  CHECK(hasLong);
}
