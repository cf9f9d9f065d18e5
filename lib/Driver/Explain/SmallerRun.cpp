// Makes a failing run smaller, and records the smaller run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Explain/SmallerRun.h"
#include "Explain/MovedInputs.h"
#include "Explain/TimeShares.h"
#include "pinstripe/Case/CaseWords.h"
#include "pinstripe/Case/Environment.h"
#include "pinstripe/Case/ReferenceProgram.h"
#include "pinstripe/Circumstance/InputVerb.h"
#include "pinstripe/Circumstance/OptionsSearch.h"
#include "pinstripe/Driver/Reduce/ObserverChain.h"
#include "pinstripe/Execution/CrashMessage.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "pinstripe/Support/ShellQuote.h"
#include "pinstripe/Support/Stopwatch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace pinstripe;

namespace {

/// Searches for a failing run that is smaller than the user's, and records it.
class SmallerRunSearch {
public:
  SmallerRunSearch(const SmallerRunRequest &request,
                   const std::atomic<bool> &stop)
      : request(request), stop(stop), smaller(request.stated) {}
  llvm::Expected<RecordedRun> run();

private:
  /// Returns true if the run has neither arguments nor input that could be left
  /// out.
  bool hasNothing() const {
    return request.stated.launch.arguments.empty() &&
           request.stated.launch.standardInput.empty();
  }
  std::string reasonAgainst() const;
  llvm::Expected<OpenCase> record(const Case &value, bool isOriginal) const;
  std::string originalDirectory() const {
    return request.record.caseDirectory + "/original";
  }
  ProgramCaseOptions programOptions() const;
  llvm::Error searchOptions();
  llvm::Error searchInputs();
  void makeSearch(ExplainPart part, std::string &omitted, double &seconds,
                  llvm::Error (SmallerRunSearch::*search)());
  void takeInputs(const InputSummary &reduced);
  bool isSmaller() const { return hasFewerArguments || hasSmallerInputs; }
  std::string differenceFromOriginal(const OpenCase &open) const;
  std::string whyOriginalSaysMore(const OpenCase &open) const;
  std::optional<OpenCase> tryToRecord();
  std::optional<OpenCase> recordWithWholeLines();
  llvm::Expected<OpenCase> recordSmaller();

  const SmallerRunRequest &request;
  const std::atomic<bool> &stop;
  OpenCase original;
  /// The smallest failing run so far.
  Case smaller;
  /// The failing run without needless arguments, but with all of its input.
  Case withAllInputs;
  /// True if only whole lines are left out of the input.
  bool onlyLines = false;
  MovedInputs moved;
  bool hasFewerArguments = false, hasSmallerInputs = false;
  SmallerRun found;
  Deadline partDeadline;
};

} // namespace

/// Returns the environment variables that every run gets, whichever variables
/// the user has set.
static std::map<std::string, std::string> usualVariables(Poison poison) {
  return variablesOf(runEnvironment({}, poison));
}

/// Returns the command line of a run, as a user can type it into a shell. It
/// sets the variables that the user has added to the environment.
static std::string commandOf(const Case &value) {
  TypedStart typed{value.launch.program, value.launch.arguments, {}, {}};
  std::map<std::string, std::string> usual =
      usualVariables(value.launch.poison);
  for (const auto &variable : variablesOf(value.launch.environment))
    if (auto found = usual.find(variable.first);
        found == usual.end() || found->second != variable.second)
      typed.set.insert(variable);
  std::string command = shellCommand(typed);
  if (!value.launch.standardInput.empty())
    command +=
        " < " + quoteForShell(llvm::StringRef(value.launch.standardInput));
  return command;
}

/// Returns the reason if the options of the search make it impossible to look
/// for a smaller run, whatever the recorded run does; otherwise an empty text.
std::string SmallerRunSearch::reasonAgainst() const {
  if (hasNothing())
    return "the program has no arguments and no standard input";
  if (request.hasExpectedOutput && request.reference.empty())
    return "what the program should print for a smaller run is not known; "
           "--reference PROGRAM says it";
  return "";
}

/// Records a run into the case directory. The original run is recorded into a
/// folder inside this directory, since the directory itself may later hold the
/// smaller run.
llvm::Expected<OpenCase> SmallerRunSearch::record(const Case &value,
                                                  bool isOriginal) const {
  RecordOptions options = request.record;
  if (isOriginal) {
    // The original run is recorded into a folder inside the user's case
    // directory. Programs must not see the user's case directory in their runs.
    // But only a folder that is marked as a case directory is hidden from them.
    // So the mark is made before the first run.
    if (llvm::Error error =
            CaseDirectory::create(options.caseDirectory).takeError())
      return error;
    options.caseDirectory = originalDirectory();
  }
  return recordCase(value, options);
}

