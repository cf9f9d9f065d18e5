//===- RecordedCase.cpp - A case with its recorded run --------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Driver/RecordedCase.h"
#include "Containment.h"
#include "Disturbances.h"
#include "RunRecorder.h"
#include "Watches.h"
#include "WrittenFiles.h"
#include "pinstripe/Driver/Environment.h"
#include "pinstripe/Driver/ModuleFiles.h"
#include "pinstripe/Driver/ProgramFile.h"
#include "pinstripe/Program/ModuleCode.h"
#include "pinstripe/Program/UnitTableBuilder.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Memory.h"
#include "pinstripe/Trace/TraceFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include <algorithm>

using namespace pinstripe;

RecordedCase::RecordedCase(CaseDirectory directory, Case theCase,
                           PrivateDirectory workingDirectory)
    : directory(std::move(directory)), theCase(std::move(theCase)),
      workingDirectory(std::move(workingDirectory)) {}

llvm::Error RecordedCase::prepareRun() {
  return launch.sandbox ? launch.sandbox->prepareRun()
                        : workingDirectory.refresh();
}

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
  llvm::Error completeCase(Case &value) const;
  llvm::Error completeModules(Case &value) const;
  llvm::Expected<UnitTable> readProgram(Case &value) const;
  void warnOfNewerSources(const UnitTable &table,
                          const LaunchSpec &launch) const;
  llvm::Expected<std::unique_ptr<RecordedCase>> makePlace(Case value) const;
  llvm::Expected<PrivateDirectory>
  makeWorkingDirectory(const CaseDirectory &directory, const Case &value) const;
  llvm::Expected<std::unique_ptr<RecordedCase>>
  reopen(const PredicateSpec &predicate) const;
  llvm::Error contain(RecordedCase &recorded) const;
  llvm::Error checkProgram(const RecordedCase &recorded) const;
  void noteRemarks(RecordedCase &recorded, const PlainObservation &plain) const;
  llvm::Expected<PlainObservation> runPlain(RecordedCase &recorded) const;
  llvm::Error noteWrittenFiles(RecordedCase &recorded) const;
  llvm::Error recordRun(RecordedCase &recorded) const;
  llvm::Error checkRepeated(const RecordedCase &recorded,
                            const Trace &again) const;

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
  model.cacheFolder = sourceCacheFolder();
  for (const CaseModule &module : value.modules)
    model.libraries.push_back(module.path);
  llvm::Expected<UnitTable> table = buildUnitTable(value.launch.program, model);
  if (!table)
    return table.takeError();
  value.buildHash = table->modules.front().buildHash;
  for (size_t i = 0; i < value.modules.size(); ++i)
    value.modules[i].buildHash = table->modules[i + 1].buildHash;
  warnOfNewerSources(*table, value.launch);
  std::string untraced = describeUntraced(*table, value.launch.argument0);
  if (!untraced.empty())
    say("warning: " + untraced);
  return table;
}

void CaseRecorder::warnOfNewerSources(const UnitTable &table,
                                      const LaunchSpec &launch) const {
  for (const NewerSource &newer : newerSources(table)) {
    bool isProgram = newer.module == ModuleId{};
    say("warning: " + newer.source + " is newer than " +
        (isProgram ? launch.argument0 : table.libraryName(newer.module)) +
        ", its lines may have moved; rebuild the " +
        (isProgram ? "program" : "library"));
  }
}

llvm::Expected<std::unique_ptr<RecordedCase>>
CaseRecorder::makePlace(Case value) const {
  llvm::Expected<CaseDirectory> directory =
      CaseDirectory::create(options.caseDirectory);
  if (!directory)
    return directory.takeError();
  if (llvm::Error error = directory->begin(value))
    return error;
  llvm::Expected<PrivateDirectory> work =
      makeWorkingDirectory(*directory, value);
  if (!work)
    return work.takeError();
  std::unique_ptr<RecordedCase> recorded(new RecordedCase(
      std::move(*directory), std::move(value), std::move(*work)));
  recorded->launch = recorded->directory.launchIn(
      recorded->theCase, recorded->workingDirectory.path());
  if (llvm::Error error = contain(*recorded))
    return error;
  return recorded;
}

llvm::Expected<PrivateDirectory>
CaseRecorder::makeWorkingDirectory(const CaseDirectory &directory,
                                   const Case &value) const {
  const LaunchSpec &launch = value.launch;
  if (!options.containment.unconfined) {
    llvm::Expected<std::string> reason =
        PrivateDirectory::keep(directory, launch.workingDirectory);
    if (!reason)
      return reason.takeError();
    if (!reason->empty())
      say("note: the case keeps no copy of this folder, and will see what it "
          "holds then: " +
          *reason);
    return PrivateDirectory::untouched(launch.workingDirectory);
  }
  llvm::Expected<PrivateDirectory> work = PrivateDirectory::create(
      directory, launch.workingDirectory, launch.arguments);
  if (work && work->isInPlace())
    say("note: all runs happen in this folder itself, not in a copy: " +
        work->reasonInPlace());
  return work;
}

