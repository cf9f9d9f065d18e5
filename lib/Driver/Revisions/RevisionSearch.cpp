// Finds the changes between two revisions that make a program fail.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Revisions/RevisionSearch.h"
#include "BothStates.h"
#include "CommitSearch.h"
#include "HunkReasons.h"
#include "LevelSearch.h"
#include "StateTests.h"
#include "pinstripe/Program/SourceEditor.h"
#include "pinstripe/Program/TextFunctions.h"
#include "pinstripe/Revisions/CommitLabels.h"
#include "pinstripe/Revisions/FunctionLabels.h"
#include "pinstripe/Support/PrintableText.h"
#include "pinstripe/Support/TimedStop.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

namespace {

/// Searches for the changes that make a program fail, step by step.
class RevisionSearcher {
public:
  RevisionSearcher(RevisionRequest &request, RevisionListener &listener,
                   const std::atomic<bool> &interrupted)
      : request(request), listener(listener), interrupted(interrupted),
        stop(interrupted, request.deadline),
        found{Configuration::empty(0), Configuration::empty(0)} {}
  llvm::Expected<RevisionSummary> run();

private:
  bool isOver() const { return stop.flag().load(); }
  llvm::Error observe();
  llvm::Error searchCommits();
  void noteSuspects();
  llvm::Error compareStates();
  void findFunctions();
  llvm::Error searchDifference();
  llvm::Error explainHunks();
  void noteCommits();
  llvm::Error confirm();
  llvm::Expected<bool> endsWith(const Configuration &changes, Outcome outcome);
  llvm::Error writePatches();
  llvm::Expected<std::string> patchOf(const Configuration &changes);

  RevisionRequest &request;
  RevisionListener &listener;
  const std::atomic<bool> &interrupted;
  TimedStop stop;
  RevisionSummary summary;
  std::unique_ptr<StateTests> tests;
  FailingStep step;
  SourceDifference difference;
  /// The set of changes that passes, and the set that FAILs.
  ChangeBounds found;
};

} // namespace

static RevisionName nameOf(const Commit &commit) {
  return {commit.id.empty() ? commit.subject : commit.shortId(), commit.id,
          commit.subject, commit.author};
}

/// Builds and runs the good and the bad state. Only Ctrl-C ends this step, not
/// the deadline, since there is no result at all without these two runs.
llvm::Error RevisionSearcher::observe() {
  llvm::Expected<ObservedBoth> both =
      observeBoth(request, listener, interrupted);
  if (!both)
    return both.takeError();
  summary.goodRun = describeEnding(both->runs.good.ending);
  summary.badRun = describeEnding(both->runs.bad.ending);
  summary.predicate = both->predicate;
  if (llvm::Error error =
          StateTests::create(request, *both, stop.flag()).moveInto(tests))
    return error;
  if (size_t stored = tests->memory().stored())
    listener.say("note: " + std::to_string(stored) +
                 " tests of earlier searches are in " + request.folder);
  return llvm::Error::success();
}

/// Finds the commit with which the failure begins, by a binary search over the
/// states of the commits. Most of these states can be built, since the authors
/// of the commits have built them. Mixtures of two states often can't be built.
llvm::Error RevisionSearcher::searchCommits() {
  const std::vector<Commit> &commits = request.commits;
  step = {0, commits.size() - 1};
  // If there are only two states and the bad state is not a commit, but a
  // folder or the local changes, there is no commit to look for.
  bool areFolders = commits.size() == 2 && commits.back().id.empty();
  if (request.isWhole || areFolders)
    return llvm::Error::success();
  CommitSearch search(commits.size());
  size_t testsBefore = tests->made();
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
    tests->expect(likely);
    llvm::Expected<std::optional<TestedRun>> tested =
        tests->test(commits[*asked].state, /*needsDetails=*/false);
    if (!tested)
      return tested.takeError();
    if (!*tested)
      break;
    search.tell(*asked, (*tested)->outcome);
  }
  step = search.found();
  summary.commits.emplace();
  summary.commits->isFinished = !search.ask();
  summary.commits->tests = tests->made() - testsBefore;
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

/// Finds the functions of changed C and C++ files by means of Clang, which
/// knows these languages better than git does.
void RevisionSearcher::findFunctions() {
  labelFunctions(
      difference, [&](const std::string &path, const std::string &text) {
        std::vector<DefinedFunction> functions;
        if (!isSourceName(path) || isOver())
          return functions;
        listener.show("looking for the functions in " + printable(path));
        for (const TextFunction &each : functionsIn({path, text}, &stop.flag()))
          functions.push_back({each.name, each.parameters, each.firstLine,
                               each.nameLine, each.lastLine});
        return functions;
      });
}

