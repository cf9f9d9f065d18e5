// Finds the changes between two revisions that make a program fail.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Revisions/RevisionSearch.h"
#include "BuildTester.h"
#include "CommitSearch.h"
#include "KeptHunks.h"
#include "SourceChanges.h"
#include "TestMemory.h"
#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Circumstance/CircumstanceOracle.h"
#include "pinstripe/Revisions/CommitLabels.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ShellQuote.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace pinstripe;

namespace {

/// The steps of a search, and what they hand on to each other.
class RevisionSearcher {
public:
  RevisionSearcher(RevisionRequest &request, RevisionListener &listener,
                   const std::atomic<bool> &stop)
      : request(request), listener(listener), stop(stop),
        best(Configuration::empty(0)) {}
  llvm::Expected<RevisionSummary> run();

private:
  llvm::Error observeBoth();
  llvm::Error observe(bool isGood, const StateId &state, RunResult &result);
  llvm::Error checkOutcomes();
  llvm::Error startLanes();
  llvm::Expected<std::unique_ptr<RunTester>> makeTester(unsigned number);
  std::string conditions() const;

  bool isOver() const { return stop.load() || request.deadline.hasPassed(); }
  llvm::Expected<std::optional<TestedRun>> testState(const StateId &state,
                                                     bool needsDetails);
  void expectStates(llvm::ArrayRef<StateId> states);
  llvm::Error searchCommits();
  void noteSuspects();
  llvm::Error compareStates();
  std::vector<Grain> grains() const;
  llvm::Error searchLevels();
  llvm::Error reduceBy(Grain grain, const Algorithm &algorithm);
  llvm::Error searchLevel(Grain grain);
  llvm::Error confirm();
  llvm::Error explainHunks();
  void countTests();

  RevisionRequest &request;
  RevisionListener &listener;
  const std::atomic<bool> &stop;
  RevisionSummary summary;
  BothRuns runs;
  /// The lane in which the good and the bad state were built, until a tester
  /// takes it over.
  std::unique_ptr<BuildLane> firstLane;
  std::unique_ptr<TestMemory> memory;
  std::unique_ptr<TestLanes> lanes;
  FailingStep step;
  SourceDifference difference;
  Configuration best; ///< The smallest set of changes that FAILs.
};

} // namespace

static RevisionName nameOf(const Commit &commit) {
  return {commit.id.empty() ? commit.subject : commit.shortId(), commit.id,
          commit.subject, commit.author};
}

static std::string secondsText(double seconds) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%g", seconds);
  return text;
}

static std::string side(bool isGood) { return isGood ? "good" : "bad"; }

/// Builds the good or the bad state in an empty folder, and runs the program
/// twice.
llvm::Error RevisionSearcher::observe(bool isGood, const StateId &state,
                                      RunResult &result) {
  const RevisionName &revision = isGood ? request.good : request.bad;
  std::string name =
      "the " + side(isGood) + " revision `" + revision.name + "`";
  listener.show("building " + name);
  llvm::Expected<ObservedState> observed =
      firstLane->observe(state, /*isClean=*/true, stop);
  if (!observed)
    return observed.takeError();
  if (!observed->build.isBuilt)
    return llvm::make_error<TargetError>(
        name + " can't be built: " + observed->build.error +
        "; all output of `" + request.plan.command + "` is in " +
        firstLane->logFile());
  if (!observed->run)
    return llvm::make_error<TargetError>(name + ": " + observed->notStarted);
  result = *observed->run;
  if (std::holds_alternative<TimedOut>(result.ending))
    return llvm::make_error<TargetError>(
        name + ": the program does not end within " +
        secondsText(request.plan.launch.wallLimitSeconds) +
        " s; give it more time with --timeout, or input with --stdin");
  llvm::Expected<ObservedState> again = firstLane->runAgain(stop);
  if (!again)
    return again.takeError();
  if (request.plan.predicate.isEmpty() &&
      (!again->run || !behavesAlike(result, *again->run)))
    return llvm::make_error<ReproductionError>(
        name + ": two runs of the program differ; say with --keep, --same-exit "
               "or --check what makes a run a failure");
  return llvm::Error::success();
}

