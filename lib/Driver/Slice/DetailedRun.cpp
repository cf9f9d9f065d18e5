// Runs the recorded program once more, instruction by instruction.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only such a run shows which data each instruction reads and writes. Dynamic
// slices, which show what the output depends on, are made from these data.

#include "Slice/DetailedRun.h"
#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/RunLimits.h"
#include "pinstripe/Native/NativeRefusal.h"
#include "pinstripe/Predicate/Predicate.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

/// The largest number of events of a run that may be recorded step by step.
/// Recording that many events takes about a minute.
static constexpr uint64_t maxSteppedEvents = uint64_t(1) << 19;

bool pinstripe::recordsByStepping(const CaseRunner &runner) {
  using enum EngineTraits::InstructionRecording;
  return runner.engine().traits().instructions != ByHooks;
}

/// Tells the user that the run is recorded step by step, which is slow, and for
/// what reason. Returns a TargetError if the recording would take too long.
static llvm::Error announceSteps(const RecordedCase &recorded,
                                 const CaseRunner &runner,
                                 const DependenceOptions &options) {
  const std::string &fallback = runner.engineDescription().fallback;
  std::string reason = fallback.empty()
                           ? "the engine is " + runner.engineDescription().name
                           : fallback;
  if (recorded.trace.size() > maxSteppedEvents)
    return llvm::make_error<TargetError>(
        recorded.launch.argument0 + ": a run of " +
        std::to_string(recorded.trace.size()) +
        " statement instances is too long to be recorded step by step (" +
        reason + "); choose a smaller input");
  if (options.say)
    options.say("note: recording step by step, which is slow: " + reason);
  return llvm::Error::success();
}

/// Returns true if the predicates (conditions for runs) of the case see no
/// difference between the run and the recorded run.
static llvm::Expected<bool> looksAlike(const RunnableCase &runnable,
                                       const RunResult &result) {
  const RecordedCase &recorded = runnable.recorded;
  if (result.standardOutput == recorded.observation.standardOutput)
    return true;
  PredicateSpec spec = recorded.theCase.predicate;
  // Watched values can't be compared, since this run has not read any.
  spec.watches.clear();
  auto predicate =
      createPredicate(spec, recorded.observation,
                      recorded.directory.scratchDirectory(), &runnable.stop);
  if (!predicate)
    return predicate.takeError();
  llvm::Expected<Outcome> outcome =
      runnable.runner.judge(**predicate, recorded.observation, result);
  if (!outcome)
    return outcome.takeError();
  return *outcome == Outcome::Fail;
}

llvm::Error pinstripe::checkSameRun(const RunnableCase &runnable,
                                    const Recording &again) {
  const RecordedCase &recorded = runnable.recorded;
  const std::string &name = recorded.launch.argument0;
  const auto *diverged = std::get_if<Diverged>(&again.result.ending);
  if (diverged && diverged->reason == Diverged::Reason::SecondThread)
    return llvm::make_error<NativeRefusal>(
        "several threads run code of the program, and the " +
        runnable.runner.engineDescription().name +
        " engine can record the instructions of only one");
  std::string different =
      name + ": recorded again, instruction by instruction,";
  if (firstDifferentEvent(recorded.trace, again.trace))
    return llvm::make_error<ReproductionError>(
        different + " the run is another one (" +
        describeEnding(again.result.ending) + " after " +
        std::to_string(again.trace.size()) +
        " statement instances instead of " +
        std::to_string(recorded.trace.size()) +
        "); give it more time with --timeout, or see whether it reads the "
        "clock");
  llvm::Expected<bool> isAlike = looksAlike(runnable, again.result);
  if (!isAlike)
    return isAlike.takeError();
  // The output must have the same length as in the recorded run, even if no
  // predicate looks at it: positions in the output tell which call has printed
  // what.
  size_t printed = again.result.standardOutput.size();
  size_t wanted = recorded.observation.standardOutput.size();
  if (*isAlike && printed == wanted)
    return llvm::Error::success();
  return llvm::make_error<ReproductionError>(
      different + " the run prints something else" +
      (printed == wanted
           ? ""
           : " (" + std::to_string(printed) + " bytes instead of " +
                 std::to_string(wanted) + ")") +
      "; see whether it reads the clock");
}

static llvm::Error noTimeLeft(const RecordedCase &recorded) {
  return llvm::make_error<TargetError>(
      recorded.launch.argument0 +
      ": recording its instructions takes more time than is left");
}

static llvm::Expected<Recording>
attemptInDetail(const RunnableCase &runnable, const DataCode &code,
                ExecutionObserver &observer, const DependenceOptions &options) {
  const auto &[recorded, runner, stop, deadline] = runnable;
  if (deadline.hasPassed())
    return noTimeLeft(recorded);
  LaunchSpec launch = runner.launchHere(recorded.launch);
  launch.wallLimitSeconds = std::min(
      recordingSlowdown * launch.wallLimitSeconds, deadline.secondsLeft());
  launch.eventLimit = 0;
  ExecutionEngine &engine = runner.engine();
  engine.setRecordingProgress([&](uint64_t events) {
    if (options.progress)
      options.progress(
          {"recording instructions", events, 0, "statement instance"});
  });
  llvm::Expected<Recording> recording =
      engine.recordInstructions(launch, code, observer);
  engine.setRecordingProgress({});
  // If `stop` is set, the user has pressed Ctrl-C, which perhaps reached the
  // program, too. So the recording is not used.
  if (stop.load()) {
    llvm::consumeError(recording.takeError());
    return llvm::make_error<InterruptedError>();
  }
  if (recording && deadline.hasPassed() &&
      std::holds_alternative<TimedOut>(recording->result.ending))
    return noTimeLeft(recorded);
  if (recording && mayBeFromOutside(recording->result.ending) &&
      !mayBeFromOutside(recorded.observation.ending))
    return llvm::make_error<EngineError>(
        recorded.launch.argument0 + ": recorded again, it ends with " +
        describeEnding(recording->result.ending) +
        "; somebody ends it, or there is not enough memory");
  return recording;
}

llvm::Expected<Recording>
pinstripe::recordInDetail(const RunnableCase &runnable, const DataCode &code,
                          llvm::function_ref<ExecutionObserver &()> newObserver,
                          const DependenceOptions &options) {
  if (recordsByStepping(runnable.runner))
    if (llvm::Error error =
            announceSteps(runnable.recorded, runnable.runner, options))
      return error;
  return runnable.runner.record(
      [&] { return attemptInDetail(runnable, code, newObserver(), options); },
      &runnable.stop);
}
