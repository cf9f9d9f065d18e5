//===- LanePoolTest.cpp - Several partial executions at once --------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Driver/LanePool.h"
#include "SlowMachine.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;

namespace {

class PoolFixture {
public:
  /// The run of the first `size` events.
  LaneRun runOf(size_t size) const {
    EventSet included(trace.size());
    included.set(0, size);
    return {{size, 0}, included};
  }

  void open(unsigned lanes) {
    pool.emplace(trace, lanes, SlowMachine::factory(room));
    while (!pool->isReady())
      std::this_thread::yield();
  }

  /// What the run wrote.
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
  std::optional<LanePool> pool;
};

} // namespace

TEST_CASE_METHOD(PoolFixture, "A lane gives the result of the run asked for",
                 "[driver][lanes]") {
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

TEST_CASE_METHOD(PoolFixture, "Expected runs go on side by side",
                 "[driver][lanes]") {
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
                 "[driver][lanes]") {
  open(1);
  pool->expect({runOf(4), runOf(5)});
  CHECK(take(5) == expectedOutput(5));
  while (room.count() < 2)
    std::this_thread::yield();
  pool->expect({});
  while (pool->unusedRuns() < 1)
    std::this_thread::yield();
  CHECK(take(4) == expectedOutput(4));
  CHECK(room.executions == 3);
  pool->close();
  CHECK(pool->unusedRuns() == 1);
}

TEST_CASE_METHOD(PoolFixture,
                 "A run of no more interest makes room for one that is asked "
                 "for",
                 "[driver][lanes]") {
  room.endless = {8};
  open(1);
  pool->expect({runOf(8), runOf(9)});
  room.awaitUnderWay(1);
  pool->expect({runOf(9)});
  CHECK(take(9) == expectedOutput(9));
  CHECK(room.cancelled == 1);
}

TEST_CASE_METHOD(PoolFixture, "A run that was given up can be asked for again",
                 "[driver][lanes]") {
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
                 "[driver][lanes]") {
  open(1);
  // Each run tries five times.
  room.failures = {{3, 5}, {4, 100}};
  pool->expect({runOf(3), runOf(4), runOf(5)});
  while (room.count() < 11) // all were made in advance
    std::this_thread::yield();
  CHECK(take(5) == expectedOutput(5));
  CHECK(take(3) == expectedOutput(3));
  auto failed = pool->take(runOf(4), nullptr);
  REQUIRE_FALSE(static_cast<bool>(failed));
  llvm::Error error = failed.takeError();
  CHECK(error.isA<EngineError>());
  CHECK(llvm::toString(std::move(error)) == "out of breath");
  // And goes with the pool else.
  pool->expect({runOf(4), runOf(6)});
  CHECK(take(6) == expectedOutput(6));
}

TEST_CASE_METHOD(PoolFixture, "A stop ends the wait and the runs",
                 "[driver][lanes]") {
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

TEST_CASE_METHOD(PoolFixture, "The lanes that can be made do the work",
                 "[driver][lanes]") {
  pool.emplace(trace, 3, [&](unsigned number) -> llvm::Expected<Lane> {
    if (number != 2)
      return llvm::make_error<EngineError>("no lane " + llvm::Twine(number));
    return SlowMachine::factory(room)(number);
  });
  CHECK(take(12) == expectedOutput(12));
  std::set<std::string> refusals;
  while (refusals.size() < 2)
    for (const std::string &each : pool->takeRefusals())
      CHECK(refusals.insert(each).second);
  CHECK(refusals == std::set<std::string>{"no lane 1", "no lane 3"});
  CHECK(take(13) == expectedOutput(13));
}

TEST_CASE_METHOD(PoolFixture, "Without any lane the pool is never ready",
                 "[driver][lanes]") {
  pool.emplace(trace, 2, [](unsigned) -> llvm::Expected<Lane> {
    return llvm::make_error<EngineError>("no");
  });
  size_t refusals = 0;
  while (refusals < 2)
    refusals += pool->takeRefusals().size();
  CHECK_FALSE(pool->isReady());
  pool->expect({runOf(1)});
  pool->close();
  CHECK(pool->unusedRuns() == 0);
}
