// Records a case, or opens a recorded case.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/CaseRecorder.h"
#include "CaseContainment.h"
#include "CaseReader.h"
#include "ObservedFiles.h"
#include "RunRecorder.h"
#include "WatchCompiler.h"
#include "pinstripe/Case/Environment.h"
#include "pinstripe/Case/ModuleFiles.h"
#include "pinstripe/Case/ProgramFile.h"
#include "pinstripe/Case/RunCanceller.h"
#include "pinstripe/Case/RunLimits.h"
#include "pinstripe/Case/RunSandbox.h"
#include "pinstripe/Predicate/CheckFiles.h"
#include "pinstripe/Predicate/MatchedOutput.h"
#include "pinstripe/Program/ModuleCode.h"
#include "pinstripe/Program/UnitTableBuilder.h"
#include "pinstripe/Result/Text.h"
#include "pinstripe/Store/PrivateDirectory.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Trace/TraceFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include <ctime>
#include <set>

using namespace pinstripe;

namespace {

/// Records a case or opens a recorded case, step by step. The results are the
/// RecordedCase and the CaseRunner for its runs.
class CaseRecorder {
public:
  explicit CaseRecorder(const RecordOptions &options) : options(options) {}
  llvm::Expected<OpenCase> record(Case value);
  llvm::Expected<RunResult> observe(Case value);
  llvm::Expected<OpenCase> open(const PredicateSpec &predicate);

private:
  void say(const llvm::Twine &text) const {
    if (options.say)
      options.say(text.str());
  }
  void tell(llvm::StringRef step) const {
    if (options.progress)
      options.progress({step});
  }
  llvm::Error completeCase(Case &value) const;
  llvm::Expected<UnitTable> readProgram(Case &value) const;
  void adaptToSanitizer(LaunchSpec &launch) const;
  std::string noteOnFormerCase(const LaunchSpec &launch) const;
  llvm::Error makePlace(Case value);
  llvm::Expected<PrivateDirectory>
  makeWorkingDirectory(const CaseDirectory &directory, const Case &value) const;
  llvm::Error startEngine();
  void noteRemarks(const PlainObservation &plain);
  void noteLineUnits() const;
  llvm::Expected<PlainObservation> runPlain() const;
  llvm::Error noteWrittenFiles();
  llvm::Error recordRun();
  llvm::Error checkPredicate() const;
  llvm::Error noteCrash();
  llvm::Expected<OpenCase> finish();

  const RecordOptions &options;
  std::unique_ptr<RecordedCase> recorded;
  RunPlace place;
  std::unique_ptr<CaseRunner> runner;
};

} // namespace

/// Fills in the parts of a case that the user has left open, such as the
/// working directory.
llvm::Error CaseRecorder::completeCase(Case &value) const {
  LaunchSpec &launch = value.launch;
  launch.argument0 = launch.program;
  if (llvm::Error error = findProgram(launch.program).moveInto(launch.program))
    return error;
  if (launch.workingDirectory.empty()) {
    llvm::SmallString<256> directory;
    if (std::error_code error = llvm::sys::fs::current_path(directory))
      return llvm::make_error<UsageError>("this folder: " + error.message() +
                                          "; start from another");
    launch.workingDirectory = directory.str().str();
  }
  if (llvm::Error error =
          makeFilesRelative(value.predicate, launch.workingDirectory))
    return error;
  launch.observedFiles = value.predicate.sameFiles;
  value.clockStart = static_cast<uint64_t>(std::time(nullptr));
  return completeModules(value);
}

llvm::Expected<UnitTable> CaseRecorder::readProgram(Case &value) const {
  const llvm::StringRef step = "reading the program";
  tell(step);
  ModelOptions model;
  if (options.progress)
    model.progress = [&](size_t parsed, size_t all) {
      options.progress({step, parsed, all, "source file"});
    };
  model.stop = options.interrupted;
  model.compilationDatabase = value.compilationDatabase;
  model.cacheFolder = sourceCacheFolder();
  for (const CaseModule &module : value.modules)
    model.libraries.push_back(module.path);
  llvm::Expected<SourceFinder> sources = createSourceFinder(options.sourceMap);
  if (!sources)
    return sources.takeError();
  model.sources = &*sources;
  llvm::Expected<UnitTable> table = buildUnitTable(value.launch.program, model);
  if (!table)
    return table.takeError();
  remarksOnSources(*table, *sources).tell([&](auto text) { say(text); });
  value.buildHash = table->modules.front().buildHash;
  for (size_t i = 0; i < value.modules.size(); ++i)
    value.modules[i].buildHash = table->modules[i + 1].buildHash;
  warnOfNewerSources(*table, value.launch, options);
  std::string untraced = describeUntraced(*table, value.launch.argument0);
  if (!untraced.empty())
    say("warning: " + untraced);
  return table;
}

