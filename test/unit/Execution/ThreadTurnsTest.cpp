// Tests when a run with threads is stopped to look at its threads.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Stops/ThreadTurns.h"
#include "MadeUpProcess.h"
#include <catch2/catch.hpp>

using namespace pinstripe;

namespace {

class EmptyHandler final : public HookHandler {
  Decision arrive(const HookPoint &, const Arrival &) override { return {}; }
  void arriveAtExitFunction(uint64_t, uint64_t) override {}
  uint64_t eventsExecuted() const override { return 0; }
  std::optional<EventIndex> currentEvent() const override { return {}; }
};

} // namespace

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