/// Returns the options of a search: how its runs are made and judged.
ProgramCaseOptions SmallerRunSearch::programOptions() const {
  const LaunchSpec &launch = smaller.launch;
  ProgramCaseOptions options;
  options.words = {launch.program};
  llvm::append_range(options.words, launch.arguments);
  options.environment = launch.environment;
  options.predicate.sameCrash = request.reference.empty();
  options.reference = request.reference;
  options.containment = request.record.containment;
  options.containment.showsReferenceRuns = false;
  options.wallLimitSeconds = launch.wallLimitSeconds;
  options.repeat = smaller.repeat;
  options.directory = request.record.caseDirectory;
  options.lanes = request.lanes;
  options.others = request.others;
  options.say = request.record.say;
  return options;
}

/// Returns the content of the standard input; empty if there is none.
static llvm::Expected<std::string> standardInputOf(const Case &value) {
  if (value.launch.standardInput.empty())
    return std::string();
  return readFile(value.launch.standardInput);
}

/// Searches for arguments that can be left out.
llvm::Error SmallerRunSearch::searchOptions() {
  if (smaller.launch.arguments.empty()) {
    found.withoutOptions = "the program has no arguments";
    return llvm::Error::success();
  }
  auto program = ProgramCase::create(programOptions());
  if (!program)
    return program.takeError();
  OptionsRequest search;
  search.program = smaller.launch.program;
  search.failing.arguments = smaller.launch.arguments;
  search.failing.variables =
      variablesOf((*program)->setting().launch.environment);
  search.passing.variables = search.failing.variables;
  search.base = search.shell = usualVariables(Poison::Stale);
  search.scope.variables = search.scope.files = false;
  search.scope.grain = ArgumentGrain::Parts;
  search.budget.deadline = partDeadline;
  search.repeat = smaller.repeat;
  if (llvm::Error error =
          chooseAlgorithm(SearchForm::Minimise, "").moveInto(search.algorithm))
    return error;
  if (llvm::Error error =
          standardInputOf(smaller).moveInto(search.surroundings.standardInput))
    return error;
  if (llvm::Error error = (*program)->observe(
          materialsOf(search.failing, search.surroundings), stop))
    return error;
  auto memory = (*program)->openMemory("options");
  if (!memory)
    return memory.takeError();
  OptionsSummary summary;
  summary.predicates = (*program)->predicates();
  summary.ending = describeEnding((*program)->recorded().ending);
  summary.stored = (*memory)->stored();
  ProgressObserver progress("leaving out arguments", request.record.progress);
  TestLanes lanes((*program)->testers(stop), stop);
  llvm::Error error = OptionsSearch(std::move(search), lanes, **memory)
                          .run(summary, progress, stop);
  // NothingToReduceError means that the program fails even without arguments,
  // so all arguments can be left out.
  if (error.isA<NothingToReduceError>()) {
    llvm::consumeError(std::move(error));
    smaller.launch.arguments.clear();
    hasFewerArguments = true;
    summary.failing.emplace();
    summary.failing->command = commandOf(smaller);
    found.options = std::move(summary);
    return llvm::Error::success();
  }
  if (error)
    return error;
  if (!summary.failure.empty())
    return llvm::make_error<EngineError>(summary.failure);
  if (summary.failing) {
    hasFewerArguments = summary.failing->arguments != smaller.launch.arguments;
    smaller.launch.arguments = summary.failing->arguments;
  }
  found.options = std::move(summary);
  return llvm::Error::success();
}

