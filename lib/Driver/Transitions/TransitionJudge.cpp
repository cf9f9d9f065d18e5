// Compares runs of the failing program with a run that passes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Transitions/TransitionJudge.h"
#include "pinstripe/Case/RunLimits.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "pinstripe/Support/Error.h"
#include "llvm/Support/FileSystem.h"

using namespace pinstripe;

llvm::Expected<std::unique_ptr<Predicate>>
TransitionJudge::like(const RunResult &result) {
  std::string folder = recorded.directory.scratchDirectory() + "/transitions";
  if (llvm::Error error = removeTree(folder))
    return error;
  if (std::error_code code = llvm::sys::fs::create_directories(folder))
    return cannotWrite(folder, code.value());
  return createPredicate(spec, result, folder, &stop);
}

llvm::Error TransitionJudge::createFailing() {
  // In live flow a crash names no instance of a statement, so the recorded
  // crash must not name one either when the two are compared.
  failing = recorded.observation;
  if (auto *crashed = std::get_if<Crashed>(&failing.ending))
    crashed->event.reset();
  spec = recorded.theCase.predicate.completedFor(failing);
  return like(failing).moveInto(fails);
}

/// Returns true if the predicate says something about the passing run, too.
static bool comparesOutput(const PredicateSpec &spec) {
  return !spec.sameCrash && spec.checks.empty() && spec.watches.empty() &&
         spec.sameFiles.empty() && !spec.sameWrittenFiles;
}

llvm::Error TransitionJudge::start(const OtherRun &run) {
  if (llvm::Error error = createFailing())
    return error;
  LaunchSpec start = run.launch(passingRunner.launchHere(recorded.launch));
  start.eventLimit = recorded.limits.events.value_or(maxTracedEvents);
  auto made = passingRunner.record(
      [&] { return passingRunner.engine().record(start); }, &stop);
  if (!made)
    return made.takeError();
  if (stop.load())
    return llvm::make_error<InterruptedError>();
  if (!made->result.exited())
    return llvm::make_error<UsageError>("--passing: the run `" + run.text +
                                        "` ends by " +
                                        describeEnding(made->result.ending));
  llvm::Expected<Outcome> outcome = runner.judge(*fails, failing, made->result);
  if (!outcome)
    return outcome.takeError();
  if (*outcome == Outcome::Fail)
    return llvm::make_error<UsageError>(
        "--passing: the run `" + run.text +
        "` fails in the same way as the failing run; name one that passes, or "
        "state with --keep what is wrong in the output");
  thePassing.launch = run.launch(passingLaunch);
  thePassing.recording = std::move(*made);
  limitRuns(thePassing.launch, thePassing.recording.trace,
            thePassing.recording.result, recorded.limits);
  strict = comparesOutput(spec);
  if (!strict)
    return llvm::Error::success();
  llvm::Expected<std::unique_ptr<Predicate>> possible =
      like(thePassing.recording.result);
  if (!possible) {
    // The passing run has nothing that the predicate could compare, such as a
    // line with an error message. So all runs without it pass.
    llvm::consumeError(possible.takeError());
    strict = false;
  }
  return llvm::Error::success();
}

/// Runs a program up to an event only, and returns what it printed by then. It
/// is printed when the run ends, even if it would have stayed in a buffer.
llvm::Expected<RunResult>
TransitionJudge::printedBefore(CaseRunner &by, const LaunchSpec &start,
                               const Trace &trace, EventIndex event) {
  EventSet included(trace.size());
  included.insertRange(EventIndex{0}, event);
  LaunchSpec partial = start;
  partial.flow = Flow::Trace;
  auto run = by.execute(partial, trace, included, &stop);
  if (!run)
    return run.takeError();
  return std::move(run->result);
}

static size_t commonPrefix(llvm::StringRef left, llvm::StringRef right) {
  size_t size = 0;
  while (size < left.size() && size < right.size() && left[size] == right[size])
    ++size;
  return size;
}

/// Returns the text `failing` up to where `before` ends, and then the text
/// `passing` from where `beforePassing` ends.
static std::string join(llvm::StringRef failing, llvm::StringRef before,
                        llvm::StringRef passing,
                        llvm::StringRef beforePassing) {
  return failing.take_front(commonPrefix(failing, before)).str() +
         passing.drop_front(commonPrefix(passing, beforePassing)).str();
}

llvm::Error TransitionJudge::moveTo(const MatchedPoint &point) {
  const RunResult &other = thePassing.recording.result;
  expected = other;
  if (!strict)
    return llvm::Error::success();
  auto before = printedBefore(runner, launch, recorded.trace, point.failing);
  if (!before)
    return before.takeError();
  auto beforePassing = printedBefore(passingRunner, thePassing.launch,
                                     thePassing.recording.trace, point.passing);
  if (!beforePassing)
    return beforePassing.takeError();
  expected.standardOutput =
      join(failing.standardOutput, before->standardOutput, other.standardOutput,
           beforePassing->standardOutput);
  expected.standardError =
      join(failing.standardError, before->standardError, other.standardError,
           beforePassing->standardError);
  passes.reset();
  auto predicate = like(expected);
  if (predicate)
    passes = std::move(*predicate);
  else
    // The matches are in what was printed before the point. No run can pass.
    llvm::consumeError(predicate.takeError());
  return llvm::Error::success();
}

llvm::Expected<Outcome> TransitionJudge::judge(const RunResult &result) {
  llvm::Expected<Outcome> outcome = runner.judge(*fails, failing, result);
  if (!outcome || *outcome != Outcome::Pass)
    return outcome;
  if (!isSameEnding(result.ending, expected.ending))
    return Outcome::Unresolved;
  if (!strict)
    return Outcome::Pass;
  if (!passes)
    return Outcome::Unresolved;
  outcome = runner.judge(*passes, expected, result);
  if (!outcome)
    return outcome;
  return *outcome == Outcome::Fail ? Outcome::Pass : Outcome::Unresolved;
}
