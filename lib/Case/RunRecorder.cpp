// Records the run of a case, with another engine if the first one fails.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RunRecorder.h"
#include "RecordedEnding.h"
#include "pinstripe/Case/Environment.h"
#include "pinstripe/Case/RunCanceller.h"
#include "pinstripe/Case/RunLimits.h"
#include "pinstripe/Native/NativeEngine.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Stopwatch.h"
#include "pinstripe/Trace/TraceSize.h"
#include <algorithm>
#include <chrono>

using namespace pinstripe;

/// The largest number of events that an engine records which stops at each of
/// them. To record more would take LLDB over five minutes.
static constexpr uint64_t slowRecordingLimit = 1000000;
/// Above this number of events, the native engine records a run only if the
/// user wants it. A trace of so many events takes 3 GB of memory, and its
/// reduction takes minutes.
static constexpr uint64_t fastRecordingLimit = uint64_t(1) << 27;
/// If a run is too long to be recorded, its events are only counted. The
/// counting ends after this many seconds of processor time or of wall time.
static constexpr double countingSeconds = 5, longestCountingSeconds = 30;
/// The time from one report on the progress of a recording to the next.
static constexpr std::chrono::milliseconds progressInterval(200);

/// Called when a run is too long to be recorded. Runs the program again, only
/// to count the events; this takes less time than a recording, and no memory.
/// This run has no poison (a pattern in uninitialised memory), because poison
/// can keep a run from ending.
///
/// `trace` is the recorded beginning of the run. Returns an error that tells
/// the number of events. If the run is short enough without poison, the error
/// is a ReproductionError.
llvm::Error RunRecorder::refuseLength(Trace trace) const {
  auto known = static_cast<double>(trace.size());
  double bytesOfEvent =
      known == 0 ? 0
                 : static_cast<double>(traceBytes(
                       trace.size(), trace.allInvocations().size())) /
                       known;
  // The trace is deleted before the run, so that the memory which it takes
  // counts as free during the run.
  trace = Trace();
  if (options.progress)
    options.progress({"counting statement instances"});
  LaunchSpec launch =
      withPoison(runner.launchHere(recorded.launch), Poison::Stale);
  launch.eventLimit = 0;
  launch.processorLimitSeconds = countingSeconds;
  launch.wallLimitSeconds = longestCountingSeconds;
  RunCanceller canceller(runner.engine(), options.interrupted);
  llvm::Expected<FinishedRun> counted =
      runner.executeLive(launch, {}, options.interrupted);
  if (!counted)
    return counted.takeError();
  if (options.interrupted && options.interrupted->load())
    return llvm::make_error<InterruptedError>();
  uint64_t recordedEvents = recorded.observation.eventsExecuted;
  RunLength length;
  length.events = counted->result.eventsExecuted;
  length.isAll = !std::holds_alternative<TimedOut>(counted->result.ending);
  if (length.isAll && length.events < recordedEvents)
    return llvm::make_error<ReproductionError>(
        recorded.launch.argument0 +
        ": with a pattern in memory that nothing "
        "has set, the run goes on after " +
        llvm::Twine(recordedEvents) +
        " statement instances; without it there are " +
        llvm::Twine(length.events) + "; see what --poison stale gives");
  length.events = std::max(length.events, recordedEvents);
  length.bytes =
      static_cast<uint64_t>(static_cast<double>(length.events) * bytesOfEvent);
  return llvm::make_error<TargetError>(
      recorded.launch.argument0 + ": " +
      describeLength(length, eventsToRecord()));
}

/// Returns the largest number of events that the engine records.
uint64_t RunRecorder::eventsToRecord() const {
  if (runner.engine().traits().stopsAtEachEvent())
    return slowRecordingLimit;
  return std::max(fastRecordingLimit, recorded.limits.events.value_or(0));
}

