// The verb `changes`: finds the changes of the source that make a run fail.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CaseOptions.h"
#include "Choices.h"
#include "Command.h"
#include "Console.h"
#include "GivenFiles.h"
#include "PageFile.h"
#include "RedirectedInput.h"
#include "pinstripe/Case/Environment.h"
#include "pinstripe/Case/LanePool.h"
#include "pinstripe/Case/Lanes.h"
#include "pinstripe/Circumstance/SearchOptions.h"
#include "pinstripe/Driver/Revisions/RevisionInput.h"
#include "pinstripe/Driver/Revisions/RevisionSearch.h"
#include "pinstripe/Report/JSONReports.h"
#include "pinstripe/Report/SearchPage.h"
#include "pinstripe/Report/TextReports.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/FileDescriptor.h"
#include "pinstripe/Support/Interrupt.h"
#include "pinstripe/Support/ResultFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <cerrno>
#include <ctime>
#include <fcntl.h>
#include <sys/file.h>
#include <thread>
#include <unistd.h>

using namespace pinstripe;
namespace fs = llvm::sys::fs;

namespace {

class ChangesCommand : public Command {
public:
  explicit ChangesCommand(CLI::App &tool);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  void addRevisions();
  void addForms();
  void addRunOptions();
  void addPredicate();
  void addSearch();
  void addOutput();

  llvm::Error checkOptions(const CommandWords &words) const;
  llvm::Error openFolder();
  llvm::Error checkResults(const CommandWords &words) const;
  llvm::Error planRuns(const CommandWords &words, RevisionRequest &request);
  llvm::Expected<Algorithm> choose(SearchForm form) const;
  llvm::Error writePatches(RevisionSummary &summary) const;
  llvm::Error report(RevisionSummary &summary) const;

  RevisionInput input;
  std::string build;
  bool isMaximised = false, isIsolated = false;
  bool isWhole = false, isFresh = false;
  bool cleanBuilds = false;
  double buildSeconds = 3600, runSeconds = 10;
  std::string standardInput;
  std::vector<std::string> environment;
  PredicateSpec predicate;
  ContainmentOptions containment;
  Grain finest = Grain::Lines;
  std::string algorithm; ///< The name of the algorithm; empty for the default.
  unsigned lanes = 0;
  std::optional<double> maxSeconds;
  std::string folder = ".pinstripe-changes";
  /// The path of the patch file for the result. If `isIsolated` is set, there
  /// is a second patch file, whose path ends in `.passing`. With the changes of
  /// the second patch, the program passes.
  std::string patchFile;
  std::string json, page;
  TerminalOptions terminal;
  /// The lock of the search's folder, held until the search has ended.
  FileDescriptor lock;
};

} // namespace

static VerbDescription describeChanges() {
  return {"changes",
          "Finds the smallest change of the source that makes a program fail "
          "which worked before",
          {"--good REV|DIR [--bad REV|DIR] --build COMMAND [--maximise | "
           "--isolate] [OPTIONS] -- PROGRAM [ARGUMENTS]"},
          {"pinstripe changes --good v1.2 --build make -- ./prog in.txt",
           "pinstripe changes --good prog-1.2 --bad prog-1.3 --build "
           "'./configure && make' --same-exit -- make check"}};
}

ChangesCommand::ChangesCommand(CLI::App &tool)
    : Command(tool, describeChanges()) {
  addRevisions();
  addForms();
  addPredicate();
  addRunOptions();
  addSearch();
  addOutput();
}

void ChangesCommand::addRevisions() {
  options
      ->add_option("--good", input.good,
                   "The revision that works: a commit, tag or branch of the "
                   "git repository, or a folder with the source")
      ->required()
      ->option_text("REV|DIR")
      ->group(group::question);
  options
      ->add_option("--bad", input.bad,
                   "The revision that fails, in the same way "
                   "[HEAD]")
      ->option_text("REV|DIR")
      ->group(group::question);
  options
      ->add_option("--repository", input.repository,
                   "The git repository. It and its working tree are only read "
                   "[the one of the current folder]")
      ->option_text("DIR")
      ->group(group::question);
  options
      ->add_flag("--local", input.withLocal,
                 "The bad revision is HEAD with the changes of the working "
                 "tree that are not committed; otherwise these are ignored")
      ->excludes("--bad")
      ->group(group::question);
}

void ChangesCommand::addForms() {
  options
      ->add_flag("--maximise", isMaximised,
                 "Look for the largest part of the change with which the "
                 "program passes, instead of a small one with which it fails")
      ->group(group::question);
  options
      ->add_flag("--isolate", isIsolated,
                 "Look for a minimal difference that decides: between a part "
                 "of the change with which the program passes, and a larger "
                 "one with which it fails")
      ->excludes("--maximise")
      ->group(group::question);
}

