// Tests when a run with threads is stopped to look at its threads.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Stops/ThreadTurns.h"
#include "MadeUpProcess.h"
#include <catch2/catch.hpp>

using namespace pinstripe;

namespace {

class EmptyHandler : public HookHandler {
  Decision arrive(const HookPoint &, const Arrival &) override { return {}; }
  void arriveAtExitFunction(uint64_t, uint64_t) override {}
  uint64_t eventsExecuted() const override { return 0; }
  std::optional<EventIndex> currentEvent() const override { return {}; }
};

/// Knows the next recorded event of each thread.
class RecordedHandler final : public EmptyHandler {
public:
  std::map<uint64_t, EventIndex> next;

private:
  std::optional<EventIndex> nextEvent(uint64_t thread) const override {
    return next.at(thread);
  }
};

} // namespace

TEST_CASE("A thread passes hooks by itself up to the next event of another one",
          "[execution][threads]") {
  MadeUpProcess process;
  RecordedHandler handler;
  handler.next = {{1, EventIndex(5)}, {2, EventIndex(3)}};
  ThreadTurns turns(process, handler, /*seed=*/0);
  HookPoint statement;
  statement.entry = EntryId(0);
  CHECK_FALSE(turns.mayPass(1, statement, 0x1000));
  CHECK(turns.advance().kind == TurnStep::Kind::GoOn);
  // While a thread has not come to its first hook, the tool is asked at each
  // hook.
  CHECK_FALSE(turns.limitsOf(1));
  CHECK_FALSE(turns.mayPass(2, statement, 0x2000));
  CHECK(turns.advance().thread == 2);
  CHECK_FALSE(turns.limitsOf(1));
  auto limits = turns.limitsOf(2);
  REQUIRE(limits);
  CHECK(limits->arrivals == ThreadSchedule::longestTurn);
  CHECK(limits->nextOfOthers == EventIndex(5));

  // What the thread has done by itself counts in its turn, and so does the hook
  // at which it asks.
  process.progress = {/*arrivals=*/400, /*hasMoved=*/true};
  handler.next[2] = EventIndex(4);
  CHECK(turns.mayPass(2, statement, 0x2000));
  limits = turns.limitsOf(2);
  REQUIRE(limits);
  CHECK(limits->arrivals == ThreadSchedule::longestTurn - 401);
}

TEST_CASE("The times between looks at a running thread begin at 200 us and are "
          "doubled",
          "[execution][threads]") {
  MadeUpProcess process;
  EmptyHandler handler;
  ThreadTurns turns(process, handler, /*seed=*/0);
  // The first thread is held at its first hook, because the second one has not
  // come to a hook yet.
  CHECK_FALSE(turns.mayPass(1, HookPoint(), 0x1000));
  CHECK(turns.advance().kind == TurnStep::Kind::GoOn);
  REQUIRE(process.metronome == 1);
  for (int i = 0; i < 2; ++i) {
    turns.tick(1);
    CHECK(turns.advance().kind == TurnStep::Kind::GoOn);
  }
  CHECK(process.periods == std::vector<uint64_t>{200, 400, 800});
}