void CaseRecorder::adaptToSanitizer(LaunchSpec &launch) const {
  if (!hasAddressSanitizer(launch.program))
    return;
  std::string added;
  launch.environment = withAddressSanitizer(launch.environment, added);
  if (!added.empty())
    say("note: " + launch.argument0 +
        " is built with -fsanitize=address, and all runs have ASAN_OPTIONS=" +
        added + "; with --env ASAN_OPTIONS=... you decide");
}

/// If the recording replaces a case of another program, returns a note that
/// says so; otherwise, and if the former case can't be read, an empty string.
std::string CaseRecorder::noteOnFormerCase(const LaunchSpec &launch) const {
  auto directory = llvm::expectedToOptional(
      CaseDirectory::openForReading(options.caseDirectory));
  if (!directory)
    return "";
  std::optional<Case> former = llvm::expectedToOptional(directory->readCase());
  if (!former || former->launch.program == launch.program)
    return "";
  return "note: the case of " + former->launch.argument0 + " in " +
         options.caseDirectory +
         " was replaced; with -o DIR, each program has its own";
}

/// Makes the case directory and its folders, and prepares the sandbox of the
/// runs.
llvm::Error CaseRecorder::makePlace(Case value) {
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
  return settle(std::move(*directory), std::move(value), std::move(*work),
                options, place)
      .moveInto(recorded);
}