llvm::Error RevisionSearcher::observeBoth() {
  llvm::Expected<std::unique_ptr<BuildLane>> lane =
      BuildLane::create(request.plan, request.folder, 0,
                        request.folder + "/states", request.objectFolders);
  if (!lane)
    return lane.takeError();
  firstLane = std::move(*lane);
  const std::vector<Commit> &commits = request.commits;
  if (llvm::Error error = observe(false, commits.back().state, runs.bad))
    return error;
  if (llvm::Error error = observe(true, commits.front().state, runs.good))
    return error;
  summary.goodRun = describeEnding(runs.good.ending);
  summary.badRun = describeEnding(runs.bad.ending);
  return checkOutcomes();
}

/// Returns an error if the good state does not PASS, or the bad one not FAIL.
llvm::Error RevisionSearcher::checkOutcomes() {
  if (request.plan.predicate.isEmpty() && behavesAlike(runs.good, runs.bad))
    return llvm::make_error<ReproductionError>(
        "the program does the same in the good and in the bad revision (" +
        summary.goodRun +
        ", equal standard output), so there is no failure to explain; say "
        "with --keep, --same-stderr or --check what the failure is");
  llvm::Expected<RevisionJudge> judge = RevisionJudge::create(
      request.plan.predicate, runs, request.folder + "/check", &stop);
  if (!judge)
    return llvm::handleErrors(
        judge.takeError(), [](const UsageError &error) -> llvm::Error {
          return llvm::make_error<UsageError>(
              error.message + "; the recorded run is that of the bad revision");
        });
  summary.predicate = judge->description();
  llvm::Expected<TestedRun> good = judge->judge(runs.good);
  if (!good)
    return good.takeError();
  if (good->outcome == Outcome::Fail)
    return llvm::make_error<ReproductionError>(
        "the good revision `" + request.good.name +
        "` fails like the bad one (" + summary.predicate +
        "); name an older one with --good");
  if (good->outcome == Outcome::Unresolved)
    return llvm::make_error<ReproductionError>(
        "the good revision `" + request.good.name +
        "` neither passes nor fails (" + summary.goodRun +
        "); name another one with --good");
  llvm::Expected<TestedRun> bad = judge->judge(runs.bad);
  if (!bad)
    return bad.takeError();
  if (bad->outcome != Outcome::Fail)
    return llvm::make_error<ReproductionError>(
        "the bad revision `" + request.bad.name + "` does not fail (" +
        summary.badRun + "); name another one with --bad");
  return llvm::Error::success();
}

/// Returns all that the outcome of a test depends on, besides the state.
std::string RevisionSearcher::conditions() const {
  const BuildPlan &plan = request.plan;
  llvm::SmallVector<std::string> parts = {
      plan.command,
      plan.launch.program,
      quoteForShell(llvm::ArrayRef<std::string>(plan.launch.arguments)),
      llvm::join(plan.launch.environment, "\n"),
      plan.input,
      summary.predicate,
      secondsText(plan.launch.wallLimitSeconds)};
  for (const RunResult *run : {&runs.good, &runs.bad})
    parts.push_back(describeEnding(run->ending) + "\n" + run->standardOutput +
                    "\n" + run->standardError);
  return llvm::toHex(llvm::join(parts, llvm::StringRef("\0", 1)), true);
}

llvm::Expected<std::unique_ptr<RunTester>>
RevisionSearcher::makeTester(unsigned number) {
  std::unique_ptr<BuildLane> lane;
  if (number == 0)
    lane = std::move(firstLane);
  if (!lane)
    if (llvm::Error error =
            BuildLane::create(request.plan, request.folder, number,
                              request.folder + "/states", request.objectFolders)
                .moveInto(lane))
      return error;
  llvm::Expected<RevisionJudge> judge = RevisionJudge::create(
      request.plan.predicate, runs,
      request.folder + "/lane-" + std::to_string(number) + "/check", &stop);
  if (!judge)
    return judge.takeError();
  return std::make_unique<BuildTester>(std::move(lane), std::move(*judge));
}

