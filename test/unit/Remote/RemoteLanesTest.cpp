// Tests what is known of a lane, which is another process that makes runs for
// this one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Remote/RemoteLanes.h"
#include "RemoteTester.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;

namespace {

/// A link that keeps what is sent.
class NotedLink : public FrameLink {
public:
  bool send(const Frame &frame) override {
    std::lock_guard<std::mutex> lock(mutex);
    sent.push_back(frame);
    return isOpen;
  }
  std::optional<Frame> receive() override { return std::nullopt; }
  void close() override {}
  size_t count(FrameKind kind) {
    std::lock_guard<std::mutex> lock(mutex);
    size_t count = 0;
    for (const Frame &frame : sent)
      count += frame.kind == kind;
    return count;
  }

  Frame last() {
    std::lock_guard<std::mutex> lock(mutex);
    return sent.back();
  }

  std::mutex mutex;
  std::vector<Frame> sent;
  bool isOpen = true;
};

struct LaneFixture {
  void offer(uint64_t number) {
    lane.offer(std::make_shared<const std::string>("the case"), number);
  }
  void start() { offer(1); }
  void becomeReady(uint64_t offer = 1) {
    LaneReady ready{offer};
    ready.proof.standardOutput = "recorded";
    lane.receive({1, FrameKind::Ready, toWire(ready)});
  }
  void refuse(uint64_t offer, const std::string &why) {
    lane.receive({1, FrameKind::Refused, toWire(LaneRefusal{offer, why})});
  }
  void answer(uint64_t number, const std::string &output) {
    RunResult result;
    result.standardOutput = output;
    lane.receive({1, FrameKind::Result, toWire(LaneResult{number, result})});
  }

  NotedLink link;
  LaneConnection lane{link, 1};
};

} // namespace

TEST_CASE_METHOD(LaneFixture, "A lane gets the case once for each process",
                 "[remote][lanes]") {
  start();
  becomeReady();
  auto proof = llvm::cantFail(lane.awaitReady(false));
  REQUIRE(proof.has_value());
  CHECK(proof->standardOutput == "recorded");
  CHECK(link.count(FrameKind::Start) == 1);
  CHECK(link.count(FrameKind::Offer) == 1);
}

TEST_CASE_METHOD(LaneFixture, "A refused case makes the lane useless",
                 "[remote][lanes]") {
  start();
  refuse(GENERATE(0, 1), "its processor lacks avx2");
  llvm::Error error = lane.awaitReady(false).takeError();
  CHECK(error.isA<LaneLostError>());
  CHECK(llvm::toString(std::move(error)) == "rank 1: its processor lacks avx2");
}

TEST_CASE_METHOD(LaneFixture,
                 "A process that dies loses its run, and is started again",
                 "[remote][lanes]") {
  start();
  becomeReady();
  for (unsigned deaths = 1; deaths <= 3; ++deaths) {
    lane.beginRun();
    lane.receive({1, FrameKind::Died, "its process was ended by signal 9"});
    llvm::Error error = lane.awaitAnswer().takeError();
    CHECK(error.isA<EngineError>());
    CHECK(llvm::toString(std::move(error)) ==
          "rank 1: its process was ended by signal 9");
    std::thread next(
        [&] { CHECK(llvm::cantFail(lane.awaitReady(false)).has_value()); });
    while (link.count(FrameKind::Offer) != deaths + 1)
      std::this_thread::yield();
    becomeReady();
    next.join();
    CHECK(lane.starts() == deaths + 1);
  }
  lane.beginRun();
  lane.receive({1, FrameKind::Died, "its process was ended by signal 9"});
  llvm::consumeError(lane.awaitAnswer().takeError());
  CHECK(lane.awaitReady(false).errorIsA<LaneLostError>());
}

TEST_CASE_METHOD(LaneFixture, "A lane without a machine is lost",
                 "[remote][lanes]") {
  start();
  becomeReady();
  lane.beginRun();
  lane.receive({1, FrameKind::Gone, "MPI can't reach it any more"});
  CHECK(lane.awaitAnswer().errorIsA<LaneLostError>());
  // Whatever it says afterwards, it stays lost.
  becomeReady();
  CHECK(lane.awaitReady(false).errorIsA<LaneLostError>());
}

