//===- RecordedCase.cpp - A case with its recorded run --------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Driver/RecordedCase.h"
#include "OutputDifference.h"
#include "pinstripe/Driver/Environment.h"
#include "pinstripe/Driver/InterruptedError.h"
#include "pinstripe/Driver/ModuleFiles.h"
#include "pinstripe/Driver/PlainRuns.h"
#include "pinstripe/Driver/ProgramFile.h"
#include "pinstripe/Native/NativeEngine.h"
#include "pinstripe/Program/UnitTableBuilder.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Memory.h"
#include "pinstripe/Trace/TraceFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include <algorithm>
#include <chrono>

using namespace pinstripe;

/// An engine may be so much slower than a plain run.
static constexpr double recordingSlowdown = 60;
/// More would take the LLDB engine over five minutes a run. The native engine
/// records what the memory holds.
static constexpr uint64_t slowRecordingLimit = 1000000;
/// Between two reports of progress.
static constexpr std::chrono::milliseconds progressInterval(200);

RecordedCase::RecordedCase(CaseDirectory directory, Case theCase,
                           PrivateDirectory workingDirectory)
    : directory(std::move(directory)), theCase(std::move(theCase)),
      workingDirectory(std::move(workingDirectory)) {}

namespace pinstripe {

/// The steps of making a RecordedCase.
class CaseRecorder {
public:
  explicit CaseRecorder(const RecordOptions &options) : options(options) {}
  llvm::Expected<std::unique_ptr<RecordedCase>> record(Case value);
  llvm::Expected<std::unique_ptr<RecordedCase>>
  open(const PredicateSpec &predicate);

private:
  void say(const llvm::Twine &text) const {
    if (options.say)
      options.say(text.str());
  }
  void status(llvm::StringRef text) const {
    if (options.status)
      options.status(text);
  }
  bool isInterrupted() const {
    return options.interrupted && options.interrupted->load();
  }
  llvm::Error completeCase(Case &value) const;
  llvm::Error completeModules(Case &value) const;
  llvm::Expected<UnitTable> readProgram(Case &value) const;
  llvm::Expected<std::unique_ptr<RecordedCase>> makePlace(Case value) const;
  llvm::Expected<std::unique_ptr<RecordedCase>>
  reopen(const PredicateSpec &predicate) const;
  llvm::Error checkProgram(const RecordedCase &recorded) const;
  void noteRemarks(RecordedCase &recorded, const PlainObservation &plain) const;
  llvm::Expected<PlainObservation> runPlain(RecordedCase &recorded) const;
  llvm::Error startEngine(RecordedCase &recorded) const;
  llvm::Error fallBack(RecordedCase &recorded, llvm::Error reason) const;
  void watchRecording(ExecutionEngine &engine) const;
  llvm::Expected<Recording> runEngine(RecordedCase &recorded) const;
  llvm::Expected<Trace> recordRun(RecordedCase &recorded) const;
  llvm::Error recordFaithfully(RecordedCase &recorded,
                               const PlainObservation &plain) const;
  llvm::Error checkRecording(const RecordedCase &recorded,
                             const PlainObservation &plain) const;
  llvm::Error checkRepeated(const RecordedCase &recorded,
                            const Trace &again) const;
  llvm::Error checkEnding(const RecordedCase &recorded) const;

  const RecordOptions &options;
};

} // namespace pinstripe

/// What the user need not state.
llvm::Error CaseRecorder::completeCase(Case &value) const {
  LaunchSpec &launch = value.launch;
  launch.argument0 = launch.program;
  llvm::Expected<std::string> program = findProgram(launch.program);
  if (!program)
    return program.takeError();
  launch.program = *program;
  launch.watchedFiles = value.predicate.sameFiles;
  llvm::SmallString<256> directory;
  if (std::error_code error = llvm::sys::fs::current_path(directory))
    return llvm::make_error<UsageError>("this folder: " + error.message() +
                                        "; start from another");
  launch.workingDirectory = directory.str().str();
  return completeModules(value);
}

/// From names to files that the program loads.
llvm::Error CaseRecorder::completeModules(Case &value) const {
  std::vector<std::string> names;
  for (const CaseModule &module : value.modules)
    names.push_back(module.path);
  llvm::Expected<std::vector<std::string>> files =
      findModules(names, value.launch);
  if (!files)
    return files.takeError();
  value.modules.clear();
  for (std::string &file : *files)
    value.modules.push_back({std::move(file), ""});
  return llvm::Error::success();
}

