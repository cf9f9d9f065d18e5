// States how a program is run in a search, and how it fails.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/ProgramCase.h"
#include "pinstripe/Case/Environment.h"
#include "pinstripe/Case/ProgramFile.h"
#include "pinstripe/Execution/CrashMessage.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ShellQuote.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/xxhash.h"
#include <algorithm>
#include <thread>

using namespace pinstripe;
namespace fs = llvm::sys::fs;

/// The limit on the processor time or the idle time of a test is `hangFactor`
/// times the wall time of the failing run. But it is at least
/// `shortestProcessor` or `shortestIdle` seconds.
static constexpr double hangFactor = 20, shortestProcessor = 0.5,
                        shortestIdle = 1;

llvm::Expected<std::unique_ptr<ProgramCase>>
ProgramCase::create(ProgramCaseOptions options) {
  if (options.words.empty())
    return llvm::make_error<UsageError>(
        "no program given; name it after `--`, with its arguments");
  llvm::Expected<CaseDirectory> directory =
      CaseDirectory::create(options.directory);
  if (!directory)
    return directory.takeError();
  std::unique_ptr<ProgramCase> made(
      new ProgramCase(std::move(options), std::move(*directory)));
  if (llvm::Error error = made->prepare())
    return error;
  return made;
}

llvm::Error ProgramCase::prepare() {
  LaunchSpec &launch = program.setting.launch;
  if (llvm::Error error =
          findExecutable(options.words[0]).moveInto(launch.program))
    return error;
  launch.argument0 = options.words[0];
  launch.arguments.assign(options.words.begin() + 1, options.words.end());
  launch.environment = runEnvironment(options.environment, Poison::Stale);
  launch.wallLimitSeconds = options.wallLimitSeconds;
  llvm::SmallString<256> current;
  if (std::error_code code = fs::current_path(current))
    return llvm::make_error<UsageError>("the current folder can't be found: " +
                                        code.message());
  launch.workingDirectory = current.str().str();
  program.setting.scratchDirectory = directory.scratchDirectory();
  program.setting.user = options.user;
  program.isCompared =
      !options.reference.empty() || !options.expectedOutput.empty();
  if (program.isCompared)
    if (llvm::Error error = prepareRightRuns())
      return error;
  if (llvm::Error error =
          parseLimits(options.containment.limits).moveInto(limits))
    return error;
  std::string needsSandbox = limits.needsSandbox();
  if (options.containment.unconfined) {
    if (!needsSandbox.empty())
      return llvm::make_error<UsageError>(
          "--run-limit " + needsSandbox +
          "= needs a sandbox; leave it out, or leave out --unconfined");
  } else {
    llvm::Expected<SandboxSpec> sandbox =
        sandboxSpecFor(directory, launch, options.containment, limits);
    if (!sandbox)
      return sandbox.takeError();
    // If a run was recorded in this folder before, `initialDirectory` names a
    // copy of what the folder held then. The copy is not used, since the runs
    // of a search must see the folder as it is now.
    sandbox->initialDirectory.clear();
    program.setting.sandbox = std::move(*sandbox);
  }
  launch.outputLimitBytes =
      limits.outputBytes.value_or(launch.outputLimitBytes);
  launch.fileLimitBytes = limits.fileBytes.value_or(launch.fileLimitBytes);
  launch.memoryLimitBytes =
      limits.memoryBytes.value_or(launch.memoryLimitBytes);
  if (limits.processes)
    launch.processLimit = static_cast<unsigned>(*limits.processes);
  return llvm::Error::success();
}

/// Stores what decides whether a run is right: the reference program, or the
/// expected output, which is read from a file.
llvm::Error ProgramCase::prepareRightRuns() {
  bool isExpected = options.reference.empty();
  if (!options.predicate.isEmpty() ||
      (!isExpected && !options.expectedOutput.empty()))
    return llvm::make_error<UsageError>(
        std::string(isExpected ? "--expect-stdout" : "--reference") +
        " decides by itself what fails; leave out the other options of its "
        "group");
  if (!isExpected)
    return findExecutable(options.reference).moveInto(program.right.program);
  program.right.expected.ending = Exited{0};
  return readFile(options.expectedOutput)
      .moveInto(program.right.expected.standardOutput);
}