llvm::Error RevisionSearcher::compareStates() {
  const std::vector<Commit> &commits = request.commits;
  if (llvm::Error error =
          differenceBetween(request.store, commits[step.passing].state,
                            commits[step.failing].state)
              .moveInto(difference))
    return error;
  findFunctions();
  // It can take long to find the commit of each change, so this step is left
  // out once the time is over or the user has stopped the search.
  if (step.failing - step.passing > 1 && !isOver()) {
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
  return llvm::Error::success();
}

llvm::Error RevisionSearcher::searchDifference() {
  LevelSearch search(request, listener, difference,
                     /*hasCommits=*/step.failing - step.passing > 1, *tests,
                     stop.flag());
  if (llvm::Error error = search.run(summary))
    return error;
  found = search.found();
  return explainHunks();
}

/// Describes the hunks of the result, each with how the program ends without
/// it, or with it.
llvm::Error RevisionSearcher::explainHunks() {
  bool isMaximised = request.form == SearchForm::Maximise;
  ResultHunks hunks{request.store, difference, found, isMaximised};
  summary.kept = describeHunks(hunks);
  noteCommits();
  if (!isOver()) {
    listener.show(isMaximised
                      ? "adding the hunks of the result one by one"
                      : "leaving out the hunks of the result one by one");
    if (llvm::Error error = testReasons(hunks, *tests, summary.kept))
      return error;
  }
  return isOver() ? recallReasons(hunks, *tests, summary.kept)
                  : llvm::Error::success();
}

/// Stores for each hunk of the result the commit from which it comes.
void RevisionSearcher::noteCommits() {
  std::vector<std::vector<Element>> hunks =
      partsOf(difference, found.between(), Grain::Hunks);
  for (size_t i = 0; i < hunks.size(); ++i) {
    uint32_t commit =
        difference.changes[static_cast<uint32_t>(hunks[i].front())].commit;
    if (commit > 0)
      summary.kept[i].commit = nameOf(request.commits[step.passing + commit]);
    else if (summary.commits && step.failing - step.passing == 1)
      summary.kept[i].commit = nameOf(request.commits[step.failing]);
  }
}

/// Builds the old state with the changes `changes` in an empty folder. Returns
/// true if the run of the program then has the outcome `outcome`.
llvm::Expected<bool> RevisionSearcher::endsWith(const Configuration &changes,
                                                Outcome outcome) {
  llvm::Expected<StateId> state =
      mixedState(request.store, difference, changes);
  if (!state)
    return state.takeError();
  llvm::Expected<TestedRun> tested = tests->confirm(*state);
  if (!tested)
    return tested.takeError();
  return tested->outcome == outcome;
}

/// Builds the result in an empty folder and tests it once more. A build that
/// starts from the files of an earlier build can use files that are out of
/// date.
llvm::Error RevisionSearcher::confirm() {
  if (isOver() || request.plan.command.empty())
    return llvm::Error::success();
  listener.show("building the result in an empty folder");
  bool isConfirmed = true;
  if (request.form != SearchForm::Maximise) {
    if (llvm::Error error =
            endsWith(found.failing, Outcome::Fail).moveInto(isConfirmed))
      return error;
  }
  if (request.form != SearchForm::Minimise && isConfirmed && !isOver()) {
    if (llvm::Error error =
            endsWith(found.passing, Outcome::Pass).moveInto(isConfirmed))
      return error;
  }
  if (!isOver())
    summary.confirmed = isConfirmed;
  return llvm::Error::success();
}

llvm::Expected<std::string>
RevisionSearcher::patchOf(const Configuration &changes) {
  llvm::Expected<StateId> state =
      mixedState(request.store, difference, changes);
  if (!state)
    return state.takeError();
  return request.store.patchBetween(difference.from, *state);
}

llvm::Error RevisionSearcher::writePatches() {
  summary.keptChanges = found.between().count();
  if (request.form != SearchForm::Maximise)
    if (llvm::Error error = patchOf(found.failing).moveInto(summary.patch))
      return error;
  if (request.form != SearchForm::Minimise)
    return patchOf(found.passing).moveInto(summary.passingPatch);
  return llvm::Error::success();
}

llvm::Expected<RevisionSummary> RevisionSearcher::run() {
  summary.form = request.form;
  summary.good = request.good;
  summary.bad = request.bad;
  summary.build = request.plan.command;
  summary.command = {request.plan.launch.argument0};
  summary.command.insert(summary.command.end(),
                         request.plan.launch.arguments.begin(),
                         request.plan.launch.arguments.end());
  using Step = llvm::Error (RevisionSearcher::*)();
  for (Step each :
       {&RevisionSearcher::observe, &RevisionSearcher::searchCommits,
        &RevisionSearcher::compareStates, &RevisionSearcher::searchDifference,
        &RevisionSearcher::confirm, &RevisionSearcher::writePatches})
    if (llvm::Error error = (this->*each)())
      return error;
  tests->countIn(summary);
  summary.interrupted = interrupted.load();
  summary.exhausted = !summary.interrupted && isOver();
  return std::move(summary);
}

llvm::Expected<RevisionSummary>
pinstripe::searchRevisions(RevisionRequest &request, RevisionListener &listener,
                           const std::atomic<bool> &stop) {
  return RevisionSearcher(request, listener, stop).run();
}
