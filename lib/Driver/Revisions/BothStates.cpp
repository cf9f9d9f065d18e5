// Builds and runs the good and the bad state of a source, and compares the
// runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "BothStates.h"
#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Support/Error.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace pinstripe;

namespace {

/// Builds and runs the good and the bad state, step by step.
class BothObserver {
public:
  BothObserver(const RevisionRequest &request, const RevisionListener &listener,
               const std::atomic<bool> &stop)
      : request(request), listener(listener), stop(stop) {}
  llvm::Expected<ObservedBoth> run();

private:
  llvm::Error observe(bool isGood, const StateId &state, RunResult &result);
  llvm::Error checkRuns();
  llvm::Error checkOutcome(RevisionJudge &judge, bool isGood);

  const RevisionRequest &request;
  const RevisionListener &listener;
  const std::atomic<bool> &stop;
  ObservedBoth both;
};

} // namespace

static std::string secondsText(double seconds) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%g", seconds);
  return text;
}

/// Returns the name of the good or the bad revision, as the beginning of a
/// message.
static std::string titleOf(const RevisionRequest &request, bool isGood) {
  const RevisionName &revision = isGood ? request.good : request.bad;
  return std::string("the ") + (isGood ? "good" : "bad") + " revision `" +
         revision.name + "`";
}

/// Builds the good or the bad state in an empty folder, and runs the program
/// twice.
llvm::Error BothObserver::observe(bool isGood, const StateId &state,
                                  RunResult &result) {
  std::string name = titleOf(request, isGood);
  listener.show("building " + name);
  llvm::Expected<ObservedState> observed =
      both.lane->observe(state, /*isClean=*/true, stop);
  if (!observed)
    return observed.takeError();
  if (!observed->build.isBuilt)
    return llvm::make_error<TargetError>(
        name + " can't be built: " + observed->build.error +
        "; all output of `" + request.plan.command + "` is in " +
        both.lane->logFile());
  if (!observed->run)
    return llvm::make_error<TargetError>(name + ": " + observed->notStarted);
  result = *observed->run;
  if (std::holds_alternative<TimedOut>(result.ending))
    return llvm::make_error<TargetError>(
        name + ": the program does not end within " +
        secondsText(request.plan.launch.wallLimitSeconds) +
        " s; give it more time with --timeout, or input with --stdin");
  llvm::Expected<ObservedState> again = both.lane->runAgain(stop);
  if (!again)
    return again.takeError();
  if (request.plan.predicate.isEmpty() &&
      (!again->run || !behavesAlike(result, *again->run)))
    return llvm::make_error<ReproductionError>(
        name + ": two runs of the program differ; say with --keep, --same-exit "
               "or --check what makes a run a failure");
  return llvm::Error::success();
}

/// Checks the run of the good or of the bad state. Returns an error if the good
/// state does not PASS, or if the bad state does not FAIL.
llvm::Error BothObserver::checkOutcome(RevisionJudge &judge, bool isGood) {
  const RunResult &run = isGood ? both.runs.good : both.runs.bad;
  llvm::Expected<TestedRun> tested = judge.judge(run);
  if (!tested)
    return tested.takeError();
  if (tested->outcome == (isGood ? Outcome::Pass : Outcome::Fail))
    return llvm::Error::success();
  std::string name = titleOf(request, isGood);
  std::string ending = describeEnding(run.ending);
  if (!isGood)
    return llvm::make_error<ReproductionError>(
        name + " does not fail (" + ending + "); name another one with --bad");
  if (tested->outcome == Outcome::Fail)
    return llvm::make_error<ReproductionError>(
        name + " fails like the bad one (" + both.predicate +
        "); name an older one with --good");
  return llvm::make_error<ReproductionError>(
      name + " neither passes nor fails (" + ending +
      "); name another one with --good");
}

llvm::Error BothObserver::checkRuns() {
  if (request.plan.predicate.isEmpty() &&
      behavesAlike(both.runs.good, both.runs.bad))
    return llvm::make_error<ReproductionError>(
        "the program does the same in the good and in the bad revision (" +
        describeEnding(both.runs.good.ending) +
        ", equal standard output), so there is no failure to explain; say "
        "with --keep, --same-stderr or --check what the failure is");
  llvm::Expected<RevisionJudge> judge = RevisionJudge::create(
      request.plan.predicate, both.runs, request.folder + "/check", &stop);
  if (!judge)
    return llvm::handleErrors(
        judge.takeError(), [](std::unique_ptr<UsageError> error) {
          error->message += "; the recorded run is that of the bad revision";
          return llvm::Error(std::move(error));
        });
  both.predicate = judge->description();
  if (llvm::Error error = checkOutcome(*judge, /*isGood=*/true))
    return error;
  return checkOutcome(*judge, /*isGood=*/false);
}

llvm::Expected<ObservedBoth> BothObserver::run() {
  if (llvm::Error error =
          BuildLane::create(request.plan, request.folder, 0,
                            request.folder + "/states", request.objectFolders)
              .moveInto(both.lane))
    return error;
  const std::vector<Commit> &commits = request.commits;
  if (llvm::Error error = observe(false, commits.back().state, both.runs.bad))
    return error;
  if (llvm::Error error = observe(true, commits.front().state, both.runs.good))
    return error;
  if (llvm::Error error = checkRuns())
    return error;
  return std::move(both);
}

llvm::Expected<ObservedBoth>
pinstripe::observeBoth(const RevisionRequest &request,
                       const RevisionListener &listener,
                       const std::atomic<bool> &stop) {
  return BothObserver(request, listener, stop).run();
}