static llvm::Error limitResources(RecordedCase &recorded) {
  auto limits = parseLimits(recorded.theCase.limits);
  if (!limits)
    return limits.takeError();
  recorded.limits = *limits;
  LaunchSpec &launch = recorded.launch;
  // The machine has other lanes, and other things to do.
  constexpr uint64_t shareOfMemory = 4;
  if (uint64_t available = availableMemory())
    launch.memoryLimitBytes = available / shareOfMemory;
  launch.memoryLimitBytes =
      limits->memoryBytes.value_or(launch.memoryLimitBytes);
  launch.processLimit = static_cast<unsigned>(std::min<uint64_t>(
      limits->processes.value_or(launch.processLimit), INT_MAX));
  // The output is files, too: the kernel knows one size of all.
  launch.fileLimitBytes = limits->fileBytes.value_or(launch.fileLimitBytes);
  launch.outputLimitBytes = limits->outputBytes.value_or(
      std::min(launch.outputLimitBytes, launch.fileLimitBytes));
  return llvm::Error::success();
}

/// From here on runs are confined, unless the user does not want that.
llvm::Error CaseRecorder::contain(RecordedCase &recorded) const {
  if (llvm::Error error = limitResources(recorded))
    return error;
  if (options.containment.unconfined &&
      recorded.theCase.predicate.sameWrittenFiles)
    return llvm::make_error<UsageError>(
        "--same-files: what a run writes is known of runs in a sandbox only; "
        "name the files with --same-file, or leave out --unconfined");
  std::string needsSandbox = recorded.limits.needsSandbox();
  if (options.containment.unconfined && !needsSandbox.empty())
    return llvm::make_error<UsageError>(
        "--run-limit " + needsSandbox +
        " is kept by the sandbox of runs; leave it out, or --unconfined");
  if (options.containment.unconfined &&
      !options.containment.writablePaths.empty())
    return llvm::make_error<UsageError>(
        "--rw opens a path to runs that are confined; leave out --rw or "
        "--unconfined");
  if (options.containment.unconfined)
    return llvm::Error::success();
  if (llvm::Error error = sandboxSpecFor(recorded.directory, recorded.launch,
                                         options.containment, recorded.limits)
                              .moveInto(recorded.sandbox))
    return error;
  return createSandbox(recorded.sandbox).moveInto(recorded.launch.sandbox);
}