TEST_CASE_METHOD(LaneFixture, "The answer to a cancelled run is not used",
                 "[remote][lanes]") {
  start();
  becomeReady();
  uint64_t first = lane.beginRun();
  lane.cancel();
  lane.cancel();
  CHECK(!llvm::cantFail(lane.awaitAnswer()));
  CHECK(link.count(FrameKind::Cancel) == 1);
  uint64_t second = lane.beginRun();
  answer(first, "old");
  answer(second, "new");
  auto result = llvm::cantFail(lane.awaitAnswer());
  REQUIRE(result.has_value());
  CHECK(std::get<RunResult>(*result).standardOutput == "new");
}

TEST_CASE_METHOD(LaneFixture,
                 "A failed run may be repeated unless the lane is "
                 "of no use",
                 "[remote][lanes]") {
  start();
  becomeReady();
  bool mayRepeat = GENERATE(true, false);
  uint64_t number = lane.beginRun();
  lane.receive({1, FrameKind::Failed,
                toWire(LaneFailure{number, "out of breath", mayRepeat})});
  llvm::Error error = lane.awaitAnswer().takeError();
  CHECK(error.isA<EngineError>() == mayRepeat);
  CHECK(error.isA<LaneLostError>() == !mayRepeat);
  CHECK(llvm::toString(std::move(error)) == "rank 1: out of breath");
}

TEST_CASE_METHOD(LaneFixture, "Nobody waits for a lane that is not needed",
                 "[remote][lanes]") {
  start();
  lane.abandon();
  CHECK(!llvm::cantFail(lane.awaitReady(/*mayAbandon=*/true)));
  lane.resume();
  becomeReady();
  CHECK(llvm::cantFail(lane.awaitReady(/*mayAbandon=*/true)));
}

TEST_CASE_METHOD(LaneFixture, "A closed link makes the lane useless",
                 "[remote][lanes]") {
  link.isOpen = false;
  start();
  CHECK(lane.awaitReady(false).errorIsA<LaneLostError>());
}

TEST_CASE_METHOD(LaneFixture, "An offer takes the place of the one before",
                 "[remote][lanes]") {
  start();
  bool wasReady = GENERATE(false, true);
  if (wasReady)
    becomeReady();
  offer(2);
  CHECK(link.count(FrameKind::Start) == 1);
  CHECK(link.count(FrameKind::Offer) == 2);
  // Answers to the first offer tell nothing about the second one.
  becomeReady(1);
  refuse(1, "it has no /old");
  lane.abandon();
  CHECK(!llvm::cantFail(lane.awaitReady(/*mayAbandon=*/true)));
  becomeReady(2);
  CHECK(llvm::cantFail(lane.awaitReady(/*mayAbandon=*/true)));
}

TEST_CASE_METHOD(LaneFixture, "A lane that has refused an offer gets the next",
                 "[remote][lanes]") {
  start();
  refuse(1, "it has no /old");
  CHECK(lane.awaitReady(false).errorIsA<LaneLostError>());
  offer(2);
  becomeReady(2);
  CHECK(llvm::cantFail(lane.awaitReady(false)));
}

TEST_CASE_METHOD(LaneFixture,
                 "A process that dies between two offers is started again",
                 "[remote][lanes]") {
  start();
  refuse(1, "it has no /old");
  lane.receive({1, FrameKind::Died, "its process was ended by signal 9"});
  offer(2);
  std::thread next(
      [&] { CHECK(llvm::cantFail(lane.awaitReady(false)).has_value()); });
  while (link.count(FrameKind::Start) != 2)
    std::this_thread::yield();
  becomeReady(2);
  next.join();
}

TEST_CASE_METHOD(LaneFixture, "A lane without a machine gets no more offers",
                 "[remote][lanes]") {
  start();
  lane.receive({1, FrameKind::Gone, "MPI can't reach it any more"});
  offer(2);
  becomeReady(2);
  CHECK(link.count(FrameKind::Offer) == 1);
  CHECK(llvm::toString(lane.awaitReady(false).takeError()) ==
        "rank 1: MPI can't reach it any more");
}