/// Returns an error if a limit ended the failing run. Such a run does not show
/// what a test has to reproduce.
static llvm::Error refuseEndless(const LaunchSpec &launch,
                                 const RunResult &result) {
  if (std::holds_alternative<TimedOut>(result.ending))
    return llvm::make_error<TargetError>(llvm::formatv(
        "{0}: does not end within {1} s{2}", launch.argument0,
        llvm::format("%g", launch.wallLimitSeconds),
        result.wasBusy()
            ? " and is busy, so it may run without end; choose a run that "
              "ends, or give it more time with --timeout"
            : "; give it the input that it waits for, or more time with "
              "--timeout"));
  if (std::holds_alternative<LimitReached>(result.ending))
    return llvm::make_error<TargetError>(
        launch.argument0 + ": ended by a limit (" +
        describeEnding(result.ending) +
        "); choose a run that needs less, or raise the limit with --run-limit");
  return llvm::Error::success();
}

/// Sets limits on the wall, processor and idle time of a test, so that a test
/// that hangs is ended.
void ProgramCase::limitRuns() {
  LaunchSpec &launch = program.setting.launch;
  double seconds = program.recorded.seconds;
  launch.wallLimitSeconds = limits.seconds.value_or(options.wallLimitSeconds);
  launch.processorLimitSeconds = limits.processorSeconds.value_or(
      std::max(shortestProcessor, hangFactor * seconds));
  launch.idleLimitSeconds = std::max(shortestIdle, hangFactor * seconds);
}

/// Finds out how the failing run differs from what a correct program does.
llvm::Error ProgramCase::compareWithReference(const Materials &materials,
                                              const std::atomic<bool> &stop) {
  if (program.right.program.empty()) {
    thePredicates = {"--expect-stdout " +
                     quoteForShell(llvm::StringRef(options.expectedOutput))};
    return differenceFromExpected(program.recorded, program.right.expected,
                                  options.expectedOutput,
                                  program.setting.launch.argument0)
        .moveInto(program.differenceFromRight);
  }
  ProgramSetting other = program.setting;
  other.launch.program = program.right.program;
  auto otherRuns = ProgramRuns::create(other, "observed-reference");
  if (!otherRuns)
    return otherRuns.takeError();
  llvm::Expected<RunResult> run = (*otherRuns)->make(materials, stop);
  if (!run)
    return run.takeError();
  return compareWith(*run);
}

llvm::Error ProgramCase::compareWith(const RunResult &rightRun) {
  std::optional<std::string> kind = differenceKind(program.recorded, rightRun);
  if (!kind)
    return llvm::make_error<UsageError>(
        "--reference " + options.reference +
        ": does not end by itself with this input (" +
        describeEnding(rightRun.ending) +
        "), so it does not say what is right; give a program that does");
  if (kind->empty())
    return llvm::make_error<ReproductionError>(
        "--reference " + options.reference + ": does just what " +
        program.setting.launch.argument0 +
        " does with this input, so nothing fails; give an input for which "
        "they differ");
  program.differenceFromRight = *kind;
  thePredicates = {"--reference " +
                   quoteForShell(llvm::StringRef(options.reference))};
  return llvm::Error::success();
}

llvm::Error ProgramCase::observe(const Materials &materials,
                                 const std::atomic<bool> &stop) {
  const LaunchSpec &launch = program.setting.launch;
  auto runs = ProgramRuns::create(program.setting, "observed");
  if (!runs)
    return runs.takeError();
  if (llvm::Error error =
          (*runs)->make(materials, stop).moveInto(program.recorded))
    return error;
  if (llvm::Error error = refuseEndless(launch, program.recorded))
    return error;
  if (program.isCompared) {
    if (llvm::Error error = compareWithReference(materials, stop))
      return error;
  } else {
    program.predicate = options.predicate.completedFor(program.recorded);
    auto judging = createPredicate(program.predicate, program.recorded,
                                   (*runs)->folder(), &stop);
    if (!judging)
      return judging.takeError();
    thePredicates = {(*judging)->description()};
  }
  if (llvm::Error error = repeatRuns(materials, stop))
    return error;
  limitRuns();
  if (options.others)
    failing = materials;
  return llvm::Error::success();
}

