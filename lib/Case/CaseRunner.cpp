// Makes runs of a program, and repeats a run that was disturbed from outside.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/CaseRunner.h"
#include "RepeatedRun.h"
#include "pinstripe/Case/RunCanceller.h"

using namespace pinstripe;

char TimeUpError::ID = 0;

LaunchSpec RunPlace::launchHere(LaunchSpec launch) const {
  launch.sandbox = sandbox;
  launch.privateView = privateView;
  return launch;
}

CaseRunner::CaseRunner(ChosenEngine chosen, RunPlace place)
    : thePlace(std::move(place)), chosen(std::move(chosen)),
      theEngine(this->chosen.engine.get()) {}

CaseRunner::CaseRunner(ExecutionEngine &engine, RunPlace place)
    : thePlace(std::move(place)), theEngine(&engine) {}

llvm::Error CaseRunner::fallBack(llvm::StringRef reason, bool hasThreads,
                                 const UnitTable &table) {
  if (llvm::Error error =
          pinstripe::fallBack(chosen, reason, hasThreads, table))
    return error;
  theEngine = chosen.engine.get();
  return llvm::Error::success();
}

llvm::Error CaseRunner::checkRoom() const {
  return thePlace.checkRoom ? thePlace.checkRoom() : llvm::Error::success();
}

static bool isDoubtful(const Ending &ending, DoubtfulEndings doubtful) {
  switch (doubtful) {
  case DoubtfulEndings::None:
    return false;
  case DoubtfulEndings::Signals:
    return mayBeFromOutside(ending);
  case DoubtfulEndings::SignalsOrHangs:
    // Every ending counts as doubtful here, so that the class RepeatedRun
    // decides about it. RepeatedRun also has a run repeated that timed out on a
    // busy machine, and accepts at once all endings that need no repetition.
    return true;
  }
  return false;
}

llvm::Expected<FinishedRun>
CaseRunner::make(llvm::function_ref<llvm::Expected<RunResult>()> attempt,
                 DoubtfulEndings doubtful, const std::atomic<bool> *givenUp) {
  auto prepareAndAttempt = [&]() -> llvm::Expected<RunResult> {
    if (thePlace.prepare)
      if (llvm::Error error = thePlace.prepare())
        return error;
    return attempt();
  };
  auto isGivenUp = [&] { return givenUp && givenUp->load(); };
  Stopwatch stopwatch;
  FailureCount failures;
  RepeatedRun runs;
  for (;;) {
    llvm::Expected<RunResult> run = prepareAndAttempt();
    if (run) {
      bool isFinal = isGivenUp() || !isDoubtful(run->ending, doubtful) ||
                     runs.addAndIsConvincing(*run);
      if (isFinal)
        return FinishedRun{std::move(*run), stopwatch.seconds()};
      continue;
    }
    bool mayRetry = run.errorIsA<EngineError>() && !isGivenUp() &&
                    failures.addAndMayRetry();
    if (!mayRetry)
      return run.takeError();
    // The error of this attempt is dropped, since another attempt follows. Only
    // the error of the last attempt is returned.
    llvm::consumeError(run.takeError());
  }
}

/// Makes a run as `make` does. Ends it at the moment `runsEnd`, by a limit on
/// its time.
llvm::Expected<FinishedRun> CaseRunner::makeInTime(
    const LaunchSpec &launch,
    llvm::function_ref<llvm::Expected<RunResult>(const LaunchSpec &)> attempt,
    const std::atomic<bool> *givenUp) {
  auto attemptInTime = [&]() -> llvm::Expected<RunResult> {
    double left = runsEnd.secondsLeft();
    if (launch.wallLimitSeconds <= left)
      return attempt(launch);
    if (left == 0)
      return llvm::make_error<TimeUpError>();
    LaunchSpec shorter = launch;
    shorter.wallLimitSeconds = left;
    llvm::Expected<RunResult> run = attempt(shorter);
    bool isOver = run && std::holds_alternative<TimedOut>(run->ending) &&
                  runsEnd.hasPassed();
    return isOver ? llvm::make_error<TimeUpError>() : std::move(run);
  };
  return make(attemptInTime, DoubtfulEndings::SignalsOrHangs, givenUp);
}

llvm::Expected<FinishedRun>
CaseRunner::execute(const LaunchSpec &launch, const Trace &trace,
                    const EventSet &included,
                    const std::atomic<bool> *givenUp) {
  return makeInTime(
      launch,
      [&](const LaunchSpec &spec) {
        return theEngine->execute(spec, trace, included);
      },
      givenUp);
}

llvm::Expected<FinishedRun>
CaseRunner::executeLive(const LaunchSpec &launch,
                        llvm::ArrayRef<LiveChange> changes,
                        const std::atomic<bool> *givenUp) {
  llvm::Expected<FinishedRun> run = makeInTime(
      launch,
      [&](const LaunchSpec &spec) {
        return theEngine->liveFlow()->executeLive(spec, changes);
      },
      givenUp);
  if (!run)
    return run;
  if (llvm::Error error = checkRoom())
    return error;
  return run;
}

llvm::Expected<Recording>
CaseRunner::record(llvm::function_ref<llvm::Expected<Recording>()> attempt,
                   const std::atomic<bool> *givenUp, DoubtfulEndings doubtful) {
  RunCanceller canceller(*theEngine, givenUp);
  std::optional<Trace> trace;
  auto attemptRun = [&]() -> llvm::Expected<RunResult> {
    llvm::Expected<Recording> recording = attempt();
    if (!recording)
      return recording.takeError();
    trace = std::move(recording->trace);
    return std::move(recording->result);
  };
  llvm::Expected<FinishedRun> run = make(attemptRun, doubtful, givenUp);
  if (!run)
    return run.takeError();
  return Recording{std::move(*trace), std::move(run->result)};
}

llvm::Expected<Outcome> CaseRunner::judge(Predicate &predicate,
                                          const RunResult &recorded,
                                          const RunResult &result) const {
  llvm::Expected<Outcome> outcome =
      pinstripe::judge(predicate, recorded, result);
  if (!outcome || *outcome == Outcome::Fail)
    return outcome;
  if (llvm::Error error = checkRoom())
    return error;
  return outcome;
}