void ChangesCommand::addPredicate() {
  const char *title = "What makes a run a failure (all of them)";
  options
      ->add_flag("--same-exit", predicate.sameExit,
                 "It exits with the status of the bad revision. If no option "
                 "of this group is given, a run fails if it exits and prints "
                 "as in the bad revision, passes if it does as in the good "
                 "one, and is unresolved otherwise; if the bad revision "
                 "crashes, a run fails if it crashes in the same way")
      ->group(title);
  options
      ->add_flag("--same-crash", predicate.sameCrash,
                 "It crashes with the signal of the bad revision and the same "
                 "message, apart from numbers in it")
      ->group(title);
  options
      ->add_flag("--same-stdout", predicate.sameStdout,
                 "Its standard output is that of the bad revision")
      ->group(title);
  options
      ->add_flag("--same-stderr", predicate.sameStderr,
                 "Its standard error is that of the bad revision")
      ->group(title);
  addKeep(*options, predicate, title,
          "All matches of this POSIX extended regular expression in its "
          "standard output are those of the bad revision; may be repeated");
  options
      ->add_option("--check", predicate.checks,
                   "This program says so: exit status 0: a failure, 125: can't "
                   "tell, others: none. Its environment has the files "
                   "PINSTRIPE_STDOUT and PINSTRIPE_STDERR and the status "
                   "PINSTRIPE_EXIT; may be repeated")
      ->allow_extra_args(false)
      ->option_text("PROGRAM")
      ->group(title);
}

void ChangesCommand::addRunOptions() {
  options
      ->add_option("--build", build,
                   "Builds the program, as a command for /bin/sh in a copy of "
                   "the source. Builds are not confined. What can't be built "
                   "is unresolved [nothing need be built]")
      ->option_text("COMMAND")
      ->group(group::run);
  options
      ->add_option("--build-timeout", buildSeconds,
                   "Time limit of a build [3600]")
      ->check(aboveZero())
      ->option_text("SECONDS")
      ->group(group::run);
  options
      ->add_flag("--clean", cleanBuilds,
                 "Begin each build in an empty folder, for build commands that "
                 "do not notice what has changed since the last build")
      ->group(group::run);
  addStandardInput(*options, standardInput);
  addEnvironment(*options, environment);
  options->add_option("--timeout", runSeconds, "Time limit of a run [10]")
      ->check(aboveZero())
      ->option_text("SECONDS")
      ->group(group::run);
  addConfinement(*options, containment);
}

void ChangesCommand::addSearch() {
  const std::map<std::string, Grain> grains = {{"commits", Grain::Commits},
                                               {"files", Grain::Files},
                                               {"functions", Grain::Functions},
                                               {"hunks", Grain::Hunks},
                                               {"lines", Grain::Lines}};
  options
      ->add_option("--by", finest,
                   "The smallest parts of a change: commits, files, functions, "
                   "hunks or lines. Larger ones are left out first [lines]")
      ->transform(oneOf(grains))
      ->option_text("PART")
      ->group(group::search);
  options
      ->add_flag("--whole", isWhole,
                 "Search in all changes at once, for changes of several "
                 "commits that fail only together. Otherwise the first commit "
                 "that fails is looked for, and then the search goes on in it")
      ->group(group::search);
  const std::vector<std::string> names = algorithmNames();
  options
      ->add_option("--algorithm", algorithm,
                   "How the search in a change proceeds, as for `pinstripe "
                   "reduce`: " +
                       CLI::detail::join(names, ", ") +
                       " [dd+; ddmax with --maximise, isolate with --isolate]")
      ->check(CLI::IsMember(names))
      ->option_text("NAME")
      ->group(group::search);
  options
      ->add_option("-j,--jobs", lanes,
                   "Builds and runs at once, each in a folder of its own: a "
                   "number, or auto: as many as there are processors, but at "
                   "most 4 [auto]. The result does not depend on it")
      ->transform(autoOrUpTo(LaneOptions::max))
      ->option_text("N")
      ->group(group::search);
  // This verb accepts the option --lanes of other verbs only to refuse it:
  // `checkOptions` tells the user why it is not possible here. The help does
  // not list it.
  options->add_option("--lanes")->group("");
  options
      ->add_flag("--fresh", isFresh,
                 "Make all tests again, instead of resuming with those that "
                 "earlier searches have stored")
      ->group(group::search);
  addMaxTime(*options, maxSeconds,
             "Stop after this time, with what there is. The good and the bad "
             "revision are built in any case");
}

