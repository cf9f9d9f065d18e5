// Tests when a run is repeated, and when its result counts.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/CaseRunner.h"
#include "TestSupport/Catch.h"
#include <condition_variable>
#include <csignal>
#include <deque>
#include <mutex>
#include <thread>

using namespace pinstripe;

namespace {

struct Attempt {
  std::optional<Ending> ending; ///< nullopt if the engine fails.
  uint64_t events = 10;
};

/// An engine whose attempts end as planned. The last plan is for all further
/// attempts.
class PlannedEngine : public ExecutionEngine {
public:
  explicit PlannedEngine(std::deque<Attempt> plan) : plan(std::move(plan)) {}

  EngineTraits traits() const override { return {"planned"}; }
  llvm::Expected<Recording> record(const LaunchSpec &) override {
    llvm::Expected<RunResult> result = next();
    if (!result)
      return result.takeError();
    return Recording{Trace(), std::move(*result)};
  }
  llvm::Expected<RunResult> execute(const LaunchSpec &, const Trace &,
                                    const EventSet &) override {
    return next();
  }

  unsigned attempts = 0;

private:
  llvm::Expected<RunResult> next() {
    ++attempts;
    Attempt attempt = plan.front();
    if (plan.size() > 1)
      plan.pop_front();
    if (!attempt.ending)
      return llvm::make_error<EngineError>("out of breath");
    RunResult result;
    result.ending = *attempt.ending;
    result.eventsExecuted = attempt.events;
    return result;
  }

  std::deque<Attempt> plan;
};

const Attempt fails{std::nullopt};
const Attempt exits{Exited{0}};
const Attempt killed{Crashed{SIGKILL, 0}};
const Attempt hangs{TimedOut{}};

/// Executes one run with as many attempts as it takes.
struct Execution {
  explicit Execution(std::deque<Attempt> plan,
                     const std::atomic<bool> *givenUp = nullptr)
      : engine(std::move(plan)) {
    CaseRunner runner(engine, RunPlace{nullptr, "",
                                       [this]() -> llvm::Error {
                                         ++preparations;
                                         return llvm::Error::success();
                                       },
                                       nullptr});
    auto run = runner.execute(LaunchSpec(), Trace(), EventSet(), givenUp);
    isFailure = run.errorIsA<EngineError>();
    if (run)
      ending = run->result.ending;
    else
      llvm::consumeError(run.takeError());
    CHECK(preparations == engine.attempts);
  }

  bool endsAs(const Attempt &attempt) const {
    return ending && isSameEnding(*ending, *attempt.ending);
  }

  PlannedEngine engine;
  unsigned preparations = 0;
  bool isFailure = false;
  std::optional<Ending> ending;
};

/// An engine whose recordings end only when they are cancelled.
class EndlessEngine : public ExecutionEngine {
public:
  EngineTraits traits() const override { return {"endless"}; }
  llvm::Expected<Recording> record(const LaunchSpec &) override {
    std::unique_lock<std::mutex> lock(mutex);
    ++begun;
    changed.notify_all();
    changed.wait(lock, [&] { return isCancelled; });
    RunResult result;
    result.ending = TimedOut{};
    return Recording{Trace(), std::move(result)};
  }
  llvm::Expected<RunResult> execute(const LaunchSpec &, const Trace &,
                                    const EventSet &) override {
    return RunResult();
  }
  void cancel() override {
    std::lock_guard<std::mutex> lock(mutex);
    isCancelled = true;
    changed.notify_all();
  }

  void awaitRecording() {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return begun != 0; });
  }
  unsigned recordings() {
    std::lock_guard<std::mutex> lock(mutex);
    return begun;
  }

private:
  std::mutex mutex;
  std::condition_variable changed;
  unsigned begun = 0;
  bool isCancelled = false;
};

/// An engine whose runs take as long as they may.
class SlowEngine : public ExecutionEngine {
public:
  EngineTraits traits() const override { return {"slow"}; }
  llvm::Expected<Recording> record(const LaunchSpec &) override {
    return Recording();
  }
  llvm::Expected<RunResult> execute(const LaunchSpec &spec, const Trace &,
                                    const EventSet &) override {
    ++attempts;
    std::this_thread::sleep_for(
        std::chrono::duration<double>(spec.wallLimitSeconds));
    RunResult result;
    result.ending = TimedOut{};
    return result;
  }

  unsigned attempts = 0;
};

class FixedOutcome : public Predicate {
public:
  std::string description() const override { return "fixed"; }
  llvm::Expected<Outcome> test(const RunResult &) override { return outcome; }
  Outcome outcome = Outcome::Pass;
};

} // namespace

TEST_CASE("a run is prepared and made once if nothing disturbs it",
          "[case][runner]") {
  Execution run({exits});
  CHECK(run.engine.attempts == 1);
  CHECK(run.endsAs(exits));
}