llvm::Expected<PlainObservation>
CaseRecorder::runPlain(RecordedCase &recorded) const {
  status("running the program as it is");
  PlainRunOptions plain;
  plain.repeat = recorded.theCase.repeat;
  plain.scratchDirectory = recorded.directory.scratchDirectory();
  plain.prepareRun = [&recorded] { return recorded.prepareRun(); };
  plain.interrupted = options.interrupted;
  plain.say = options.say;
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

llvm::Expected<std::unique_ptr<RecordedCase>> CaseRecorder::record(Case value) {
  if (llvm::Error error = CaseDirectory::checkIsFree(options.caseDirectory))
    return error;
  if (llvm::Error error = completeCase(value))
    return error;
  llvm::Expected<UnitTable> table = readProgram(value);
  if (!table)
    return table.takeError();
  llvm::Expected<WatchList> watches =
      compileWatches(value.predicate.watches, *table);
  if (!watches)
    return watches.takeError();
  llvm::Expected<std::unique_ptr<RecordedCase>> recorded =
      makePlace(std::move(value));
  if (!recorded)
    return recorded.takeError();
  (*recorded)->launch.watches = std::move(*watches);
  (*recorded)->table = std::move(*table);
  if (llvm::Error error = recordRun(**recorded)) {
    if ((*recorded)->directory.keepsFormerCase())
      say("note: the case that was in " + options.caseDirectory +
          " before is still there");
    return error;
  }
  if (llvm::Error error = (*recorded)->directory.completeRecording())
    return error;
  if (llvm::Error error = observeWatches(**recorded))
    return error;
  return recorded;
}

/// Those that are to come out the same are not there when a run begins, so the
/// runs are made once more.
llvm::Error CaseRecorder::noteWrittenFiles(RecordedCase &recorded) const {
  if (!recorded.launch.sandbox)
    return llvm::Error::success();
  Case &value = recorded.theCase;
  value.writtenFiles = filesWrittenIn(*recorded.launch.sandbox,
                                      recorded.sandbox.workingDirectory);
  if (value.predicate.sameWrittenFiles) {
    if (llvm::Error error = nameWrittenFiles(value))
      return error;
    recorded.launch.watchedFiles = value.predicate.sameFiles;
    if (llvm::Error error = contain(recorded))
      return error;
  }
  return recorded.directory.update(value);
}

/// Into the trace file: that makes it a case.
llvm::Error CaseRecorder::recordRun(RecordedCase &recorded) const {
  bool isToName = recorded.theCase.predicate.sameWrittenFiles;
  llvm::Expected<PlainObservation> plain = runPlain(recorded);
  if (!plain)
    return plain.takeError();
  if (llvm::Error error = noteWrittenFiles(recorded))
    return error;
  if (isToName) {
    plain = runPlain(recorded);
    if (!plain)
      return plain.takeError();
  }
  noteRemarks(recorded, *plain);
  RunRecorder recorder(recorded, options);
  if (llvm::Error error = recorder.startEngine())
    return error;
  if (llvm::Error error = recorder.recordFaithfully(*plain))
    return error;
  return writeTrace(recorded.directory.traceFile(), recorded.trace,
                    recorded.table);
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
  if (llvm::Error error = directory->checkIsComplete())
    return error;
  if (!predicate.isEmpty())
    value->predicate = predicate;
  if (value->predicate.sameWrittenFiles)
    if (llvm::Error error = nameWrittenFiles(*value))
      return error;
  value->launch.watchedFiles = value->predicate.sameFiles;
  llvm::append_range(value->limits, options.containment.limits);
  llvm::Expected<StoredTrace> stored = readTrace(directory->traceFile());
  if (!stored)
    return stored.takeError();
  llvm::Expected<PrivateDirectory> work =
      options.containment.unconfined
          ? PrivateDirectory::reopen(*directory, value->launch.workingDirectory)
          : PrivateDirectory::untouched(value->launch.workingDirectory);
  if (!work)
    return work.takeError();
  std::unique_ptr<RecordedCase> recorded(new RecordedCase(
      std::move(*directory), std::move(*value), std::move(*work)));
  recorded->launch = recorded->directory.launchIn(
      recorded->theCase, recorded->workingDirectory.path());
  if (llvm::Error error = contain(*recorded))
    return error;
  recorded->table = std::move(stored->table);
  recorded->trace = std::move(stored->trace);
  return recorded;
}

/// A trace fits the very program and libraries that were recorded, no others.
/// It comes with their unit table: no source is parsed again.
llvm::Error CaseRecorder::checkProgram(const RecordedCase &recorded) const {
  llvm::Expected<std::string> program = findProgram(recorded.launch.program);
  if (!program)
    return program.takeError();
  Case now = recorded.theCase;
  if (llvm::Error error = completeModules(now))
    return error;
  std::vector<std::string> files{*program};
  for (const CaseModule &module : now.modules)
    files.push_back(module.path);
  const UnitTable &table = recorded.table;
  for (size_t i = 0; i < table.modules.size(); ++i) {
    std::string hash;
    if (i < files.size())
      if (llvm::Error error = hashModuleFile(files[i]).moveInto(hash))
        return error;
    if (hash != table.modules[i].buildHash)
      return llvm::make_error<UsageError>(
          options.caseDirectory + ": " +
          (i == 0 ? recorded.launch.argument0
                  : table.libraryName(ModuleId(i))) +
          " was rebuilt since it was recorded; record it again");
  }
  warnOfNewerSources(table, recorded.launch);
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

llvm::Expected<std::unique_ptr<RecordedCase>>
CaseRecorder::open(const PredicateSpec &predicate) {
  llvm::Expected<std::unique_ptr<RecordedCase>> recorded = reopen(predicate);
  if (!recorded)
    return recorded.takeError();
  if (llvm::Error error = checkProgram(**recorded))
    return error;
  llvm::Expected<WatchList> watches = compileWatches(
      (*recorded)->theCase.predicate.watches, (*recorded)->table);
  if (!watches)
    return watches.takeError();
  (*recorded)->launch.watches = std::move(*watches);
  RunRecorder recorder(**recorded, options);
  if (llvm::Error error = recorder.startEngine())
    return error;
  // The observation is not stored: the run is repeated, which also shows
  // whether it still is the recorded one.
  llvm::Expected<Trace> again = recorder.record();
  if (!again)
    return again.takeError();
  if (llvm::Error error = checkRepeated(**recorded, *again))
    return error;
  if (llvm::Error error = observeWatches(**recorded))
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
