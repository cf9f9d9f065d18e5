// Records the run of a case, if need be with another engine.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RunRecorder.h"
#include "SeenDifference.h"
#include "pinstripe/Case/Environment.h"
#include "pinstripe/Case/RunLimits.h"
#include "pinstripe/Execution/LimitOptions.h"
#include "pinstripe/Native/NativeEngine.h"
#include "pinstripe/Support/AvailableMemory.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Stopwatch.h"
#include <chrono>

using namespace pinstripe;

/// The largest number of events that the LLDB engine records: for more it would
/// need over five minutes. The native engine records as many as fit into
/// memory.
static constexpr uint64_t slowRecordingLimit = 1000000;
/// How often the progress of a recording is reported.
static constexpr std::chrono::milliseconds progressInterval(200);

/// If the run has met a limit, says why there is no trace and what to do about
/// it. Otherwise returns an empty text.
std::string RunRecorder::describeLimit() const {
  const auto *limit = std::get_if<LimitReached>(&recorded.observation.ending);
  if (!limit)
    return "";
  std::string events = std::to_string(recorded.observation.eventsExecuted);
  if (limit->kind == LimitReached::Kind::TraceMemory)
    return "the memory of this machine, " + describeBytes(availableMemory()) +
           " of it free, ends after " + events +
           " statement instances; choose a smaller input, or end other "
           "programs";
  if (limit->kind != LimitReached::Kind::Events)
    return "the run needs " + describeEnding(*limit) +
           "; choose a smaller input, or allow more with --run-limit " +
           optionFor(limit->kind) + "=";
  // No option sets this limit on events: it belongs to the engine.
  std::string text = "the run goes on after " + events +
                     " statement instances, and the " +
                     runner.engineDescription().name +
                     " engine records no more; choose a smaller input";
  if (!runner.engineDescription().fallback.empty())
    text += ", or do away with what keeps the faster engine from it: " +
            runner.engineDescription().fallback;
  return text;
}

llvm::Error RunRecorder::checkEnding() const {
  const Ending &ending = recorded.observation.ending;
  const std::string &name = recorded.launch.argument0;
  if (std::string text = describeLimit(); !text.empty())
    return llvm::make_error<TargetError>(name + ": " + text);
  if (std::holds_alternative<TimedOut>(ending) ||
      std::holds_alternative<LimitReached>(ending))
    return llvm::make_error<TargetError>(
        name + ": the run is too long to be recorded (" +
        describeEnding(ending) +
        "); choose a smaller input, or more time with --timeout");
  if (const auto *diverged = std::get_if<Diverged>(&ending)) {
    if (diverged->reason == Diverged::Reason::SecondThread)
      return llvm::make_error<TargetError>(
          name + ": a second thread runs traced code; only programs with a "
                 "single thread can be recorded");
    return llvm::make_error<TargetError>(
        name + ": can't be recorded: " + describeEnding(ending) +
        "; `pinstripe units` shows what is traced");
  }
  return llvm::Error::success();
}

/// Explains why the recorded run differs from the plain run: something has
/// changed in between, or the program reads something that an engine changes.
static std::string causeOfDifference(const PlainObservation &plain,
                                     const RunResult &observation,
                                     Poison poison) {
  if (mayBeFromOutside(observation.ending) &&
      !isSameEnding(observation.ending, plain.result.ending))
    return describeOutsideEnding(observation.ending);
  if (!plain.addressDifference.empty())
    return "the output depends on addresses, and the stack of a recorded run "
           "lies elsewhere, or on what uninitialised memory holds; leave the "
           "addresses out of the output";
  std::string text =
      "it may notice that it is traced, or read uninitialised memory";
  return poison == Poison::Stale
             ? text
             : text + ", whatever such memory holds (it differs with --poison "
                      "stale, too)";
}

llvm::Error RunRecorder::checkRecording(const PlainObservation &plain) const {
  const std::string &name = recorded.launch.argument0;
  JudgeSettings judging{recorded.theCase.predicate,
                        recorded.directory.scratchDirectory(),
                        options.interrupted};
  auto difference =
      compareRuns({plain.result, "plain run"},
                  {recorded.observation, "recorded run"}, judging);
  if (!difference)
    return difference.takeError();
  // With an engine, the stack may be at another address than in a plain run,
  // but always at the same one.
  bool isOnlyAddresses =
      !plain.addressDifference.empty() &&
      !firstDifference(
          {withoutAddresses(plain.result), "plain run"},
          {withoutAddresses(recorded.observation), "recorded run"});
  if (*difference && (*difference)->isSeen && !isOnlyAddresses)
    return llvm::make_error<ReproductionError>(
        name + ": prints something else when it is recorded\n" +
        (*difference)->text + "\n" +
        causeOfDifference(plain, recorded.observation, recorded.launch.poison));
  if (*difference && !isOnlyAddresses && plain.unseenDifference.empty() &&
      options.say)
    options.say("note: the recorded run differs, where no predicate looks: " +
                (*difference)->text);
  if (recorded.trace.size() == 0)
    return llvm::make_error<TargetError>(
        name + ": no statement was recorded; `pinstripe units " + name +
        "` says which functions can be traced and why others can't");
  return llvm::Error::success();
}