void ChangesCommand::addOutput() {
  options
      ->add_option("-o", folder,
                   "Folder for builds and stored tests [.pinstripe-changes]")
      ->option_text("DIR")
      ->group(group::output);
  options
      ->add_option("--patch", patchFile,
                   "Write the change as a patch for `git apply` to this file "
                   "[failure.patch in the folder of -o; passing.patch with "
                   "--maximise]. What passes, with --isolate, gets a file with "
                   "`.passing` after that name")
      ->option_text("FILE")
      ->group(group::output);
  addJSON(*options, json);
  addSearchPage(*options, page);
  addProgress(*options, terminal);
}

llvm::Error ChangesCommand::checkOptions(const CommandWords &words) const {
  if (options->get_option("--lanes")->count() != 0)
    return llvm::make_error<UsageError>(
        "--lanes: builds are made on this machine only, since a build depends "
        "on more than can be compared with another machine; leave it out");
  if (words.empty())
    return llvm::make_error<UsageError>(
        "no program given; write `pinstripe changes --good REV --build COMMAND "
        "-- PROGRAM ARGUMENTS`");
  if (llvm::Error error = checkAssignments(environment))
    return error;
  if (llvm::Error error = checkPageFile(page))
    return error;
  return checkOutputFile(json);
}

static llvm::Expected<std::string> absolutePath(const std::string &path) {
  llvm::SmallString<256> absolute;
  if (std::error_code code = fs::real_path(path, absolute))
    return llvm::make_error<UsageError>(path + ": " + code.message());
  return absolute.str().str();
}

/// Makes the folder of the search and locks it, so that no other search uses
/// it. A file .gitignore in the folder makes git ignore the folder.
llvm::Error ChangesCommand::openFolder() {
  if (std::error_code code = fs::create_directories(folder))
    return cannotWrite(folder, code.value());
  if (llvm::Error error = absolutePath(folder).moveInto(folder))
    return error;
  if (llvm::Error error = writeFileAtomically(folder + "/.gitignore", "*\n",
                                              Durability::ProcessKill))
    return error;
  std::string file = folder + "/lock";
  lock =
      FileDescriptor(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!lock.isOpen())
    return cannotWrite(file, errno);
  if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0)
    return llvm::make_error<UsageError>(
        folder + ": another search uses this folder; name another one with -o");
  return llvm::Error::success();
}

/// Returns a UsageError if a result would replace a file that the user has
/// given: one that the command line names, or one below the folders of the good
/// and the bad state. Called before any run, so that no work is lost.
llvm::Error ChangesCommand::checkResults(const CommandWords &words) const {
  const std::string passing = isIsolated ? patchFile + ".passing" : patchFile;
  if (llvm::Error error = checkResultFile("--patch " + patchFile, passing,
                                          givenFiles(*options, words)))
    return error;
  // If the good or the bad state is not a folder, both are revisions of a
  // repository. Then they have no files that could be replaced.
  if (!fs::is_directory(input.good) || !fs::is_directory(input.bad))
    return llvm::Error::success();
  const std::pair<std::string, std::string> results[] = {
      {"--patch " + patchFile, patchFile},
      {"--patch " + patchFile, passing},
      {"--json " + json, json},
      {"--report " + page, page}};
  for (const auto &[option, path] : results)
    if (llvm::Error error =
            checkResultInFolders(option, path, {input.good, input.bad}, folder))
      return error;
  return llvm::Error::success();
}

static void say(llvm::StringRef text) {
  messages() << printableLines(text) << '\n';
}

llvm::Error ChangesCommand::planRuns(const CommandWords &words,
                                     RevisionRequest &request) {
  BuildPlan &plan = request.plan;
  plan.command = build;
  plan.buildLimitSeconds = buildSeconds;
  plan.cleanBuilds = cleanBuilds;
  plan.predicate = predicate;
  plan.isConfined = !containment.unconfined;
  for (const std::string &path : containment.writablePaths) {
    llvm::Expected<std::string> real = absolutePath(path);
    if (!real)
      return real.takeError();
    plan.writablePaths.push_back(std::move(*real));
  }
  plan.launch.program = plan.launch.argument0 = words.front();
  plan.launch.arguments.assign(words.begin() + 1, words.end());
  plan.launch.environment = runEnvironment(environment, Poison::Stale);
  plan.launch.wallLimitSeconds = runSeconds;
  // The program may run a whole test suite. So the limit on processes is high.
  plan.launch.processLimit = 1024;
  constexpr uint64_t day = 24 * 3600;
  plan.clockStart = static_cast<uint64_t>(std::time(nullptr)) + day;
  std::string file = standardInput.empty() ? redirectedInput() : standardInput;
  if (!file.empty())
    if (llvm::Error error = readFile(file).moveInto(plan.input))
      return error;
  return llvm::Error::success();
}