TEST_CASE("a run ends when the work has no more time", "[case][runner]") {
  SlowEngine engine;
  CaseRunner runner(engine);
  auto run = [&](double seconds) {
    TimedRuns timed(runner, Deadline::after(seconds));
    LaunchSpec launch;
    launch.wallLimitSeconds = 60;
    auto made = runner.execute(launch, Trace(), EventSet());
    bool isTimeUp = made.errorIsA<TimeUpError>();
    llvm::consumeError(made.takeError());
    return isTimeUp;
  };
  CHECK(run(0));
  CHECK(engine.attempts == 0);
  CHECK(run(0.1));
  CHECK(engine.attempts <= 1);
  LaunchSpec launch;
  launch.wallLimitSeconds = 0.01;
  llvm::Expected<FinishedRun> hung =
      runner.execute(launch, Trace(), EventSet());
  REQUIRE(bool(hung));
  CHECK(std::holds_alternative<TimedOut>(hung->result.ending));
}

TEST_CASE("a run is repeated up to four times after failures of the engine",
          "[case][runner]") {
  Execution recovers({fails, fails, fails, fails, exits});
  CHECK(recovers.engine.attempts == 5);
  CHECK(recovers.endsAs(exits));
  Execution broken({fails});
  CHECK(broken.engine.attempts == 5);
  CHECK(broken.isFailure);
}

TEST_CASE("a signal that others send counts after it has recurred",
          "[case][runner]") {
  SECTION("the program ends by itself the second time") {
    Execution run({killed, exits});
    CHECK(run.engine.attempts == 2);
    CHECK(run.endsAs(exits));
  }
  SECTION("the program sends the signal to itself, always at one place") {
    Execution run({killed});
    CHECK(run.engine.attempts == 3);
    CHECK(run.endsAs(killed));
  }
  SECTION("the signal comes at another place each time") {
    Execution run({{Crashed{SIGKILL, 0}, 1},
                   {Crashed{SIGKILL, 0}, 2},
                   {Crashed{SIGKILL, 0}, 3},
                   {Crashed{SIGKILL, 0}, 4},
                   {Crashed{SIGKILL, 0}, 5}});
    CHECK(run.engine.attempts == 5);
    CHECK(run.endsAs(killed));
  }
}

TEST_CASE("a crash of the program itself counts at once", "[case][runner]") {
  CHECK(Execution({{Crashed{SIGSEGV, 0}}}).engine.attempts == 1);
}

TEST_CASE("a hang counts after it has recurred, unless it is certain",
          "[case][runner]") {
  CHECK(Execution({hangs}).engine.attempts == 2);
  CHECK(Execution({hangs, exits}).endsAs(exits));
  CHECK(Execution({{TimedOut{true}}}).engine.attempts == 1);
}

TEST_CASE("a run that is given up is not repeated", "[case][runner]") {
  const std::atomic<bool> givenUp = true;
  CHECK(Execution({killed}, &givenUp).engine.attempts == 1);
  CHECK(Execution({fails}, &givenUp).engine.attempts == 1);
}

TEST_CASE("a recording is repeated after doubtful endings only",
          "[case][runner]") {
  auto attempts = [](Attempt attempt, DoubtfulEndings doubtful) {
    PlannedEngine engine({std::move(attempt)});
    CaseRunner runner(engine);
    llvm::cantFail(runner.record([&] { return engine.record(LaunchSpec()); },
                                 /*givenUp=*/nullptr, doubtful));
    return engine.attempts;
  };
  CHECK(attempts(killed, DoubtfulEndings::None) == 1);
  CHECK(attempts(killed, DoubtfulEndings::Signals) == 3);
  CHECK(attempts(hangs, DoubtfulEndings::Signals) == 1);
  CHECK(attempts(exits, DoubtfulEndings::Signals) == 1);
}

TEST_CASE("a recording that is given up is cancelled", "[case][runner]") {
  EndlessEngine engine;
  CaseRunner runner(engine);
  std::atomic<bool> givenUp = false;
  std::thread user([&] {
    engine.awaitRecording();
    givenUp = true;
  });
  llvm::Expected<Recording> recording =
      runner.record([&] { return engine.record(LaunchSpec()); }, &givenUp,
                    DoubtfulEndings::SignalsOrHangs);
  user.join();
  REQUIRE(static_cast<bool>(recording));
  CHECK(isSameEnding(recording->result.ending, *hangs.ending));
  CHECK(engine.recordings() == 1);
}

TEST_CASE("another output on a full disk has no outcome", "[case][runner]") {
  PlannedEngine engine({exits});
  CaseRunner runner(engine, RunPlace{nullptr, "", nullptr, [] {
                                       return llvm::make_error<FileError>(
                                           "the disk is full");
                                     }});
  FixedOutcome predicate;
  RunResult result;
  auto outcome = runner.judge(predicate, result, result);
  CHECK(outcome.errorIsA<FileError>());
  llvm::consumeError(outcome.takeError());
  predicate.outcome = Outcome::Fail;
  CHECK(llvm::cantFail(runner.judge(predicate, result, result)) ==
        Outcome::Fail);
}