TEST_CASE_METHOD(LaneFixture,
                 "A run that is cancelled does not cancel the "
                 "next step",
                 "[remote][lanes]") {
  start();
  lane.beginRun();
  lane.cancel();
  CHECK(!llvm::cantFail(lane.awaitReady(false)));
  lane.resume();
  becomeReady();
  CHECK(llvm::cantFail(lane.awaitReady(/*mayAbandon=*/true)));
}

TEST_CASE_METHOD(LaneFixture, "A test is sent to the lane, which judges it",
                 "[remote][lanes]") {
  start();
  becomeReady();
  RemoteTester tester(lane);
  Materials materials;
  materials.standardInput = "in";
  std::atomic<bool> givenUp = false;
  std::thread other([&] {
    while (link.count(FrameKind::Test) != 1)
      std::this_thread::yield();
    auto request = fromWire<TestRequest>(link.last().body);
    REQUIRE(request.has_value());
    TestedRun run{Outcome::Unresolved, "crash", "signal 11", 0.5};
    if (request->materials.key() == materials.key())
      lane.receive({1, FrameKind::Result,
                    toWire(LaneResult{request->number, std::move(run)})});
  });
  TestedRun run = llvm::cantFail(tester.test(materials, givenUp));
  other.join();
  CHECK(run.outcome == Outcome::Unresolved);
  CHECK(run.cause == "crash");
  CHECK(run.ending == "signal 11");
  CHECK(run.seconds == 0.5);
}

TEST_CASE_METHOD(LaneFixture, "A test that is given up is cancelled",
                 "[remote][lanes]") {
  start();
  becomeReady();
  RemoteTester tester(lane);
  std::atomic<bool> givenUp = false;
  std::thread other([&] {
    while (link.count(FrameKind::Test) != 1)
      std::this_thread::yield();
    givenUp = true;
  });
  llvm::cantFail(tester.test(Materials(), givenUp));
  other.join();
  CHECK(link.count(FrameKind::Cancel) == 1);
}

TEST_CASE_METHOD(LaneFixture, "A test whose process dies is repeated",
                 "[remote][lanes]") {
  start();
  becomeReady();
  RemoteTester tester(lane);
  std::atomic<bool> givenUp = false;
  std::thread other([&] {
    while (link.count(FrameKind::Test) != 1)
      std::this_thread::yield();
    lane.receive({1, FrameKind::Died, "its process was ended by signal 9"});
    while (link.count(FrameKind::Start) != 2)
      std::this_thread::yield();
    becomeReady();
    while (link.count(FrameKind::Test) != 2)
      std::this_thread::yield();
    auto request = fromWire<TestRequest>(link.last().body);
    lane.receive({1, FrameKind::Result,
                  toWire(LaneResult{request->number,
                                    TestedRun{Outcome::Fail, "", "", 0}})});
  });
  CHECK(llvm::cantFail(tester.test(Materials(), givenUp)).outcome ==
        Outcome::Fail);
  other.join();
}

TEST_CASE_METHOD(LaneFixture, "A lane that can't make a test is lost",
                 "[remote][lanes]") {
  start();
  becomeReady();
  RemoteTester tester(lane);
  std::atomic<bool> givenUp = false;
  std::thread other([&] {
    while (link.count(FrameKind::Test) != 1)
      std::this_thread::yield();
    auto request = fromWire<TestRequest>(link.last().body);
    lane.receive({1, FrameKind::Failed,
                  toWire(LaneFailure{request->number, "its disk is full",
                                     /*mayRepeat=*/false})});
  });
  llvm::Error error = tester.test(Materials(), givenUp).takeError();
  other.join();
  CHECK(error.isA<LaneLostError>());
  CHECK(llvm::toString(std::move(error)) == "rank 1: its disk is full");
  CHECK(tester.test(Materials(), givenUp).errorIsA<LaneLostError>());
}
