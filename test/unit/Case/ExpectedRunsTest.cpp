// Tests of the runs that are made in advance, before their results are asked
// for.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/ExpectedRuns.h"
#include "Case/SlowMachine.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;

namespace {

class PoolFixture {
public:
  /// Returns the run of the first `size` events.
  LaneRun runOf(size_t size) const {
    EventSet included(trace.size());
    included.insertRange(EventIndex(0), EventIndex(size));
    return {{size, 0}, included};
  }

  void openWith(unsigned lanes, LaneFactory factory) {
    LaneChoice choice;
    choice.lanes = lanes;
    choice.factory = std::move(factory);
    choice.refused = [this](llvm::StringRef why) {
      CHECK(refusals.insert(why.str()).second);
    };
    pool.emplace(trace, choice);
  }

  void open(unsigned lanes) {
    openWith(lanes, SlowMachine::factory(room));
    while (!pool->isReady())
      std::this_thread::yield();
  }

  /// Returns the output of the run.
  std::string take(size_t size) {
    auto run = llvm::cantFail(pool->take(runOf(size), nullptr));
    REQUIRE(run.has_value());
    return run->result.standardOutput;
  }

  std::string expectedOutput(size_t size) {
    PaperMachine machine;
    return llvm::cantFail(
               machine.execute(LaunchSpec(), trace, runOf(size).included))
        .standardOutput;
  }

  MachineRoom room;
  Trace trace = paperTrace();
  std::set<std::string> refusals;
  std::optional<ExpectedRuns> pool;
};

} // namespace

TEST_CASE_METHOD(PoolFixture, "A lane gives the result of the run asked for",
                 "[case][lanes]") {
  for (unsigned lanes : {1, 3}) {
    open(lanes);
    for (size_t size : {1, 20, 34, 7})
      CHECK(take(size) == expectedOutput(size));
    pool->expect({runOf(2), runOf(3), runOf(30)});
    for (size_t size : {30, 3, 2})
      CHECK(take(size) == expectedOutput(size));
    pool->close();
    CHECK(pool->unusedRuns() == 0);
    CHECK(room.strangers == 0);
  }
  CHECK(room.executions == 14);
}

TEST_CASE_METHOD(PoolFixture, "Expected runs are executed side by side",
                 "[case][lanes]") {
  room.endless = {1, 2, 3};
  open(3);
  pool->expect({runOf(1), runOf(2), runOf(3)});
  room.awaitUnderWay(3);
  pool->close();
  CHECK(room.cancelled == 3);
  CHECK(room.forgotten == 0);
  CHECK(pool->unusedRuns() == 3);
}

TEST_CASE_METHOD(PoolFixture, "A result that is no longer expected is dropped",
                 "[case][lanes]") {
  open(1);
  pool->expect({runOf(4), runOf(5)});
  CHECK(take(5) == expectedOutput(5));
  while (room.count() < 2)
    std::this_thread::yield();
  // If the run ends only after that, the next call drops it.
  while (pool->unusedRuns() < 1) {
    pool->expect({});
    std::this_thread::yield();
  }
  CHECK(take(4) == expectedOutput(4));
  CHECK(room.executions == 3);
  pool->close();
  CHECK(pool->unusedRuns() == 1);
}

TEST_CASE_METHOD(
    PoolFixture,
    "A run that is no longer of interest makes room for one that is asked for",
    "[case][lanes]") {
  room.endless = {8};
  open(1);
  pool->expect({runOf(8), runOf(9)});
  room.awaitUnderWay(1);
  pool->expect({runOf(9)});
  CHECK(take(9) == expectedOutput(9));
  CHECK(room.cancelled == 1);
}

TEST_CASE_METHOD(PoolFixture,
                 "A run that is waited for is made, whatever is expected",
                 "[case][lanes]") {
  room.endless = {1, 2};
  open(2);
  // Both lanes are ready as soon as both of these runs are under way.
  pool->expect({runOf(1), runOf(2)});
  room.awaitUnderWay(2);
  pool->expect({});
  CHECK(take(7) == expectedOutput(7));
  // Becomes true when the function is called: a run has ended, and no other run
  // is expected.
  bool wasCalled = false;
  auto fewLeft = [&] {
    wasCalled = true;
    pool->expect({runOf(6)});
  };
  auto taken = pool->take(runOf(8), nullptr, Deadline(), fewLeft);
  REQUIRE(static_cast<bool>(taken));
  REQUIRE(taken->has_value());
  CHECK((*taken)->result.standardOutput == expectedOutput(8));
  CHECK(wasCalled);
}

TEST_CASE_METHOD(PoolFixture, "A cancelled run can be asked for again",
                 "[case][lanes]") {
  room.endless = {8};
  open(1);
  pool->expect({runOf(8)});
  room.awaitUnderWay(1);
  pool->expect({});
  CHECK(take(9) == expectedOutput(9));
  room.endless.clear();
  CHECK(take(8) == expectedOutput(8));
}

TEST_CASE_METHOD(PoolFixture, "An error counts only if the run is asked for",
                 "[case][lanes]") {
  open(1);
  // Each run is tried at most five times.
  room.failures = {{3, 5}, {4, 100}};
  pool->expect({runOf(3), runOf(4), runOf(5)});
  while (room.count() < 11) // All were made in advance.
    std::this_thread::yield();
  CHECK(take(5) == expectedOutput(5));
  CHECK(take(3) == expectedOutput(3));
  auto failed = pool->take(runOf(4), nullptr);
  REQUIRE_FALSE(static_cast<bool>(failed));
  llvm::Error error = failed.takeError();
  CHECK(error.isA<EngineError>());
  CHECK(llvm::toString(std::move(error)) == "out of breath");
  // Without this call, the error would be dropped together with the pool.
  pool->expect({runOf(4), runOf(6)});
  CHECK(take(6) == expectedOutput(6));
}