llvm::Error RevisionSearcher::startLanes() {
  llvm::Expected<std::unique_ptr<TestMemory>> opened = TestMemory::open(
      request.folder + "/tests.sqlite", conditions(), request.isFresh);
  if (!opened)
    return opened.takeError();
  memory = std::move(*opened);
  if (memory->stored() > 0)
    listener.say("note: " + std::to_string(memory->stored()) +
                 " tests of earlier searches are in " + request.folder);
  // These two are no tests of the search, so they are not counted.
  TestedRun good{Outcome::Pass, "", summary.goodRun, 0};
  TestedRun bad{Outcome::Fail, "", summary.badRun, 0};
  memory->note(materialsOf(request.commits.front().state).key(), good);
  memory->note(materialsOf(request.commits.back().state).key(), bad);
  lanes = std::make_unique<TestLanes>(
      request.lanes, [this](unsigned number) { return makeTester(number); },
      stop);
  return llvm::Error::success();
}

/// Tests a state, or takes the test from memory. Of a test from an earlier
/// search, only the outcome is known; if `needsDetails`, it is made again.
/// Returns nullopt once the search is stopped.
llvm::Expected<std::optional<TestedRun>>
RevisionSearcher::testState(const StateId &state, bool needsDetails) {
  auto materials = std::make_shared<const Materials>(materialsOf(state));
  PlannedTest planned{materials->key(), materials};
  std::optional<Outcome> outcome = memory->find(planned.key);
  const TestedRun *known = memory->seen(planned.key);
  if (known || (outcome && !needsDetails)) {
    ++summary.remembered;
    return known ? *known : TestedRun{*outcome, "", "", 0};
  }
  llvm::Expected<std::optional<TestedRun>> tested = lanes->take(planned);
  if (!tested || !*tested)
    return tested;
  if (outcome)
    memory->note(planned.key, **tested);
  else if (llvm::Error error = memory->add(planned.key, **tested))
    return error;
  return tested;
}

void RevisionSearcher::expectStates(llvm::ArrayRef<StateId> states) {
  if (lanes->lanes() == 1)
    return;
  std::vector<PlannedTest> planned;
  for (const StateId &state : states) {
    auto materials = std::make_shared<const Materials>(materialsOf(state));
    MaterialsKey key = materials->key();
    if (!memory->seen(key) && !memory->find(key))
      planned.push_back({key, std::move(materials)});
  }
  lanes->expect(std::move(planned));
}

/// Finds the commit with which the failure begins, by a binary search in the
/// states after the commits. They were built by their authors, so nearly all
/// of them can be built, unlike mixtures of two states.
llvm::Error RevisionSearcher::searchCommits() {
  const std::vector<Commit> &commits = request.commits;
  step = {0, commits.size() - 1};
  // A state that is no commit has no commits before it either.
  bool areFolders = commits.size() == 2 && commits.back().id.empty();
  if (request.isWhole || areFolders)
    return llvm::Error::success();
  CommitSearch search(commits.size());
  size_t testsBefore = memory->made().size();
  while (std::optional<size_t> asked = search.ask()) {
    if (isOver())
      break;
    listener.show(
        "testing commits: " +
        std::to_string(search.found().failing - search.found().passing) +
        " are left");
    std::vector<StateId> likely = {commits[*asked].state};
    for (size_t next : search.next())
      likely.push_back(commits[next].state);
    expectStates(likely);
    llvm::Expected<std::optional<TestedRun>> tested =
        testState(commits[*asked].state, /*needsDetails=*/false);
    if (!tested)
      return tested.takeError();
    if (!*tested)
      break;
    search.tell(*asked, (*tested)->outcome);
  }
  step = search.found();
  summary.commits.emplace();
  summary.commits->tests = memory->made().size() - testsBefore;
  noteSuspects();
  return llvm::Error::success();
}

void RevisionSearcher::noteSuspects() {
  CommitRange &range = *summary.commits;
  range.commits = request.commits.size() - 1;
  range.lastPassing = nameOf(request.commits[step.passing]);
  for (size_t i = step.passing + 1; i <= step.failing; ++i)
    range.suspects.push_back(nameOf(request.commits[i]));
}