/// Returns a text for the user which says why the recorded run may differ from
/// the plain run, which was made without an engine.
static std::string causeOfDifference(const PlainObservation &plain,
                                     const RunResult &observation,
                                     Poison poison) {
  if (observation.threads > 1)
    return "its threads take turns when it is recorded; with --schedule 0 the "
           "results are about that order, whatever other runs do";
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

/// Returns the difference between the result of another run and that of the
/// recorded run; nullopt if there is none.
llvm::Expected<std::optional<RunDifference>>
RunRecorder::compareWith(const NamedResult &other) const {
  JudgeSettings judging{recorded.theCase.predicate,
                        recorded.directory.scratchDirectory(),
                        options.interrupted};
  return compareRuns(other, {recorded.observation, "recorded run"}, judging);
}

llvm::Error RunRecorder::checkRecording(const PlainObservation &plain) const {
  const std::string &name = recorded.launch.argument0;
  if (mayBeFromOutside(plain.result.ending))
    if (llvm::Error error =
            checkEndedAlike(name, {plain.result, "plain run"},
                            {recorded.observation, "recorded run"}))
      return error;
  auto difference = compareWith({plain.result, "plain run"});
  if (!difference)
    return difference.takeError();
  // The recorded run and the run without an engine may print different
  // addresses, since the stack may be elsewhere. This difference is not an
  // error, because all runs with an engine have the stack at the same address.
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

/// Makes another engine run the program from now on. `reason` says why, and
/// `hasThreads` whether the reason is that the program has threads.
llvm::Error RunRecorder::fallBack(llvm::Error reason, bool hasThreads) {
  llvm::StringRef former = runner.engineDescription().name;
  std::string text = ("the " + former + " engine can't be used: ").str() +
                     llvm::toString(std::move(reason));
  if (llvm::Error error = runner.fallBack(text, hasThreads, recorded.table))
    return error;
  if (options.say)
    options.say("note: " + text + "; the " + runner.engineDescription().name +
                " engine is used instead");
  return llvm::Error::success();
}

/// Checks the recorded run if the user has asked for an order of threads. Runs
/// without an engine have other orders, so the recorded run is not compared
/// with them, but with a second recording.
llvm::Error RunRecorder::checkSchedule(const PlainObservation &plain) {
  const std::string &name = recorded.launch.argument0;
  std::string option = scheduleOption(recorded.launch);
  if (recorded.observation.threads < 2) {
    if (options.say)
      options.say("note: " + name +
                  ": only one thread runs its statements, so " + option +
                  " changes nothing");
    return checkRecording(plain);
  }
  Trace first = recorded.trace;
  llvm::Expected<bool> repeatable = isRepeatable();
  if (!repeatable)
    return repeatable.takeError();
  std::optional<size_t> index = firstDifferentEvent(first, recorded.trace);
  if (index || !*repeatable)
    return llvm::make_error<ReproductionError>(
        name + ": not deterministic: two recordings with " + option +
        " differ" +
        (index ? " from event " + std::to_string(*index + 1) + " on" : "") +
        "; likely causes are the time, waits with a time limit, and files or "
        "processes outside of the run");
  auto difference = compareWith({plain.result, "plain run"});
  if (!difference)
    return difference.takeError();
  if (*difference && options.say)
    options.say("note: the threads of other runs have other orders, and all "
                "results are about this one (" +
                option + "): " + (*difference)->text);
  return llvm::Error::success();
}

llvm::Expected<Recording> RunRecorder::runEngineOnce(LaunchSpec &launch) const {
  ExecutionEngine &engine = runner.engine();
  launch.eventLimit = eventsToRecord();
  auto next = std::chrono::steady_clock::now() + progressInterval;
  engine.setRecordingProgress([this, next](uint64_t events) mutable {
    auto now = std::chrono::steady_clock::now();
    if (now < next || !options.progress)
      return;
    next = now + progressInterval;
    options.progress({"recording", events, 0, "statement instance"});
  });
  llvm::Expected<Recording> recording = engine.record(launch);
  // The function that reports progress refers to this RunRecorder. The engine
  // may outlive the RunRecorder, so the function is removed from the engine.
  engine.setRecordingProgress({});
  return recording;
}

static llvm::Error hasSecondThread() {
  return llvm::make_error<TargetError>(
      "a second thread runs statements of the program");
}

llvm::Expected<Recording> RunRecorder::runEngine() {
  LaunchSpec launch = runner.launchHere(recorded.launch);
  launch.wallLimitSeconds *= recordingSlowdown;
  for (;;) {
    llvm::Expected<Recording> recording =
        runner.record([&] { return runEngineOnce(launch); },
                      options.interrupted, DoubtfulEndings::Signals);
    bool hasThreads = recording && isBySecondThread(recording->result.ending);
    bool isRefused = recording.errorIsA<EngineError>() ||
                     recording.errorIsA<NativeRefusal>() || hasThreads;
    if (!isRefused || !runner.mayFallBack())
      return recording;
    if (llvm::Error error = fallBack(
            hasThreads ? hasSecondThread() : recording.takeError(), hasThreads))
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
  // Ctrl-C may also have reached the program. So the recording is not used.
  if (options.interrupted && options.interrupted->load())
    return llvm::make_error<InterruptedError>();
  if (llvm::Error error = recorded.directory.checkRoom())
    return error;
  if (isTraceFull(recorded.observation.ending, runner.engine().traits()))
    return refuseLength(std::move(recording->trace));
  if (llvm::Error error = checkEnding(recorded, runner))
    return error;
  return std::move(recording->trace);
}

llvm::Error RunRecorder::recordAsPlain(const PlainObservation &plain) {
  if (llvm::Error error = record().moveInto(recorded.trace))
    return error;
  return recorded.launch.schedule ? checkSchedule(plain)
                                  : checkRecording(plain);
}

/// Returns true if the error says what is wrong with the recorded run. Returns
/// false for an interrupt or an error of the engine, which leave no recorded
/// run.
static bool isAboutRun(const llvm::Error &error) {
  return error.isA<ReproductionError>() || error.isA<TargetError>();
}

/// Returns true if the pattern in uninitialised memory may have disturbed the
/// recorded run. Because of the pattern, the run may not end, or may do other
/// things than the run without an engine.
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
  // If the trace became too large, the pattern in uninitialised memory is not
  // the reason: the function refuseLength has already made the run without the
  // pattern, and that run was too long as well.
  bool isEndless = (std::holds_alternative<TimedOut>(ending) ||
                    std::holds_alternative<LimitReached>(ending)) &&
                   !isTraceFull(ending, runner.engine().traits());
  return (difference.isA<ReproductionError>() && !isFromOutside) ||
         (difference.isA<TargetError>() && isEndless);
}

void RunRecorder::setPoison(Poison poison) {
  recorded.launch = withPoison(std::move(recorded.launch), poison);
  recorded.theCase.launch =
      withPoison(std::move(recorded.theCase.launch), poison);
}

/// Keeps the recording that was made without a pattern in uninitialised memory,
/// and tells the user in a note. `remark` is added to the note. It is empty, or
/// says how the recorded run still differs from the run without an engine.
llvm::Error RunRecorder::keepWithoutPoison(const llvm::Twine &remark) const {
  if (options.say)
    options.say("note: " + recorded.launch.argument0 +
                ": its output depends on memory that nothing has set: the "
                "program behaves differently if such memory is filled with a "
                "pattern, so all runs leave it as it is (--poison stale)" +
                remark.str());
  return recorded.directory.update(recorded.theCase);
}

/// Records the run once more, and keeps the new recording. Returns true if no
/// predicate distinguishes it from the former one.
llvm::Expected<bool> RunRecorder::isRepeatable() {
  RunResult first = recorded.observation;
  if (llvm::Error error = record().moveInto(recorded.trace))
    return error;
  auto difference = compareWith({first, "first recorded run"});
  if (!difference)
    return difference.takeError();
  return !*difference || !(*difference)->isSeen;
}

/// Finds out whether a recording without poison (a pattern that fills unset
/// memory) differs from the plain run only by chance. The plain run is made
/// without an engine and without poison. So the two runs may have found
/// different things in unset memory.
///
/// The difference counts as chance if a run with poison differs from the first
/// recording without poison, but a second recording without poison does not. In
/// this case, returns a text about the difference; otherwise an empty text.
/// `recorded` has the first recording without poison, and `withPoison` is the
/// result of the run with poison.
llvm::Expected<std::string>
RunRecorder::differenceByChance(const PlainObservation &plain,
                                const RunResult &withPoison) {
  if (mayBeFromOutside(recorded.observation.ending))
    return "";
  auto byPoison = compareWith({withPoison, "run with a pattern"});
  if (byPoison.errorIsA<UsageError>()) {
    // No predicate can be made from the output of the run with poison (a
    // pattern in uninitialised memory). So nothing can be said about how that
    // run differs.
    llvm::consumeError(byPoison.takeError());
    return "";
  }
  if (!byPoison)
    return byPoison.takeError();
  if (!*byPoison || !(*byPoison)->isSeen)
    return "";
  llvm::Expected<bool> repeatable = isRepeatable();
  if (!repeatable)
    return repeatable.takeError();
  auto byEngine = compareWith({plain.result, "plain run"});
  if (!byEngine)
    return byEngine.takeError();
  if (!*repeatable || !*byEngine)
    return "";
  return "\nsuch memory holds other values when the run is recorded, and all "
         "results are about the recorded run: " +
         (*byEngine)->text;
}

/// Records the run again, this time without filling uninitialised memory with a
/// pattern. `difference` says how the first recording, which had the pattern,
/// differs from the run without an engine.
///
/// The case keeps the second recording if it does the same as the run without
/// an engine. The case also keeps it if these two differ only by chance,
/// because uninitialised memory held different things. Otherwise the case keeps
/// the first recording, and the function returns `difference`.
llvm::Error RunRecorder::recordWithoutPoison(const PlainObservation &plain,
                                             llvm::Error difference) {
  Poison poison = recorded.launch.poison;
  Trace trace = std::move(recorded.trace);
  RunResult observation = std::move(recorded.observation);
  double seconds = recorded.recordSeconds;
  setPoison(Poison::Stale);
  llvm::Error error = recordAsPlain(plain);
  if (!error) {
    // The new recording does the same as the run without an engine. So the
    // first recording differed only because of the pattern in uninitialised
    // memory. The new recording has no pattern.
    llvm::consumeError(std::move(difference));
    return keepWithoutPoison("");
  }
  if (!isAboutRun(error)) {
    // The second recording has failed for a reason other than what the run
    // does, such as an interrupt. So this error is returned, not `difference`.
    llvm::consumeError(std::move(difference));
    return error;
  }
  bool isDifferent = error.isA<ReproductionError>();
  // The second recording, which had no pattern in uninitialised memory, has
  // failed, too. Its error is dropped. The function returns `difference`, the
  // error of the first recording, unless the second recording differs from the
  // run without an engine only by chance.
  llvm::consumeError(std::move(error));
  llvm::Expected<std::string> chance =
      isDifferent ? differenceByChance(plain, observation) : "";
  if (!chance || !chance->empty()) {
    // `chance` says that the second recording differs from the run without an
    // engine only by chance, or why this can't be found out. Either tells the
    // user more than `difference`, the error of the first recording. So
    // `difference` is dropped.
    llvm::consumeError(std::move(difference));
    return chance ? keepWithoutPoison(*chance) : chance.takeError();
  }
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
    // If another process has ended the plain run (the run without an engine),
    // it does not help to record the program with another engine.
    bool isFromOutside =
        mayBeFromOutside(plain.result.ending) &&
        !isSameEnding(plain.result.ending, recorded.observation.ending);
    if (!difference.isA<ReproductionError>() || isFromOutside ||
        !runner.mayFallBack())
      return difference;
    if (llvm::Error error =
            fallBack(std::move(difference), /*hasThreads=*/false))
      return error;
  }
}

llvm::Error RunRecorder::checkRepeated(const Trace &again) const {
  std::optional<size_t> index = firstDifferentEvent(recorded.trace, again);
  if (!index)
    return llvm::Error::success();
  const Ending &ending = recorded.observation.ending;
  bool isCut = *index == again.size() && mayBeFromOutside(ending);
  return llvm::make_error<ReproductionError>(
      recorded.launch.argument0 +
      ": no longer runs as it was recorded, from event " +
      llvm::Twine(*index + 1) + " on; " +
      (isCut ? describeOutsideEnding(ending)
             : "files outside of its folder, or the time, may have changed: "
               "record it again"));
}