llvm::Expected<PrivateDirectory>
CaseRecorder::makeWorkingDirectory(const CaseDirectory &directory,
                                   const Case &value) const {
  const LaunchSpec &launch = value.launch;
  if (!options.containment.unconfined) {
    llvm::Expected<std::string> reason =
        PrivateDirectory::save(directory, launch.workingDirectory);
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

llvm::Error CaseRecorder::startEngine() {
  llvm::Expected<ChosenEngine> engine =
      createEngine(options.engine, recorded->table);
  if (!engine)
    return engine.takeError();
  runner = std::make_unique<CaseRunner>(std::move(*engine), place);
  return llvm::Error::success();
}

llvm::Expected<PlainObservation> CaseRecorder::runPlain() const {
  tell("running the program as it is");
  PlainRunOptions plain;
  plain.repeat = recorded->theCase.repeat;
  plain.scratchDirectory = recorded->directory.scratchDirectory();
  plain.predicate = recorded->theCase.predicate;
  plain.prepareRun = place.prepare;
  plain.interrupted = options.interrupted;
  plain.say = options.say;
  // Plain runs are made as users run the program: without an engine, and
  // without a pattern in uninitialised memory. If the output depends on such
  // memory, the plain runs differ from the recorded run.
  return observePlainRuns(
      place.launchHere(withPoison(recorded->launch, Poison::Stale)), plain);
}

/// Returns true if the run has failed or printed nothing. Perhaps the program
/// then lacks something that it needs, such as a terminal.
static bool refusesToWork(const RunResult &result) {
  const auto *exited = std::get_if<Exited>(&result.ending);
  return exited && (exited->status != 0 || result.standardOutput.empty());
}

/// Returns a sentence which says that the program has asked whether its files
/// are a terminal. Returns an empty text if the program uses no function for
/// terminals. In that case the question came only from the C library, which
/// asks it before it reads from a device such as /dev/null.
static std::string terminalHintFor(const std::string &program) {
  std::vector<std::string> functions = terminalFunctions(program);
  if (functions.empty())
    return "";
  return "the program asks for a terminal (" + llvm::join(functions, ", ") +
         "), and Pinstripe gives it files";
}

void CaseRecorder::noteRemarks(const PlainObservation &plain) {
  if (!plain.unseenDifference.empty())
    say("note: two runs with the same input differ, where no predicate "
        "looks: " +
        plain.unseenDifference);
  if (!plain.addressDifference.empty())
    say("note: the output depends on addresses; address randomisation is off "
        "in all runs");
  if (refusesToWork(plain.result) && place.sandbox &&
      place.sandbox->hasAskedForTerminal())
    recorded->terminalHint = terminalHintFor(recorded->launch.program);
}

/// Tells the user about executed functions whose source could not be parsed.
/// The statements of these functions come from the line table of the debug
/// information. So what counts as a statement there may be only a part of one.
void CaseRecorder::noteLineUnits() const {
  std::set<FunctionId> found;
  const TracedFunction *first = nullptr;
  for (const Invocation &call : recorded->trace.allInvocations()) {
    const TracedFunction &function = recorded->table.function(call.function);
    if (!function.isFallback() || !found.insert(call.function).second)
      continue;
    if (!first)
      first = &function;
  }
  if (!first)
    return;
  std::string others =
      found.size() == 1 ? "" : " and " + counted(found.size() - 1, "function");
  say("note: in " + recorded->table.displayName(*first) + others +
      ", statements are known from the line table only, and can be parts of "
      "statements: " +
      first->fallbackReason);
}

/// Returns a UsageError if an expression of --keep is not valid, or if a
/// command of --check can't be executed. Needs no run, so the user learns of
/// such an error before the program is recorded.
static llvm::Error checkTexts(const PredicateSpec &predicate) {
  for (const std::string &expression : predicate.keep)
    if (llvm::Error error = findMatches(expression, "").takeError())
      return error;
  for (const std::string &commandLine : predicate.checks)
    if (llvm::Error error = checkCommand(commandLine))
      return error;
  return llvm::Error::success();
}

llvm::Expected<OpenCase> CaseRecorder::record(Case value) {
  if (llvm::Error error = CaseDirectory::checkIsFree(options.caseDirectory))
    return error;
  if (llvm::Error error = checkTexts(value.predicate))
    return error;
  if (llvm::Error error = completeCase(value))
    return error;
  llvm::Expected<UnitTable> table = readProgram(value);
  if (!table)
    return table.takeError();
  adaptToSanitizer(value.launch);
  llvm::Expected<WatchList> watches =
      compileWatches(value.predicate.watches, *table);
  if (!watches)
    return watches.takeError();
  std::string formerCase = noteOnFormerCase(value.launch);
  if (llvm::Error error = makePlace(std::move(value)))
    return error;
  recorded->launch.watches = std::move(*watches);
  recorded->table = std::move(*table);
  if (llvm::Error error = recordRun()) {
    if (recorded->directory.hasFormerCase())
      say("note: the case that was in " + options.caseDirectory +
          " before is still there");
    return error;
  }
  noteLineUnits();
  if (llvm::Error error = recorded->directory.completeRecording())
    return error;
  if (!formerCase.empty())
    say(formerCase);
  return finish();
}

llvm::Expected<RunResult> CaseRecorder::observe(Case value) {
  value.repeat = 1;
  if (llvm::Error error = completeCase(value))
    return error;
  adaptToSanitizer(value.launch);
  if (llvm::Error error = makePlace(std::move(value)))
    return error;
  llvm::Expected<PlainObservation> plain = runPlain();
  if (!plain)
    return plain.takeError();
  return std::move(plain->result);
}

/// Notes which files the run without an engine has written. If the predicate
/// compares these files, makes the sandbox again without them, because files
/// that are compared must not exist when a run begins.
llvm::Error CaseRecorder::noteWrittenFiles() {
  if (!place.sandbox)
    return llvm::Error::success();
  Case &value = recorded->theCase;
  value.writtenFiles =
      filesWrittenIn(*place.sandbox, recorded->sandbox.workingDirectory);
  if (value.predicate.sameWrittenFiles) {
    if (llvm::Error error = nameWrittenFiles(value))
      return error;
    recorded->launch.observedFiles = value.predicate.sameFiles;
    if (llvm::Error error = containRuns(*recorded, options.containment, place))
      return error;
  }
  return recorded->directory.update(value);
}

/// Checks that the recorded run fulfils the predicates that the user asked for.
/// Otherwise the recording fails, since every later command would find these
/// predicates in the case and fail, too.
llvm::Error CaseRecorder::checkPredicate() const {
  const PredicateSpec &stated = recorded->theCase.predicate;
  if (stated.isEmpty())
    return llvm::Error::success();
  auto predicate = createPredicate(stated, recorded->observation,
                                   recorded->directory.scratchDirectory(),
                                   options.interrupted);
  // After Ctrl-C, a program of --check has perhaps given no answer.
  if (options.interrupted && options.interrupted->load()) {
    llvm::consumeError(predicate.takeError());
    return llvm::make_error<InterruptedError>();
  }
  const std::string &hint = recorded->terminalHint;
  return amend<UsageError>(predicate.takeError(),
                           (hint.empty() ? "" : "\n") + hint);
}

/// Records the run and writes the trace file, which makes the case complete.
llvm::Error CaseRecorder::recordRun() {
  bool isToName = recorded->theCase.predicate.sameWrittenFiles;
  llvm::Expected<PlainObservation> plain = runPlain();
  if (!plain)
    return plain.takeError();
  if (llvm::Error error = noteWrittenFiles())
    return error;
  if (isToName) {
    plain = runPlain();
    if (!plain)
      return plain.takeError();
  }
  noteRemarks(*plain);
  if (llvm::Error error = startEngine())
    return error;
  if (llvm::Error error =
          RunRecorder(*recorded, *runner, options).recordFaithfully(*plain))
    return error;
  if (llvm::Error error = observeWatches(*recorded, *runner))
    return error;
  if (llvm::Error error = checkPredicate())
    return error;
  return writeTrace(recorded->directory.traceFile(), recorded->trace,
                    recorded->table);
}

/// If the recorded run crashed, adds the predicate that asks for the same
/// crash, unless the user wants another predicate. Also finds out what the
/// program had in its output buffers at the crash: runs the program again in
/// live flow, in which the program itself decides where control goes. In live
/// flow, Pinstripe makes a crashing program write out its buffers.
llvm::Error CaseRecorder::noteCrash() {
  RunResult &observation = recorded->observation;
  PredicateSpec &predicate = recorded->theCase.predicate;
  predicate = predicate.completedFor(observation);
  if (!std::holds_alternative<Crashed>(observation.ending))
    return llvm::Error::success();
  RunCanceller canceller(runner->engine(), options.interrupted);
  llvm::Expected<FinishedRun> again = runner->executeLive(
      partialLaunch(*recorded, *runner), {}, options.interrupted);
  if (!again)
    return again.takeError();
  if (options.interrupted && options.interrupted->load())
    return llvm::make_error<InterruptedError>();
  llvm::StringRef written = again->result.standardOutput;
  if (isSameEnding(again->result.ending, observation.ending) &&
      written.consume_front(observation.standardOutput))
    observation.bufferedOutput = written.str();
  return llvm::Error::success();
}

llvm::Expected<OpenCase> CaseRecorder::open(const PredicateSpec &predicate) {
  llvm::Expected<CaseDirectory> directory =
      CaseDirectory::open(options.caseDirectory);
  if (!directory)
    return directory.takeError();
  if (llvm::Error error =
          reopenCase(std::move(*directory), predicate, options, place)
              .moveInto(recorded))
    return error;
  if (llvm::Error error =
          compileWatches(recorded->theCase.predicate.watches, recorded->table)
              .moveInto(recorded->launch.watches))
    return error;
  if (llvm::Error error = startEngine())
    return error;
  // The case directory does not store how the recorded run ended and what it
  // wrote. So the run is recorded again. This also shows whether the program
  // still does the same.
  RunRecorder recorder(*recorded, *runner, options);
  llvm::Expected<Trace> again = recorder.record();
  if (!again)
    return again.takeError();
  if (llvm::Error error = recorder.checkRepeated(*again))
    return error;
  if (llvm::Error error = observeWatches(*recorded, *runner))
    return error;
  return finish();
}

/// Notes the crash of the recorded run, if there was one. Then returns the case
/// and its runner.
llvm::Expected<OpenCase> CaseRecorder::finish() {
  if (llvm::Error error = noteCrash())
    return error;
  return OpenCase{std::move(recorded), std::move(runner)};
}

llvm::Expected<OpenCase> pinstripe::recordCase(Case value,
                                               const RecordOptions &options) {
  return CaseRecorder(options).record(std::move(value));
}

llvm::Expected<OpenCase> pinstripe::openCase(const PredicateSpec &predicate,
                                             const RecordOptions &options) {
  return CaseRecorder(options).open(predicate);
}

llvm::Expected<RunResult> pinstripe::observeCase(Case value,
                                                 const RecordOptions &options) {
  return CaseRecorder(options).observe(std::move(value));
}