/// Searches for parts of the input that can be left out, in standard input and
/// in the files that the remaining arguments name.
llvm::Error SmallerRunSearch::searchInputs() {
  InputRequest search;
  llvm::Expected<std::string> input = standardInputOf(smaller);
  if (!input)
    return input.takeError();
  if (!input->empty())
    search.inputs.push_back({"", "", std::move(*input)});
  Case renamed = smaller;
  // The arguments that are left may name other files than those of the user,
  // for example one file of a list. So the paths are checked here, too.
  MovedInputs planned(smaller.launch, request.inputFolder);
  if (llvm::Error error = planned.check(request.inputFiles))
    return error;
  moved = std::move(planned);
  if (llvm::Error error = moved.makeCopies())
    return error;
  renamed.launch.arguments = moved.arguments();
  for (const NamedFile &file : moved.files())
    search.inputs.push_back({file.path, "", file.content});
  if (search.inputs.empty()) {
    found.withoutInputs = "there is no standard input, and no argument names a "
                          "file that can be reduced";
    return llvm::Error::success();
  }
  std::swap(smaller, renamed);
  ProgramCaseOptions options = programOptions();
  std::swap(smaller, renamed);
  auto program = ProgramCase::create(options);
  if (!program)
    return program.takeError();
  if (llvm::Error error =
          chooseAlgorithm(SearchForm::Minimise, "").moveInto(search.algorithm))
    return error;
  search.levels = usualLevels(search.inputs);
  if (onlyLines)
    search.levels.resize(1);
  search.budget.deadline = partDeadline;
  ProgressObserver progress("leaving out input", request.record.progress);
  llvm::Expected<InputSummary> reduced = pinstripe::searchInputs(
      **program, std::move(search), options, "input", progress, stop);
  if (!reduced)
    return reduced.takeError();
  smaller = std::move(renamed);
  takeInputs(*reduced);
  found.inputs = std::move(*reduced);
  if (!hasSmallerInputs)
    return llvm::Error::success();
  for (ReducedInput &each : found.inputs->inputs) {
    // If the run fails even with empty inputs, the search has ended without
    // storing the reduced inputs. So their content is set to the empty text
    // here.
    if (found.inputs->emptyFails)
      each.failing.clear();
    llvm::Expected<std::string> file = moved.write(each.path, each.failing);
    if (!file)
      return file.takeError();
    each.failingFile = *file;
    if (each.path.empty())
      smaller.launch.standardInput = *file;
  }
  return llvm::Error::success();
}

/// Sets `hasSmallerInputs` to true if the search has made at least one input
/// smaller.
void SmallerRunSearch::takeInputs(const InputSummary &reduced) {
  found.withoutInputs = reduced.failure;
  hasSmallerInputs = reduced.emptyFails;
  for (const ReducedInput &each : reduced.inputs)
    hasSmallerInputs |= each.failing.size() < each.original.size();
}

/// Makes `search`, a search for things that can be left out of the run, and
/// stores the time that it took in `seconds`. If the search fails, stores the
/// reason in `omitted`.
void SmallerRunSearch::makeSearch(ExplainPart part, std::string &omitted,
                                  double &seconds,
                                  llvm::Error (SmallerRunSearch::*search)()) {
  Stopwatch stopwatch;
  if (!stop.load() && request.deadline.hasPassed())
    omitted = "no time was left";
  if (!stop.load() && omitted.empty()) {
    partDeadline = request.deadline.afterShare(shareOf(part));
    if (llvm::Error error = (this->*search)())
      omitted = llvm::toString(std::move(error));
  }
  if (stop.load())
    omitted = "interrupted";
  seconds = stopwatch.seconds();
}

/// Describes how the failure of the smaller run differs from the failure of the
/// original run; empty if both fail in the same way.
std::string
SmallerRunSearch::differenceFromOriginal(const OpenCase &open) const {
  const RecordedCase &now = *open.recorded, &then = *original.recorded;
  RunHeader nowHeader = headerOf(now, *open.runner);
  RunHeader thenHeader = headerOf(then, *original.runner);
  if (now.launch.poison != then.launch.poison)
    return "the smaller run depends on memory that nothing has set";
  if (thenHeader.crash) {
    if (!nowHeader.crash)
      return "the smaller run does not crash when it is recorded";
    bool isSame = nowHeader.crash->unit == thenHeader.crash->unit &&
                  nowHeader.crash->function == thenHeader.crash->function;
    return isSame
               ? ""
               : "the smaller run crashes elsewhere: " + nowHeader.crash->text;
  }
  if (request.reference.empty())
    return "";
  RunnableCase runnable{now, *open.runner, stop};
  return llvm::toString(
      ReferenceProgram::start(runnable, request.reference).takeError());
}

/// If the original run is explained and not the smaller one, returns the
/// reason; otherwise an empty text. The output of a smaller run is often short,
/// such as a single digit, and many changes of the program make a short output
/// right by chance. So a smaller run that does not crash is explained only if
/// it has far fewer events than the original run.
std::string SmallerRunSearch::whyOriginalSaysMore(const OpenCase &open) const {
  if (headerOf(*original.recorded, *original.runner).crash)
    return "";
  uint64_t events = open.recorded->trace.size();
  if (static_cast<double>(events) <=
      shareOfSmall * static_cast<double>(found.originalEvents))
    return "";
  return "it has " + std::to_string(events) + " of the " +
         std::to_string(found.originalEvents) +
         " statement instances, and the longer output of the run as it was "
         "given tells more";
}

