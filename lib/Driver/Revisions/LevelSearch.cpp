// Searches the changes between two states of a source, first in large parts.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LevelSearch.h"
#include "pinstripe/Circumstance/CircumstanceOracle.h"
#include "pinstripe/Circumstance/StageCounts.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

std::vector<SearchLevel> LevelSearch::levels() const {
  std::vector<SearchLevel> result;
  for (Grain grain : {Grain::Commits, Grain::Files, Grain::Functions,
                      Grain::Hunks, Grain::Lines}) {
    // If the changes do not come from several commits, the level of commits has
    // a single part with all changes. To leave out this part tells nothing,
    // unless the user wants no smaller parts: then it shows that the changes
    // are needed.
    bool isOnePart = grain == Grain::Commits && !hasCommits;
    if (grain > request.finest || (isOnePart && grain != request.finest))
      continue;
    // Before the level of functions, the search has a level by names. This
    // level leaves out each part together with the parts that use names which
    // the part declares. Its parts are hunks, or functions if the search has no
    // smaller parts. Files and commits are too large for this, since they have
    // many names in common by chance. Lines are too small, since a line is
    // often only a piece of a statement.
    if (grain == Grain::Functions)
      result.push_back({std::min(Grain::Hunks, request.finest), true});
    result.push_back({grain, false});
  }
  return result;
}

/// Narrows the bounds of the search (the passing and the failing set) to the
/// result of a level.
void LevelSearch::take(const SourceChanges &changes,
                       const ReductionResult &result) {
  if (request.form != SearchForm::Maximise)
    bounds.failing = changes.changesOf(result.best);
  if (request.form != SearchForm::Minimise && result.largestPassing)
    bounds.passing = changes.changesOf(*result.largestPassing);
}

/// Searches for fewer changes between the passing and the failing set. Removes
/// or adds changes in parts of the size of the level `searched`.
llvm::Error LevelSearch::reduceBy(const SearchLevel &searched,
                                  const Algorithm &algorithm,
                                  RevisionSummary &summary) {
  auto [grain, keepsNames] = searched;
  SourceChanges changes(request.store, difference, bounds, grain, keepsNames);
  CircumstanceOracle oracle(changes, tests.lanes(), tests.memory());
  ReductionResult result;
  size_t testsBefore = tests.made();
  llvm::Error error = reduce(result, changes.elements(), algorithm, oracle,
                             listener.observer, stop, changes.groups());
  tests.noteRemembered(oracle.counts().remembered);
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
  take(changes, result);
  RevisionLevel level;
  level.grain = keepsNames ? "names" : grainName(grain).str();
  level.before = changes.elements();
  level.after = partsOf(difference, bounds.between(), grain).size();
  level.tests = tests.made() - testsBefore;
  level.isFinished = !result.endedEarly();
  summary.levels.push_back(std::move(level));
  summary.minimality = result.endedEarly() || keepsNames
                           ? Minimality::None
                           : provenBy(result, request.form);
  return llvm::Error::success();
}

/// Searches the changes in parts of the size of `level`. Does nothing if all
/// changes are in one part and a level with smaller parts follows. At the last
/// level, a search that minimises also leaves out each of the smallest parts on
/// its own. This proves that all of them are needed, which the reduction
/// algorithm alone may not prove.
llvm::Error LevelSearch::search(const SearchLevel &level,
                                RevisionSummary &summary) {
  bool isLast = level.grain == request.finest && !level.keepsNames;
  if (!isLast && partsOf(difference, bounds.between(), level.grain).size() < 2)
    return llvm::Error::success();
  if (llvm::Error error = reduceBy(level, request.algorithm, summary))
    return error;
  if (!isLast || stop.load() || request.form != SearchForm::Minimise ||
      summary.minimality == Minimality::OneMinimal)
    return llvm::Error::success();
  return reduceBy(level, singleRemovals, summary);
}

/// Counts the parts of the size `grain`, and those of them that are open. A
/// part is open if no test has shown that it is needed.
OpenParts LevelSearch::openParts(Grain grain) const {
  // Each part takes some milliseconds to look up. So if there are more parts
  // than this number, none is looked up, and all count as open.
  constexpr size_t mostParts = 1000;
  std::vector<std::vector<Element>> parts =
      partsOf(difference, bounds.between(), grain);
  OpenParts result{grainName(grain).str(), parts.size(), 0};
  if (parts.size() > mostParts)
    return result;
  bool isMaximised = request.form == SearchForm::Maximise;
  for (const std::vector<Element> &part : parts) {
    llvm::Expected<StateId> state =
        mixedState(request.store, difference, bounds.beside(part, isMaximised));
    if (!state) {
      // If the source can't be put into the state without a part, nothing is
      // known about this part, so it counts as open (not shown to be needed).
      llvm::consumeError(state.takeError());
      continue;
    }
    std::optional<TestedRun> tested = tests.known(*state);
    Outcome same = isMaximised ? Outcome::Pass : Outcome::Fail;
    result.needed += tested && tested->outcome != same;
  }
  return result;
}

llvm::Error LevelSearch::run(RevisionSummary &summary) {
  summary.grain = grainName(request.finest).str();
  for (const SearchLevel &level : levels()) {
    if (!stop.load())
      if (llvm::Error error = search(level, summary))
        return error;
    if (!stop.load())
      continue;
    bool isLast = level.grain == request.finest && !level.keepsNames;
    if (isLast && summary.minimality != Minimality::None)
      break;
    // The search ended early, so it is not proved that all of the smallest
    // parts are needed.
    summary.minimality = Minimality::None;
    summary.open = openParts(level.grain);
    break;
  }
  return llvm::Error::success();
}