llvm::Expected<UnitTable> CaseRecorder::readProgram(Case &value) const {
  status("reading the program");
  ModelOptions model;
  model.compilationDatabase = value.compilationDatabase;
  for (const CaseModule &module : value.modules)
    model.libraries.push_back(module.path);
  llvm::Expected<UnitTable> table = buildUnitTable(value.launch.program, model);
  if (!table)
    return table.takeError();
  value.buildHash = table->modules.front().buildHash;
  for (size_t i = 0; i < value.modules.size(); ++i)
    value.modules[i].buildHash = table->modules[i + 1].buildHash;
  for (const NewerSource &newer : newerSources(*table)) {
    bool isProgram = newer.module == ModuleId{};
    say("warning: " + newer.source + " is newer than " +
        (isProgram ? value.launch.argument0
                   : table->libraryName(newer.module)) +
        ", its lines may have moved; rebuild the " +
        (isProgram ? "program" : "library"));
  }
  return table;
}

llvm::Expected<std::unique_ptr<RecordedCase>>
CaseRecorder::makePlace(Case value) const {
  llvm::Expected<CaseDirectory> directory =
      CaseDirectory::create(options.caseDirectory);
  if (!directory)
    return directory.takeError();
  if (llvm::Error error = directory->begin(value))
    return error;
  llvm::Expected<PrivateDirectory> work = PrivateDirectory::create(
      *directory, value.launch.workingDirectory, value.launch.arguments);
  if (!work)
    return work.takeError();
  if (work->isInPlace())
    say("note: all runs happen in this folder itself, not in a copy: " +
        work->reasonInPlace());
  std::unique_ptr<RecordedCase> recorded(new RecordedCase(
      std::move(*directory), std::move(value), std::move(*work)));
  recorded->launch = recorded->directory.launchIn(
      recorded->theCase, recorded->workingDirectory.path());
  return recorded;
}

llvm::Expected<PlainObservation>
CaseRecorder::runPlain(RecordedCase &recorded) const {
  status("running the program as it is");
  PlainRunOptions plain;
  plain.repeat = recorded.theCase.repeat;
  plain.scratchDirectory = recorded.directory.scratchDirectory();
  plain.prepareRun = [&recorded] { return recorded.prepareRun(); };
  plain.interrupted = options.interrupted;
  return observePlainRuns(recorded.launch, plain);
}

void CaseRecorder::noteRemarks(RecordedCase &recorded,
                               const PlainObservation &plain) const {
  if (!plain.addressDifference.empty())
    say("note: the output depends on addresses; address randomisation is off "
        "in all runs");
  bool looksUnwell = plain.result.standardOutput.empty() ||
                     !plain.result.exited() ||
                     std::get<Exited>(plain.result.ending).status != 0;
  std::vector<std::string> functions =
      terminalFunctions(recorded.launch.program);
  if (looksUnwell && !functions.empty())
    recorded.terminalHint = "the program asks for a terminal (" +
                            llvm::join(functions, ", ") +
                            "), and Pinstripe gives it files";
}

llvm::Error CaseRecorder::startEngine(RecordedCase &recorded) const {
  llvm::Expected<ChosenEngine> engine = createEngine(
      options.engine, recorded.table, recorded.directory.scratchDirectory());
  if (!engine)
    return engine.takeError();
  recorded.engine = std::move(*engine);
  return llvm::Error::success();
}

/// Why there is no trace, and what to do; empty: no such limit.
static std::string describeLimit(const RecordedCase &recorded) {
  const auto *limit = std::get_if<LimitReached>(&recorded.observation.ending);
  if (!limit || limit->kind == LimitReached::Kind::Output)
    return "";
  std::string events = std::to_string(recorded.observation.eventsExecuted);
  if (limit->kind == LimitReached::Kind::Memory)
    return "the memory of this machine, " + describeBytes(availableMemory()) +
           " of it free, ends after " + events +
           " statement instances; choose a smaller input, or end other "
           "programs";
  std::string text = "the run goes on after " + events +
                     " statement instances, and the " +
                     recorded.engine.description.name +
                     " engine records no more; choose a smaller input";
  if (!recorded.engine.description.fallback.empty())
    text += ", or do away with what keeps the faster engine from it: " +
            recorded.engine.description.fallback;
  return text;
}

llvm::Error CaseRecorder::checkEnding(const RecordedCase &recorded) const {
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

/// What a program may read that a plain and a recorded run do not share.
static llvm::StringRef causeOfDifference(const PlainObservation &plain,
                                         Poison poison) {
  if (!plain.addressDifference.empty())
    return "the output depends on addresses, and the stack of a recorded run "
           "lies elsewhere, or on what uninitialised memory holds; leave the "
           "addresses out of the output, or see what --poison stale gives";
  if (poison == Poison::Stale)
    return "it may read uninitialised memory, or notice that it is traced";
  return "it may read uninitialised memory, which is filled with a pattern: "
         "see what --poison stale gives";
}

llvm::Error CaseRecorder::checkRecording(const RecordedCase &recorded,
                                         const PlainObservation &plain) const {
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
        "\n" + causeOfDifference(plain, recorded.launch.poison));
  if (recorded.trace.size() == 0)
    return llvm::make_error<TargetError>(
        name + ": no statement was recorded; `pinstripe units " + name +
        "` says which functions can be traced and why others can't");
  return llvm::Error::success();
}

