//===- RunRecorder.cpp - Records the run of a case ------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunRecorder.h"
#include "Disturbances.h"
#include "OutputDifference.h"
#include "pinstripe/Driver/InterruptedError.h"
#include "pinstripe/Execution/StatedLimits.h"
#include "pinstripe/Native/NativeEngine.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Memory.h"
#include <chrono>

using namespace pinstripe;

/// An engine may be so much slower than a plain run.
static constexpr double recordingSlowdown = 60;
/// More would take the LLDB engine over five minutes a run. The native engine
/// records what the memory holds.
static constexpr uint64_t slowRecordingLimit = 1000000;
/// Between two reports of progress.
static constexpr std::chrono::milliseconds progressInterval(200);

llvm::Error RunRecorder::startEngine() {
  llvm::Expected<ChosenEngine> engine =
      createEngine(options.engine, recorded.table);
  if (!engine)
    return engine.takeError();
  recorded.engine = std::move(*engine);
  return llvm::Error::success();
}

/// Why there is no trace, and what to do; empty: no such limit.
static std::string describeLimit(const RecordedCase &recorded) {
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
  // Recordings have the engine's own.
  std::string text = "the run goes on after " + events +
                     " statement instances, and the " +
                     recorded.engine.description.name +
                     " engine records no more; choose a smaller input";
  if (!recorded.engine.description.fallback.empty())
    text += ", or do away with what keeps the faster engine from it: " +
            recorded.engine.description.fallback;
  return text;
}

llvm::Error RunRecorder::checkEnding() const {
  const Ending &ending = recorded.observation.ending;
  const std::string &name = recorded.launch.argument0;
  if (std::string text = describeLimit(recorded); !text.empty())
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

/// What has come in between, or what a program may read that a plain and a
/// recorded run do not share.
static std::string causeOfDifference(const PlainObservation &plain,
                                     const RunResult &observation,
                                     Poison poison) {
  if (mayBeFromOutside(observation.ending) &&
      !endAlike(observation.ending, plain.result.ending))
    return describeOutsideEnding(observation.ending);
  if (!plain.addressDifference.empty())
    return "the output depends on addresses, and the stack of a recorded run "
           "lies elsewhere, or on what uninitialised memory holds; leave the "
           "addresses out of the output, or see what --poison stale gives";
  if (poison == Poison::Stale)
    return "it may read uninitialised memory, or notice that it is traced";
  return "it may read uninitialised memory, which is filled with a pattern: "
         "see what --poison stale gives";
}

llvm::Error RunRecorder::checkRecording(const PlainObservation &plain) const {
  const std::string &name = recorded.launch.argument0;
  auto difference = firstDifference({plain.result, "plain run"},
                                    {recorded.observation, "recorded run"});
  // The engine's stack may lie elsewhere, but always at the same place.
  bool isOnlyAddresses =
      !plain.addressDifference.empty() &&
      !firstDifference(
          {withoutAddresses(plain.result), "plain run"},
          {withoutAddresses(recorded.observation), "recorded run"});
  if (difference && !isOnlyAddresses)
    return llvm::make_error<ReproductionError>(
        name + ": prints something else when it is recorded\n" + *difference +
        "\n" +
        causeOfDifference(plain, recorded.observation, recorded.launch.poison));
  if (recorded.trace.size() == 0)
    return llvm::make_error<TargetError>(
        name + ": no statement was recorded; `pinstripe units " + name +
        "` says which functions can be traced and why others can't");
  return llvm::Error::success();
}

/// From now on the reference engine runs the program.
llvm::Error RunRecorder::fallBack(llvm::Error reason) {
  llvm::StringRef former = recorded.engine.description.name;
  std::string text = ("the " + former + " engine can't be used: ").str() +
                     llvm::toString(std::move(reason));
  if (options.say)
    options.say("note: " + text + "; falling back to LLDB");
  return fallBackToLLDB(recorded.engine, text, recorded.table);
}

static uint64_t eventLimitOf(const ChosenEngine &engine) {
  return engine.description.name == "lldb" ? slowRecordingLimit : 0;
}

void RunRecorder::watchRecording(ExecutionEngine &engine) const {
  auto next = std::chrono::steady_clock::now() + progressInterval;
  engine.watchRecording([this, next](uint64_t events) mutable {
    auto now = std::chrono::steady_clock::now();
    if (now < next)
      return;
    next = now + progressInterval;
    status("recording, " + std::to_string(events) + " statement instances");
  });
}

llvm::Expected<Recording> RunRecorder::runEngine() {
  LaunchSpec launch = recorded.launch;
  launch.wallLimitSeconds *= recordingSlowdown;
  FailureCount failures;
  RepeatedRun runs;
  for (;;) {
    if (llvm::Error error = recorded.prepareRun())
      return error;
    launch.eventLimit = eventLimitOf(recorded.engine);
    watchRecording(*recorded.engine.engine);
    llvm::Expected<Recording> recording =
        recorded.engine.engine->record(launch);
    // The engine lives longer than who watches.
    recorded.engine.engine->watchRecording({});
    if (recording && mayBeFromOutside(recording->result.ending) &&
        !runs.isConvincing(recording->result))
      continue; // as for partial executions
    bool hasFailed = recording.errorIsA<EngineError>();
    if (hasFailed && failures.mayRepeat()) {
      llvm::consumeError(recording.takeError()); // the same
      continue;
    }
    bool isRefused = hasFailed || recording.errorIsA<NativeRefusal>();
    if (!isRefused || !recorded.engine.mayFallBack)
      return recording;
    if (llvm::Error error = fallBack(recording.takeError()))
      return error;
    failures = {};
  }
}

llvm::Expected<Trace> RunRecorder::record() {
  status("recording");
  auto start = std::chrono::steady_clock::now();
  llvm::Expected<Recording> recording = runEngine();
  if (!recording)
    return recording.takeError();
  std::chrono::duration<double> elapsed =
      std::chrono::steady_clock::now() - start;
  recorded.recordSeconds = elapsed.count();
  recorded.observation = std::move(recording->result);
  // What interrupts us may have reached the program, too.
  if (options.interrupted && options.interrupted->load())
    return llvm::make_error<InterruptedError>(
        "interrupted before there was a result");
  if (llvm::Error error = recorded.directory.checkRoom())
    return error;
  if (llvm::Error error = checkEnding())
    return error;
  return std::move(recording->trace);
}

llvm::Error RunRecorder::recordFaithfully(const PlainObservation &plain) {
  for (;;) {
    llvm::Expected<Trace> trace = record();
    if (!trace)
      return trace.takeError();
    recorded.trace = std::move(*trace);
    llvm::Error difference = checkRecording(plain);
    if (!difference || !recorded.engine.mayFallBack)
      return difference;
    if (llvm::Error error = fallBack(std::move(difference)))
      return error;
  }
}