llvm::Error RevisionSearcher::compareStates() {
  const std::vector<Commit> &commits = request.commits;
  llvm::Expected<SourceDifference> compared = differenceBetween(
      request.store, commits[step.passing].state, commits[step.failing].state);
  if (!compared)
    return compared.takeError();
  difference = std::move(*compared);
  if (step.failing - step.passing > 1) {
    std::vector<StateId> states;
    for (size_t i = step.passing; i <= step.failing; ++i)
      states.push_back(commits[i].state);
    if (llvm::Error error = labelCommits(difference, request.store, states))
      return error;
  }
  if (!difference.submodules.empty())
    listener.say("note: changes of submodules are left out: " +
                 llvm::join(difference.submodules, ", "));
  summary.base =
      step.passing == 0 ? request.good : nameOf(commits[step.passing]);
  summary.files = difference.files.size();
  summary.hunks = difference.hunkCount();
  summary.changes = difference.changes.size();
  best = Configuration::full(difference.changes.size());
  return llvm::Error::success();
}

/// Returns the sizes of parts by which the difference is searched, coarse ones
/// first.
std::vector<Grain> RevisionSearcher::grains() const {
  std::vector<Grain> result;
  for (Grain grain : {Grain::Commits, Grain::Files, Grain::Functions,
                      Grain::Hunks, Grain::Lines})
    if (grain <= request.finest &&
        (grain != Grain::Commits || step.failing - step.passing > 1))
      result.push_back(grain);
  return result;
}

/// Reduces the best changes so far by parts of one size.
llvm::Error RevisionSearcher::reduceBy(Grain grain,
                                       const Algorithm &algorithm) {
  SourceChanges changes(request.store, difference, best, grain);
  CircumstanceOracle oracle(changes, *lanes, *memory);
  ReductionOptions options;
  options.isEnough = [this](const Configuration &) {
    return request.deadline.hasPassed();
  };
  ReductionResult result;
  size_t testsBefore = memory->made().size();
  llvm::Error error =
      reduce(result, changes.elements(), algorithm, oracle, listener.observer,
             stop, changes.groups(), options);
  summary.remembered += oracle.counts().remembered;
  if (error)
    return error;
  if (result.end == ReductionEnd::FullDoesNotFail)
    return llvm::make_error<ReproductionError>(
        "all changes together do not make the failure; changes of submodules "
        "and of empty folders are not among them");
  if (result.end == ReductionEnd::EmptyFails)
    return llvm::make_error<ReproductionError>(
        "the failure is there without any of the changes; changes of "
        "submodules and of empty folders are not among them");
  best = changes.changesOf(result.best);
  summary.levels.push_back({grainName(grain).str(), changes.elements(),
                            result.best.count(),
                            memory->made().size() - testsBefore});
  summary.minimality =
      result.endedEarly() ? Minimality::None : result.minimality;
  return llvm::Error::success();
}

/// Reduces by parts of one size, unless there is just one part. The smallest
/// parts are also left out one by one, to prove that all are needed, since the
/// algorithm may prove nothing.
llvm::Error RevisionSearcher::searchLevel(Grain grain) {
  bool isLast = grain == request.finest;
  if (!isLast &&
      SourceChanges(request.store, difference, best, grain).elements() < 2)
    return llvm::Error::success();
  if (llvm::Error error = reduceBy(grain, request.algorithm))
    return error;
  if (!isLast || isOver() || summary.minimality == Minimality::OneMinimal)
    return llvm::Error::success();
  return reduceBy(grain, singleRemovals);
}

llvm::Error RevisionSearcher::searchLevels() {
  summary.grain = grainName(request.finest).str();
  bool isDone = false;
  for (Grain grain : grains()) {
    if (isOver())
      break;
    if (llvm::Error error = searchLevel(grain))
      return error;
    isDone = grain == request.finest;
  }
  // Something is proved about the smallest parts only.
  if (!isDone)
    summary.minimality = Minimality::None;
  return llvm::Error::success();
}

