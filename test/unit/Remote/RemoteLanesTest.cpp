// Tests of the state of a lane in another process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Remote/RemoteLanes.h"
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

  std::mutex mutex;
  std::vector<Frame> sent;
  bool isOpen = true;
};

struct LaneFixture {
  void start() { lane.start(offer); }
  void becomeReady() {
    RunResult proof;
    proof.standardOutput = "recorded";
    lane.receive({1, FrameKind::Ready, toWire(proof)});
  }
  void answer(uint64_t number, const std::string &output) {
    RunResult result;
    result.standardOutput = output;
    lane.receive({1, FrameKind::Result, toWire(LaneResult{number, result})});
  }

  NotedLink link;
  LaneConnection lane{link, 1};
  const std::string offer = "the case";
};

} // namespace

TEST_CASE_METHOD(LaneFixture, "A lane gets the case once for each process",
                 "[remote][lanes]") {
  start();
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
  lane.receive({1, FrameKind::Refused, "its processor lacks avx2"});
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
    llvm::Error error = lane.awaitResult().takeError();
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
  llvm::consumeError(lane.awaitResult().takeError());
  CHECK(lane.awaitReady(false).errorIsA<LaneLostError>());
}

TEST_CASE_METHOD(LaneFixture, "A lane without a machine is lost",
                 "[remote][lanes]") {
  start();
  becomeReady();
  lane.beginRun();
  lane.receive({1, FrameKind::Gone, "MPI can't reach it any more"});
  CHECK(lane.awaitResult().errorIsA<LaneLostError>());
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
  CHECK(!llvm::cantFail(lane.awaitResult()));
  CHECK(link.count(FrameKind::Cancel) == 1);
  uint64_t second = lane.beginRun();
  answer(first, "old");
  answer(second, "new");
  auto result = llvm::cantFail(lane.awaitResult());
  REQUIRE(result.has_value());
  CHECK(result->standardOutput == "new");
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
  llvm::Error error = lane.awaitResult().takeError();
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