/// From now on the reference engine runs the program.
llvm::Error CaseRecorder::fallBack(RecordedCase &recorded,
                                   llvm::Error reason) const {
  llvm::StringRef former = recorded.engine.description.name;
  std::string text = ("the " + former + " engine can't be used: ").str() +
                     llvm::toString(std::move(reason));
  say("note: " + text + "; falling back to LLDB");
  return fallBackToLLDB(recorded.engine, text, recorded.table,
                        recorded.directory.scratchDirectory());
}

static uint64_t eventLimitOf(const ChosenEngine &engine) {
  return engine.description.name == "lldb" ? slowRecordingLimit : 0;
}

void CaseRecorder::watchRecording(ExecutionEngine &engine) const {
  auto next = std::chrono::steady_clock::now() + progressInterval;
  engine.watchRecording([this, next](uint64_t events) mutable {
    auto now = std::chrono::steady_clock::now();
    if (now < next)
      return;
    next = now + progressInterval;
    status("recording, " + std::to_string(events) + " statement instances");
  });
}

llvm::Expected<Recording>
CaseRecorder::runEngine(RecordedCase &recorded) const {
  LaunchSpec launch = recorded.launch;
  launch.wallLimitSeconds *= recordingSlowdown;
  bool mayRepeat = true;
  for (;;) {
    if (llvm::Error error = recorded.prepareRun())
      return error;
    launch.eventLimit = eventLimitOf(recorded.engine);
    watchRecording(*recorded.engine.engine);
    llvm::Expected<Recording> recording =
        recorded.engine.engine->record(launch);
    bool hasFailed = recording.errorIsA<EngineError>();
    if (hasFailed && mayRepeat) {
      llvm::consumeError(recording.takeError()); // as for partial executions
      mayRepeat = false;
      continue;
    }
    bool isRefused = hasFailed || recording.errorIsA<NativeRefusal>();
    if (!isRefused || !recorded.engine.mayFallBack)
      return recording;
    if (llvm::Error error = fallBack(recorded, recording.takeError()))
      return error;
    mayRepeat = true;
  }
}

/// Records with the engine; the observation goes into `recorded`.
llvm::Expected<Trace> CaseRecorder::recordRun(RecordedCase &recorded) const {
  status("recording");
  auto start = std::chrono::steady_clock::now();
  llvm::Expected<Recording> recording = runEngine(recorded);
  if (!recording)
    return recording.takeError();
  std::chrono::duration<double> elapsed =
      std::chrono::steady_clock::now() - start;
  recorded.recordSeconds = elapsed.count();
  recorded.observation = std::move(recording->result);
  // What interrupts us may have reached the program, too.
  if (isInterrupted())
    return llvm::make_error<InterruptedError>(
        "interrupted before there was a result");
  if (llvm::Error error = checkEnding(recorded))
    return error;
  return std::move(recording->trace);
}

/// Another engine may leave alone what this one disturbs.
llvm::Error
CaseRecorder::recordFaithfully(RecordedCase &recorded,
                               const PlainObservation &plain) const {
  for (;;) {
    llvm::Expected<Trace> trace = recordRun(recorded);
    if (!trace)
      return trace.takeError();
    recorded.trace = std::move(*trace);
    llvm::Error difference = checkRecording(recorded, plain);
    if (!difference || !recorded.engine.mayFallBack)
      return difference;
    if (llvm::Error error = fallBack(recorded, std::move(difference)))
      return error;
  }
}

llvm::Expected<std::unique_ptr<RecordedCase>> CaseRecorder::record(Case value) {
  if (llvm::Error error = completeCase(value))
    return error;
  llvm::Expected<UnitTable> table = readProgram(value);
  if (!table)
    return table.takeError();
  llvm::Expected<std::unique_ptr<RecordedCase>> recorded =
      makePlace(std::move(value));
  if (!recorded)
    return recorded.takeError();
  (*recorded)->table = std::move(*table);
  llvm::Expected<PlainObservation> plain = runPlain(**recorded);
  if (!plain)
    return plain.takeError();
  noteRemarks(**recorded, *plain);
  if (llvm::Error error = startEngine(**recorded))
    return error;
  if (llvm::Error error = recordFaithfully(**recorded, *plain))
    return error;
  if (llvm::Error error = writeTrace((*recorded)->directory.traceFile(),
                                     (*recorded)->trace, (*recorded)->table))
    return error;
  return recorded;
}