/// Builds the result in an empty folder and tests it once more, since a build
/// that goes on from an earlier one can use something out of date.
llvm::Error RevisionSearcher::confirm() {
  if (isOver() || request.plan.command.empty())
    return llvm::Error::success();
  listener.show("building the result in an empty folder");
  llvm::Expected<std::unique_ptr<RunTester>> tester = makeTester(request.lanes);
  if (!tester)
    return tester.takeError();
  llvm::Expected<StateId> state = mixedState(request.store, difference, best);
  if (!state)
    return state.takeError();
  llvm::Expected<TestedRun> tested = (*tester)->test(materialsOf(*state), stop);
  if (!tested)
    return tested.takeError();
  if (!stop.load())
    summary.confirmed = tested->outcome == Outcome::Fail;
  return llvm::Error::success();
}

/// Describes the hunks of the result, each with what came of the failure when
/// it was left out.
llvm::Error RevisionSearcher::explainHunks() {
  std::vector<std::vector<Element>> hunks =
      partsOf(difference, best, Grain::Hunks);
  std::vector<StateId> states;
  for (const std::vector<Element> &hunk : hunks) {
    llvm::Expected<StateId> state =
        mixedState(request.store, difference, best.without(hunk));
    if (!state)
      return state.takeError();
    states.push_back(*state);
  }
  expectStates(states);
  for (size_t i = 0; i < hunks.size(); ++i) {
    KeptHunk kept = describeHunk(difference, hunks[i]);
    uint32_t commit =
        difference.changes[static_cast<uint32_t>(hunks[i].front())].commit;
    if (commit > 0)
      kept.commit = nameOf(request.commits[step.passing + commit]);
    else if (summary.commits)
      kept.commit = nameOf(request.commits[step.failing]);
    if (!isOver()) {
      listener.show("leaving out the hunks of the result one by one");
      llvm::Expected<std::optional<TestedRun>> tested =
          testState(states[i], /*needsDetails=*/true);
      if (!tested)
        return tested.takeError();
      if (*tested)
        kept.without = {(*tested)->outcome, (*tested)->cause,
                        (*tested)->ending};
    }
    summary.kept.push_back(std::move(kept));
  }
  lanes->expect({});
  return llvm::Error::success();
}

void RevisionSearcher::countTests() {
  for (const TestedRun &test : memory->made()) {
    ++summary.tests;
    summary.pass += test.outcome == Outcome::Pass;
    summary.fail += test.outcome == Outcome::Fail;
    if (test.outcome != Outcome::Unresolved)
      continue;
    ++summary.unresolved;
    ++summary.causes[test.cause];
  }
}

llvm::Expected<RevisionSummary> RevisionSearcher::run() {
  summary.good = request.good;
  summary.bad = request.bad;
  summary.build = request.plan.command;
  summary.command = {request.plan.launch.argument0};
  summary.command.insert(summary.command.end(),
                         request.plan.launch.arguments.begin(),
                         request.plan.launch.arguments.end());
  using Step = llvm::Error (RevisionSearcher::*)();
  for (Step each :
       {&RevisionSearcher::observeBoth, &RevisionSearcher::startLanes,
        &RevisionSearcher::searchCommits, &RevisionSearcher::compareStates,
        &RevisionSearcher::searchLevels, &RevisionSearcher::explainHunks,
        &RevisionSearcher::confirm})
    if (llvm::Error error = (this->*each)())
      return error;
  countTests();
  summary.keptChanges = best.count();
  llvm::Expected<StateId> state = mixedState(request.store, difference, best);
  if (!state)
    return state.takeError();
  if (llvm::Error error = request.store.patchBetween(difference.from, *state)
                              .moveInto(summary.patch))
    return error;
  summary.interrupted = stop.load();
  summary.exhausted = !summary.interrupted && request.deadline.hasPassed();
  return std::move(summary);
}

llvm::Expected<RevisionSummary>
pinstripe::searchRevisions(RevisionRequest &request, RevisionListener &listener,
                           const std::atomic<bool> &stop) {
  return RevisionSearcher(request, listener, stop).run();
}