/// Runs the program again several times with the same materials (such as the
/// same input). Returns an error if it does not fail each time.
llvm::Error ProgramCase::repeatRuns(const Materials &materials,
                                    const std::atomic<bool> &stop) {
  if (options.repeat < 2)
    return llvm::Error::success();
  auto repeating = tester(0, stop);
  if (!repeating)
    return repeating.takeError();
  for (unsigned run = 2; run <= options.repeat && !stop.load(); ++run) {
    llvm::Expected<TestedRun> again = (*repeating)->test(materials, stop);
    if (!again)
      return again.takeError();
    if (again->outcome != Outcome::Fail && !stop.load())
      return llvm::make_error<ReproductionError>(
          program.setting.launch.argument0 +
          ": does not fail each time: with the same input, run 1 ended with " +
          describeEnding(program.recorded.ending) + " and run " +
          std::to_string(run) + " with " + again->ending +
          ", or their output differs; say with --keep, --same-exit or --check "
          "what has to come out the same");
  }
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<RunTester>>
ProgramCase::tester(unsigned number, const std::atomic<bool> &stop) const {
  return createTester(program, number, stop);
}

TesterChoice ProgramCase::testers(const std::atomic<bool> &stop) const {
  constexpr unsigned most = 64;
  unsigned usual = std::max(std::thread::hardware_concurrency(), 1u);
  TesterChoice choice;
  choice.lanes = std::min(options.lanes != 0 ? options.lanes : usual, most);
  choice.factory = [this, &stop](unsigned lane) { return tester(lane, stop); };
  const std::shared_ptr<TesterSource> &others = options.others;
  if (!others)
    return choice;
  choice.lanes = 1 + others->lanes();
  choice.lanesHere = 1;
  choice.factory = [this, &stop, others](unsigned lane) {
    return lane == 0 ? tester(lane, stop) : others->makeTester(lane - 1);
  };
  choice.refused = [others, say = options.say](llvm::StringRef why) {
    others->note(why, say);
  };
  choice.abandon = [others] { others->abandon(); };
  others->offerProgram(program, failing);
  return choice;
}

static std::string hashOf(llvm::StringRef bytes) {
  llvm::XXH128_hash_t hash = llvm::xxh3_128bits(llvm::ArrayRef(
      reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size()));
  return llvm::formatv("{0:x-}.{1:x-}", hash.high64, hash.low64);
}

/// Returns a text that describes everything that the outcome of a test may
/// depend on, besides the materials of its run (such as its arguments and
/// input).
llvm::Expected<std::string>
ProgramCase::conditions(llvm::StringRef circumstance) const {
  const LaunchSpec &launch = program.setting.launch;
  std::string text = circumstance.str() + "\n";
  for (const std::string &path : {launch.program, program.right.program}) {
    if (path.empty())
      continue;
    llvm::Expected<std::string> content = readFile(path);
    if (!content)
      return content.takeError();
    text += path + " " + hashOf(*content) + "\n";
  }
  text += launch.argument0 + "\n" + launch.workingDirectory + "\n";
  for (const auto &list : {launch.arguments, launch.environment}) {
    for (const std::string &each : list)
      text += quoteForShell(llvm::StringRef(each)) + " ";
    text += "\n";
  }
  for (const std::string &each : thePredicates)
    text += each + " ";
  text += describeEnding(program.recorded.ending) + " " +
          hashOf(program.recorded.standardOutput) + " " +
          hashOf(crashMessage(program.recorded)) + "\n" +
          program.differenceFromRight + " " +
          hashOf(program.right.expected.standardOutput);
  if (options.user)
    text += " " + settingLine(*options.user);
  for (const std::string &each : options.containment.limits)
    text += " " + each;
  text += options.containment.unconfined ? " unconfined" : "";
  return text;
}

llvm::Expected<std::unique_ptr<StoredOutcomes>>
ProgramCase::openMemory(llvm::StringRef circumstance) const {
  llvm::Expected<std::string> under = conditions(circumstance);
  if (!under)
    return under.takeError();
  return StoredOutcomes::open(StoredOutcomes::fileIn(directory.path()), *under,
                              options.fresh);
}

llvm::Expected<std::unique_ptr<StoredOutcomes>>
ProgramCase::beginSearch(llvm::StringRef circumstance,
                         SearchSummary &summary) const {
  auto memory = openMemory(circumstance);
  if (!memory)
    return memory;
  summary.program = options.words[0];
  summary.predicates = predicates();
  summary.ending = describeEnding(recorded().ending);
  summary.stored = (*memory)->stored();
  if (summary.stored != 0 && options.say)
    options.say("note: resuming with " + std::to_string(summary.stored) +
                " stored tests");
  return memory;
}