/// Makes the LLDB engine run the program from now on.
llvm::Error RunRecorder::fallBack(llvm::Error reason) {
  llvm::StringRef former = runner.engineDescription().name;
  std::string text = ("the " + former + " engine can't be used: ").str() +
                     llvm::toString(std::move(reason));
  if (options.say)
    options.say("note: " + text + "; falling back to LLDB");
  return runner.fallBack(text, recorded.table);
}

llvm::Expected<Recording> RunRecorder::runEngineOnce(LaunchSpec &launch) const {
  ExecutionEngine &engine = runner.engine();
  launch.eventLimit = engine.traits().stopsAtEachEvent ? slowRecordingLimit : 0;
  auto next = std::chrono::steady_clock::now() + progressInterval;
  engine.setRecordingProgress([this, next](uint64_t events) mutable {
    auto now = std::chrono::steady_clock::now();
    if (now < next || !options.progress)
      return;
    next = now + progressInterval;
    options.progress({"recording", events, 0, "statement instance"});
  });
  llvm::Expected<Recording> recording = engine.record(launch);
  // The engine lives longer than this object, to which the listener refers.
  engine.setRecordingProgress({});
  return recording;
}

llvm::Expected<Recording> RunRecorder::runEngine() {
  LaunchSpec launch = runner.launchHere(recorded.launch);
  launch.wallLimitSeconds *= recordingSlowdown;
  for (;;) {
    llvm::Expected<Recording> recording = runner.record(
        [&] { return runEngineOnce(launch); }, DoubtfulEndings::Signals);
    bool isRefused = recording.errorIsA<EngineError>() ||
                     recording.errorIsA<NativeRefusal>();
    if (!isRefused || !runner.mayFallBack())
      return recording;
    if (llvm::Error error = fallBack(recording.takeError()))
      return error;
  }
}

llvm::Expected<Trace> RunRecorder::record() {
  if (options.progress)
    options.progress({"recording"});
  Stopwatch stopwatch;
  llvm::Expected<Recording> recording = runEngine();
  if (!recording)
    return recording.takeError();
  recorded.recordSeconds = stopwatch.seconds();
  recorded.observation = std::move(recording->result);
  // An interrupt by Ctrl-C may have reached the program, too.
  if (options.interrupted && options.interrupted->load())
    return llvm::make_error<InterruptedError>();
  if (llvm::Error error = recorded.directory.checkRoom())
    return error;
  if (llvm::Error error = checkEnding())
    return error;
  return std::move(recording->trace);
}

llvm::Error RunRecorder::recordAsPlain(const PlainObservation &plain) {
  llvm::Expected<Trace> trace = record();
  if (!trace)
    return trace.takeError();
  recorded.trace = std::move(*trace);
  return checkRecording(plain);
}

/// Returns whether the run that was just recorded may do other things than the
/// plain run, or not end, because of the poison in memory that nothing has set.
bool RunRecorder::mayDependOnPoison(const PlainObservation &plain,
                                    const llvm::Error &difference) const {
  const Ending &ending = recorded.observation.ending;
  if (recorded.launch.poison == Poison::Stale)
    return false;
  if (const auto *crashed = std::get_if<Crashed>(&ending))
    if (crashed->isOfPoison)
      return true;
  bool isFromOutside =
      mayBeFromOutside(ending) && !isSameEnding(ending, plain.result.ending);
  return (difference.isA<ReproductionError>() && !isFromOutside) ||
         (difference.isA<TargetError>() &&
          (std::holds_alternative<TimedOut>(ending) ||
           std::holds_alternative<LimitReached>(ending)));
}

void RunRecorder::setPoison(Poison poison) {
  recorded.launch = withPoison(std::move(recorded.launch), poison);
  recorded.theCase.launch =
      withPoison(std::move(recorded.theCase.launch), poison);
}

/// Records the run without poison. If it then does the same as the plain run,
/// the case keeps that recording. Otherwise it keeps the former one, and the
/// result is its difference.
llvm::Error RunRecorder::recordWithoutPoison(const PlainObservation &plain,
                                             llvm::Error difference) {
  Poison poison = recorded.launch.poison;
  Trace trace = std::move(recorded.trace);
  RunResult observation = recorded.observation;
  double seconds = recorded.recordSeconds;
  setPoison(Poison::Stale);
  llvm::Error error = recordAsPlain(plain);
  if (!error) {
    llvm::consumeError(std::move(difference)); // The poison was the reason.
    if (options.say)
      options.say("note: " + recorded.launch.argument0 +
                  ": its output depends on memory that nothing has set: with a "
                  "pattern there it does something else; all runs leave such "
                  "memory as it is (--poison stale)");
    return recorded.directory.update(recorded.theCase);
  }
  if (!error.isA<ReproductionError>() && !error.isA<TargetError>()) {
    llvm::consumeError(std::move(difference)); // The other error ends the work.
    return error;
  }
  llvm::consumeError(std::move(error)); // It differs, too.
  setPoison(poison);
  recorded.trace = std::move(trace);
  recorded.observation = std::move(observation);
  recorded.recordSeconds = seconds;
  return difference;
}

llvm::Error RunRecorder::recordFaithfully(const PlainObservation &plain) {
  for (;;) {
    llvm::Error difference = recordAsPlain(plain);
    if (mayDependOnPoison(plain, difference))
      difference = recordWithoutPoison(plain, std::move(difference));
    bool isDifference = difference.isA<ReproductionError>();
    if (!isDifference || !runner.mayFallBack())
      return difference;
    if (llvm::Error error = fallBack(std::move(difference)))
      return error;
  }
}