TEST_CASE_METHOD(PoolFixture, "A stop ends the wait and the runs",
                 "[case][lanes]") {
  room.endless = {10, 11};
  open(2);
  pool->expect({runOf(10), runOf(11)});
  room.awaitUnderWay(2);
  std::atomic<bool> stop = true;
  auto run = llvm::cantFail(pool->take(runOf(10), &stop));
  CHECK_FALSE(run.has_value());
  pool.reset();
  CHECK(room.cancelled == 2);
  CHECK(room.forgotten == 0);
}

TEST_CASE_METHOD(PoolFixture, "A run that has not ended at the deadline fails",
                 "[case][lanes]") {
  room.endless = {10};
  open(1);
  pool->expect({runOf(10)});
  room.awaitUnderWay(1);
  auto run = pool->take(runOf(10), nullptr, Deadline::after(0));
  CHECK(run.errorIsA<TimeUpError>());
  llvm::consumeError(run.takeError());
  pool->close();
  CHECK(pool->unusedRuns() == 1);
  CHECK(room.cancelled == 1);
  CHECK(room.forgotten == 0);
}

TEST_CASE_METHOD(PoolFixture, "The lanes that can be made do the work",
                 "[case][lanes]") {
  openWith(3, [&](unsigned number) -> llvm::Expected<Lane> {
    if (number != 2)
      return llvm::make_error<EngineError>("no lane " + llvm::Twine(number));
    return SlowMachine::factory(room)(number);
  });
  CHECK(take(12) == expectedOutput(12));
  while (refusals.size() < 2)
    pool->tellRefusals();
  CHECK(refusals == std::set<std::string>{"no lane 1", "no lane 3"});
  CHECK(take(13) == expectedOutput(13));
}

TEST_CASE_METHOD(PoolFixture, "Without any lane the pool is never ready",
                 "[case][lanes]") {
  openWith(2, [](unsigned number) -> llvm::Expected<Lane> {
    return llvm::make_error<EngineError>("no lane " + llvm::Twine(number));
  });
  while (refusals.size() < 2)
    pool->tellRefusals();
  CHECK_FALSE(pool->isReady());
  pool->expect({runOf(1)});
  pool->close();
  CHECK(pool->unusedRuns() == 0);
}

TEST_CASE_METHOD(PoolFixture, "If a lane is lost, another lane makes its run",
                 "[case][lanes]") {
  open(2);
  room.losing = {6};
  CHECK(take(6) == expectedOutput(6));
  while (pool->tellRefusals() == 0)
    std::this_thread::yield();
  CHECK(refusals == std::set<std::string>{"somebody pulled the plug"});
  CHECK(pool->isReady());
  CHECK(take(7) == expectedOutput(7));
}

TEST_CASE_METHOD(PoolFixture, "If the last lane is lost, nobody waits for it",
                 "[case][lanes]") {
  open(1);
  room.losing = {6};
  auto lost = pool->take(runOf(6), nullptr);
  CHECK(lost.errorIsA<LaneLostError>());
  llvm::consumeError(lost.takeError());
  CHECK_FALSE(pool->isReady());
}

TEST_CASE_METHOD(PoolFixture, "Lanes of other processes are made side by side",
                 "[case][lanes]") {
  std::mutex mutex;
  std::condition_variable changed;
  unsigned making = 0;
  LaneFactory inner = SlowMachine::factory(room);
  LaneChoice choice;
  choice.lanes = 3;
  choice.lanesHere = 1;
  // Both engines wait for each other, so they are made only if the factory is
  // called for both at the same time.
  choice.factory = [&](unsigned number) -> llvm::Expected<Lane> {
    std::unique_lock<std::mutex> lock(mutex);
    if (number > 1) {
      ++making;
      changed.notify_all();
      changed.wait(lock, [&] { return making == 2; });
    }
    return inner(number);
  };
  bool isAbandoned = false;
  choice.abandon = [&] { isAbandoned = true; };
  pool.emplace(trace, choice);
  while (room.machineCount() != 3)
    std::this_thread::yield();
  CHECK(take(5) == expectedOutput(5));
  pool->close();
  CHECK(isAbandoned);
}

TEST_CASE_METHOD(PoolFixture, "A run can have another poison than its lane",
                 "[case][lanes]") {
  open(2);
  LaneRun poisoned = runOf(5);
  poisoned.poison = Poison::Large;
  poisoned.key.second = 1;
  CHECK(take(5) == expectedOutput(5));
  CHECK(llvm::cantFail(pool->take(poisoned, nullptr)).has_value());
  CHECK(take(6) == expectedOutput(6));
  CHECK(room.poisons ==
        std::map<Poison, size_t>{{Poison::Pattern, 2}, {Poison::Large, 1}});
}

TEST_CASE_METHOD(PoolFixture,
                 "Runs that were begun stay, whatever is expected meanwhile",
                 "[case][lanes]") {
  room.endless = {1};
  open(2);
  pool->begin({runOf(1), runOf(4), runOf(5)});
  // One lane makes the endless run, the other one the two others.
  room.awaitUnderWay(1);
  while (room.count() < 3)
    std::this_thread::yield();
  pool->expect({});
  CHECK(take(4) == expectedOutput(4));
  CHECK(take(5) == expectedOutput(5));
  CHECK(room.executions == 3);
  pool->release({runOf(1), runOf(4), runOf(5)});
  // The endless run makes room for two others now.
  pool->expect({runOf(6), runOf(7)});
  CHECK(take(6) == expectedOutput(6));
  CHECK(take(7) == expectedOutput(7));
  pool->close();
  CHECK(room.cancelled == 1);
}