/// Records the smaller run. If it can't be recorded, or fails in another way
/// than the original run, `found.discarded` says why.
std::optional<OpenCase> SmallerRunSearch::tryToRecord() {
  llvm::Expected<OpenCase> open = record(smaller, /*isOriginal=*/false);
  if (!open) {
    found.discarded = llvm::toString(open.takeError());
    return std::nullopt;
  }
  found.discarded = differenceFromOriginal(*open);
  return std::move(*open);
}

/// Called if the smaller run fails in another way than the original run. If
/// parts of lines were left out, the program may have got an input that it does
/// not expect. So the input is made smaller again, this time by whole lines,
/// and the run with this input is recorded.
std::optional<OpenCase> SmallerRunSearch::recordWithWholeLines() {
  if (request.record.say)
    request.record.say("note: " + found.discarded +
                       "; so only whole lines are left out of the input");
  moved.remove();
  smaller = withAllInputs;
  onlyLines = true;
  hasSmallerInputs = false;
  found.inputs.reset();
  double seconds = 0;
  makeSearch(ExplainPart::Inputs, found.withoutInputs, seconds,
             &SmallerRunSearch::searchInputs);
  found.secondsOfInputs += seconds;
  return isSmaller() ? tryToRecord() : std::nullopt;
}

/// Records the smaller run. If this fails, or if the smaller run fails in
/// another way or is less informative, records the original run instead.
llvm::Expected<OpenCase> SmallerRunSearch::recordSmaller() {
  std::optional<OpenCase> open = tryToRecord();
  if (!found.discarded.empty() && hasSmallerInputs && !stop.load()) {
    open.reset();
    open = recordWithWholeLines();
  }
  bool fails = found.discarded.empty();
  if (fails)
    found.discarded = whyOriginalSaysMore(*open);
  if (found.discarded.empty()) {
    found.isSmaller = true;
    found.command = commandOf(smaller);
    return std::move(*open);
  }
  if (stop.load())
    return std::move(original);
  open.reset();
  if (!fails) {
    moved.remove();
    if (found.inputs)
      for (ReducedInput &each : found.inputs->inputs)
        each.failingFile.clear();
  }
  return record(request.stated, /*isOriginal=*/false);
}

llvm::Expected<RecordedRun> SmallerRunSearch::run() {
  found.originalCommand = found.command = commandOf(request.stated);
  if (llvm::Error error =
          MovedInputs(request.stated.launch, request.inputFolder)
              .check(request.inputFiles))
    return error;
  if (llvm::Error error = removeTree(originalDirectory()))
    return error;
  std::string reason = reasonAgainst();
  bool isAside = reason.empty();
  if (llvm::Error error = record(request.stated, isAside).moveInto(original))
    return error;
  const RecordedCase &recorded = *original.recorded;
  found.originalEvents = recorded.trace.size();
  bool hasCrashed = headerOf(recorded, *original.runner).crash.has_value();
  bool isWrong = hasCrashed || !request.reference.empty();
  if (!isWrong && !request.hasExpectedOutput)
    return llvm::make_error<UsageError>(
        request.stated.launch.program +
        ": does not crash, so say what is wrong: give the output that it "
        "should have with --expect-stdout FILE, or a program that is right "
        "with --reference PROGRAM");
  if (!isWrong || hasNothing()) {
    found.withoutOptions = found.withoutInputs = reason;
    return RecordedRun{std::move(original), std::move(found)};
  }
  if (!isAside) {
    // The run crashes, so the search for a smaller run needs no expected
    // output.
    original = OpenCase();
    if (llvm::Error error =
            record(request.stated, /*isOriginal=*/true).moveInto(original))
      return error;
  }
  makeSearch(ExplainPart::Options, found.withoutOptions, found.secondsOfOptions,
             &SmallerRunSearch::searchOptions);
  withAllInputs = smaller;
  makeSearch(ExplainPart::Inputs, found.withoutInputs, found.secondsOfInputs,
             &SmallerRunSearch::searchInputs);
  if (!hasSmallerInputs)
    moved.remove();
  if (stop.load())
    return RecordedRun{std::move(original), std::move(found)};
  llvm::Expected<OpenCase> open =
      isSmaller() ? recordSmaller() : record(request.stated, false);
  if (!open) {
    if (!stop.load())
      return open.takeError();
    llvm::consumeError(open.takeError());
    open = std::move(original);
  }
  RecordedRun result{std::move(*open), std::move(found)};
  if (result.found.isSmaller)
    result.stated = std::move(original);
  return result;
}

llvm::Expected<RecordedRun>
pinstripe::recordSmallerRun(const SmallerRunRequest &request,
                            const std::atomic<bool> &stop) {
  return SmallerRunSearch(request, stop).run();
}