/// Returns the path relative to the current folder if the file lies below that
/// folder, since such a path is shorter. Otherwise returns the path as it is.
static std::string shortPath(llvm::StringRef path) {
  llvm::SmallString<256> current;
  fs::current_path(current);
  current += '/';
  path.consume_front(current.str());
  return path.str();
}

llvm::Error ChangesCommand::writePatches(RevisionSummary &summary) const {
  if (summary.patch) {
    summary.patchFile = shortPath(patchFile);
    if (llvm::Error error = writeFileAtomically(patchFile, *summary.patch))
      return error;
  }
  if (!summary.passingPatch)
    return llvm::Error::success();
  std::string file = isIsolated ? patchFile + ".passing" : patchFile;
  summary.passingFile = shortPath(file);
  return writeFileAtomically(file, *summary.passingPatch);
}

llvm::Error ChangesCommand::report(RevisionSummary &summary) const {
  summary.version = PINSTRIPE_VERSION;
  if (llvm::Error error = writePatches(summary))
    return error;
  if (json != "-")
    writeRevisions(summary, styleFor(STDOUT_FILENO), results());
  if (!json.empty())
    if (llvm::Error error =
            writeOutputFile(json, [&](llvm::raw_ostream &stream) {
              writeRevisionsJSON(summary, stream);
            }))
      return error;
  return writeSearchPageFile(shownSearch(summary), typed, page);
}

/// Returns the algorithm that the user has named, or else the default for a
/// search of the form `form`: to minimise, to maximise or to isolate.
llvm::Expected<Algorithm> ChangesCommand::choose(SearchForm form) const {
  // To minimise changes, dd+ is the usual algorithm: it was made for searches
  // in which most tests are UNRESOLVED.
  if (algorithm.empty() && form == SearchForm::Minimise)
    return findAlgorithm("dd+");
  return chooseAlgorithm(
      form, algorithm,
      {"a small change that fails", "the largest change that passes", ""});
}

llvm::Expected<ExitStatus> ChangesCommand::run(const CommandWords &words) {
  Stopwatch stopwatch;
  if (llvm::Error error = checkOptions(words))
    return error;
  SearchForm form = isMaximised  ? SearchForm::Maximise
                    : isIsolated ? SearchForm::Isolate
                                 : SearchForm::Minimise;
  llvm::Expected<Algorithm> chosen = choose(form);
  if (!chosen)
    return chosen.takeError();
  if (llvm::Error error = openFolder())
    return error;
  if (patchFile.empty())
    patchFile = folder + (isMaximised ? "/passing.patch" : "/failure.patch");
  if (llvm::Error error = checkResults(words))
    return error;
  llvm::Expected<SourceStore> store = SourceStore::open(folder + "/states");
  if (!store)
    return store.takeError();
  RevisionRequest request{.store = *store, .folder = folder};
  request.isWhole = isWhole;
  if (llvm::Error error = readRevisions(input, request, say))
    return error;
  if (llvm::Error error = planRuns(words, request))
    return error;
  request.isFresh = isFresh;
  request.form = form;
  request.finest = finest;
  request.algorithm = *chosen;
  constexpr unsigned mostLanes = 4;
  unsigned processors = std::max(std::thread::hardware_concurrency(), 1u);
  request.lanes = lanes == 0 ? std::min(processors, mostLanes) : lanes;
  if (maxSeconds)
    request.deadline = Deadline::after(*maxSeconds);
  const std::atomic<bool> &interrupted = catchInterrupts();
  StatusLine status(terminal, stopwatch);
  ConsoleProgress progress(status, stopwatch);
  RevisionListener listener{progress,
                            [&](llvm::StringRef step) { status.show(step); },
                            [&](llvm::StringRef note) {
                              status.clear();
                              say(note);
                            }};
  llvm::Expected<RevisionSummary> summary =
      searchRevisions(request, listener, interrupted);
  status.clear();
  if (!summary)
    return summary.takeError();
  summary->totalSeconds = stopwatch.seconds();
  if (llvm::Error error = report(*summary))
    return error;
  return summary->interrupted ? ExitStatus::Interrupted : ExitStatus::Done;
}

std::unique_ptr<Command> pinstripe::createChangesCommand(CLI::App &tool) {
  return std::make_unique<ChangesCommand>(tool);
}