/// The stored case with its trace, in its place.
llvm::Expected<std::unique_ptr<RecordedCase>>
CaseRecorder::reopen(const PredicateSpec &predicate) const {
  llvm::Expected<CaseDirectory> directory =
      CaseDirectory::open(options.caseDirectory);
  if (!directory)
    return directory.takeError();
  llvm::Expected<Case> value = directory->readCase();
  if (!value)
    return value.takeError();
  if (!predicate.isEmpty())
    value->predicate = predicate;
  value->launch.watchedFiles = value->predicate.sameFiles;
  llvm::Expected<StoredTrace> stored = readTrace(directory->traceFile());
  if (!stored)
    return stored.takeError();
  llvm::Expected<PrivateDirectory> work =
      PrivateDirectory::reopen(*directory, value->launch.workingDirectory);
  if (!work)
    return work.takeError();
  std::unique_ptr<RecordedCase> recorded(new RecordedCase(
      std::move(*directory), std::move(*value), std::move(*work)));
  recorded->launch = recorded->directory.launchIn(
      recorded->theCase, recorded->workingDirectory.path());
  recorded->table = std::move(stored->table);
  recorded->trace = std::move(stored->trace);
  return recorded;
}

/// A trace fits the very program and libraries that were recorded, no others.
llvm::Error CaseRecorder::checkProgram(const RecordedCase &recorded) const {
  llvm::Expected<std::string> program = findProgram(recorded.launch.program);
  if (!program)
    return program.takeError();
  Case now = recorded.theCase;
  if (llvm::Error error = completeModules(now))
    return error;
  llvm::Expected<UnitTable> table = readProgram(now);
  if (!table)
    return table.takeError();
  for (size_t i = 0; i < recorded.table.modules.size(); ++i) {
    bool isSame =
        i < table->modules.size() &&
        table->modules[i].buildHash == recorded.table.modules[i].buildHash;
    if (!isSame)
      return llvm::make_error<UsageError>(
          options.caseDirectory + ": " +
          (i == 0 ? recorded.launch.argument0
                  : recorded.table.libraryName(ModuleId(i))) +
          " was rebuilt since it was recorded; record it again");
  }
  return llvm::Error::success();
}

/// The index of the first event that differs, if any does.
static std::optional<size_t> firstDifferentEvent(const Trace &left,
                                                 const Trace &right) {
  auto isSame = [](const Event &a, const Event &b) {
    return a.entry == b.entry && a.invocation == b.invocation;
  };
  llvm::ArrayRef<Event> a = left.allEvents(), b = right.allEvents();
  auto [inLeft, inRight] =
      std::mismatch(a.begin(), a.end(), b.begin(), b.end(), isSame);
  if (inLeft == a.end() && inRight == b.end())
    return std::nullopt;
  return inLeft - a.begin();
}

llvm::Error CaseRecorder::checkRepeated(const RecordedCase &recorded,
                                        const Trace &again) const {
  std::optional<size_t> index = firstDifferentEvent(recorded.trace, again);
  if (!index)
    return llvm::Error::success();
  return llvm::make_error<ReproductionError>(
      recorded.launch.argument0 +
      ": no longer runs as it was recorded, from event " +
      llvm::Twine(*index + 1) +
      " on; files outside of its folder, or the time, may have changed: "
      "record it again");
}

llvm::Expected<std::unique_ptr<RecordedCase>>
CaseRecorder::open(const PredicateSpec &predicate) {
  llvm::Expected<std::unique_ptr<RecordedCase>> recorded = reopen(predicate);
  if (!recorded)
    return recorded.takeError();
  if (llvm::Error error = checkProgram(**recorded))
    return error;
  if (llvm::Error error = startEngine(**recorded))
    return error;
  // The observation is not stored: the run is repeated, which also shows
  // whether it still is the recorded one.
  llvm::Expected<Trace> again = recordRun(**recorded);
  if (!again)
    return again.takeError();
  if (llvm::Error error = checkRepeated(**recorded, *again))
    return error;
  return recorded;
}

llvm::Expected<std::unique_ptr<RecordedCase>>
RecordedCase::record(Case value, const RecordOptions &options) {
  return CaseRecorder(options).record(std::move(value));
}

llvm::Expected<std::unique_ptr<RecordedCase>>
RecordedCase::open(const PredicateSpec &predicate,
                   const RecordOptions &options) {
  return CaseRecorder(options).open(predicate);
}
