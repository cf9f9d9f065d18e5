// Searches for arguments, variables and files with which a program still fails.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/OptionsSearch.h"
#include "FailingCommand.h"
#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Circumstance/ArgumentParts.h"
#include "pinstripe/Circumstance/StageCounts.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/NotedError.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

/// Returns the number of variables that two environments do not have in common.
static uint64_t differences(const std::map<std::string, std::string> &left,
                            const std::map<std::string, std::string> &right) {
  std::set<std::string> names;
  for (const auto *each : {&left, &right})
    for (const auto &[name, value] : *each)
      names.insert(name);
  return llvm::count_if(names, [&](const std::string &name) {
    auto first = left.find(name), second = right.find(name);
    return first == left.end() || second == right.end() ||
           first->second != second->second;
  });
}

/// Returns the outcome of a start, from memory or by a run. A start says how
/// the program is started: with which arguments, environment and files.
llvm::Expected<Outcome> OptionsSearch::outcomeOf(const ProgramStart &start) {
  return tests->outcomeOf(materialsOf(start, request.surroundings));
}

static llvm::Error passingFails(SearchForm form) {
  return llvm::make_error<NothingToReduceError>(
      form == SearchForm::Isolate
          ? "the command line after --isolate fails, too; give one that passes"
          : "the program fails even without all that may be left out, so none "
            "of it decides about the failure");
}

/// Returns an error if the program does not fail with the failing start (its
/// arguments, variables and files), or if it fails with the passing start.
llvm::Error OptionsSearch::checkEnds() {
  llvm::Expected<Outcome> full = outcomeOf(request.failing);
  if (!full)
    return full.takeError();
  if (*full != Outcome::Fail)
    return failsOnlySometimes("the command line");
  llvm::Expected<Outcome> empty = outcomeOf(request.passing);
  if (!empty)
    return empty.takeError();
  if (*empty == Outcome::Fail)
    return passingFails(request.form);
  if (*empty == Outcome::Unresolved && request.form != SearchForm::Minimise)
    return llvm::make_error<ReproductionError>(
        request.form == SearchForm::Isolate
            ? "the command line after --isolate does not pass: its run is "
              "UNRESOLVED; give one that ends by itself"
            : "the program without all that may be left out does not pass: its "
              "run is UNRESOLVED; --isolate searches from a command line that "
              "passes");
  hasPassing = *empty == Outcome::Pass;
  return llvm::Error::success();
}

OptionsScope OptionsSearch::wholeScope() const {
  OptionsScope scope = request.scope;
  scope.clusters = clusters;
  return scope;
}

OptionsScope OptionsSearch::onlyArguments(ArgumentGrain grain) const {
  OptionsScope scope = wholeScope();
  scope.variables = scope.files = false;
  scope.grain = grain;
  return scope;
}

/// Takes the starts (arguments, variables and files) that a level has found as
/// the starts for the next level. A level is a step of the search, which is
/// about certain elements, such as single arguments.
void OptionsSearch::take(const OptionsCircumstance &circumstance,
                         const ReductionResult &result) {
  ProgramStart failing = circumstance.startOf(result.best);
  if (request.form != SearchForm::Minimise && result.largestPassing)
    request.passing = circumstance.startOf(*result.largestPassing);
  if (request.form != SearchForm::Maximise)
    request.failing = std::move(failing);
  noteClusters();
}

/// Returns true if `text` can be made from `original` by removing characters.
static bool isShortened(llvm::StringRef text, llvm::StringRef original) {
  for (char each : original)
    if (!text.empty() && text.front() == each)
      text = text.drop_front();
  return text.empty();
}

/// Adds arguments of the starts to `clusters`. A cluster is an argument that is
/// several options in one, such as `-abc`. When some of the options are
/// removed, the shortened argument is a cluster, too.
void OptionsSearch::noteClusters() {
  std::set<std::string> shortened;
  for (const ProgramStart *start : {&request.passing, &request.failing})
    for (const std::string &argument : start->arguments)
      if (mayBeCluster(argument) &&
          llvm::any_of(clusters, [&](const std::string &cluster) {
            return isShortened(argument, cluster);
          }))
        shortened.insert(argument);
  clusters.merge(shortened);
}

void OptionsSearch::note(const OptionsCircumstance &circumstance,
                         const StageResult &result) {
  OptionsSummary &to = *summary;
  uint64_t left = leftBy(result, request.form);
  // A level is a step of the search, about one kind of elements, such as single
  // arguments. A level that made no run and removed nothing is not reported.
  if (result.tests.runs() != 0 || left != circumstance.elements())
    to.levels.push_back({circumstance.elementsName().str(),
                         circumstance.elements(), left, result.tests.runs()});
  to.minimality = provenBy(result, request.form);
}

/// Returns an error if the first runs of a level (a step of the search) show
/// that the same start does not always have the same outcome: if the failing
/// start did not fail, or the passing one failed.
llvm::Error OptionsSearch::checkResult(const ReductionResult &result) const {
  if (result.end == ReductionEnd::FullDoesNotFail)
    return failsOnlySometimes("the command line");
  if (result.end == ReductionEnd::EmptyFails &&
      request.form != SearchForm::Minimise)
    return passingFails(request.form);
  return llvm::Error::success();
}

llvm::Error OptionsSearch::runLevel(OptionsScope scope,
                                    const Algorithm &algorithm) {
  if (isOver)
    return llvm::Error::success();
  OptionsCircumstance circumstance(request.passing, request.failing,
                                   std::move(scope), request.surroundings);
  if (circumstance.elements() == 0)
    return llvm::Error::success();
  StageResult result;
  llvm::Error error = tests->reduce(result, circumstance, algorithm);
  note(circumstance, result);
  // A level is a step of the search, about one kind of elements. It has a
  // result only if at least one of its tests had the outcome FAIL.
  if (result.counts.fail != 0)
    take(circumstance, result);
  if (error)
    return error;
  isOver = result.endedEarly();
  return checkResult(result);
}

/// Returns true if the program still fails or passes as before when an argument
/// such as `-abc` is replaced by `-a -b -c`.
llvm::Expected<bool> OptionsSearch::isSameApart(const std::string &argument) {
  auto apart = [&](const ProgramStart &start) {
    ProgramStart result = start;
    result.arguments.clear();
    for (const std::string &each : start.arguments)
      if (each == argument)
        llvm::append_range(result.arguments, optionsOfCluster(each));
      else
        result.arguments.push_back(each);
    return result;
  };
  struct Expected {
    const ProgramStart &start;
    Outcome outcome;
  };
  for (const Expected &each : {Expected{request.failing, Outcome::Fail},
                               Expected{request.passing, Outcome::Pass}}) {
    if (!llvm::is_contained(each.start.arguments, argument))
      continue;
    llvm::Expected<Outcome> outcome = outcomeOf(apart(each.start));
    if (!outcome)
      return outcome.takeError();
    if (*outcome != each.outcome)
      return false;
  }
  return true;
}

/// Finds the arguments that are several options in one, as `-abc` is `-a -b
/// -c`.
llvm::Error OptionsSearch::findClusters() {
  std::set<std::string> candidates;
  for (const auto &[from, other] :
       {std::pair(&request.failing, &request.passing),
        std::pair(&request.passing, &request.failing)})
    for (const std::string &argument : from->arguments)
      if (mayBeCluster(argument) &&
          !llvm::is_contained(other->arguments, argument))
        candidates.insert(argument);
  for (const std::string &argument : candidates) {
    if (isOver || tests->noteLimit()) {
      isOver = true;
      return llvm::Error::success();
    }
    llvm::Expected<bool> isSame = isSameApart(argument);
    if (!isSame)
      return isSame.takeError();
    if (*isSame)
      clusters.insert(argument);
  }
  return llvm::Error::success();
}

/// Searches for files that can be hidden from the program, among the files that
/// the remaining arguments name.
llvm::Error OptionsSearch::minimiseFiles() {
  std::set<std::string> named;
  for (llvm::StringRef argument : request.failing.arguments) {
    named.insert(argument.str());
    named.insert(argument.split('=').second.str());
  }
  for (const NamedFile &file : request.surroundings.files)
    if (!named.contains(file.path))
      request.passing.missingFiles.erase(file.path);
  OptionsScope scope = wholeScope();
  scope.arguments = scope.variables = false;
  return runLevel(std::move(scope), request.algorithm);
}

/// Calls `run` for groups of arguments, then for single arguments, then for
/// parts of arguments, but for nothing finer than the user asked for. Before an
/// argument can be split into parts, it must be known whether it is several
/// options in one, so this is found out first.
llvm::Error
OptionsSearch::runGrains(llvm::function_ref<llvm::Error(ArgumentGrain)> run) {
  for (ArgumentGrain grain : {ArgumentGrain::Groups, ArgumentGrain::Arguments,
                              ArgumentGrain::Parts}) {
    if (grain > request.scope.grain)
      break;
    if (grain == ArgumentGrain::Parts)
      if (llvm::Error error = findClusters())
        return error;
    if (llvm::Error error = run(grain))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error OptionsSearch::minimise() {
  OptionsScope variables = wholeScope();
  variables.arguments = variables.files = false;
  if (llvm::Error error = runLevel(variables, request.algorithm))
    return error;
  if (request.scope.arguments)
    if (llvm::Error error = runGrains([&](ArgumentGrain grain) {
          return runLevel(onlyArguments(grain), request.algorithm);
        }))
      return error;
  if (llvm::Error error = minimiseFiles())
    return error;
  // Something may have been needed only because of something else that was
  // removed later. So the last step of the search tries once more to remove
  // each single argument, variable and file. It also proves that the result is
  // minimal.
  return runLevel(wholeScope(), singleRemovals);
}

/// Searches arguments, variables and files together: first with options and
/// their values as a whole, at last with parts of arguments.
llvm::Error OptionsSearch::narrow() {
  return runGrains([&](ArgumentGrain grain) {
    OptionsScope scope = wholeScope();
    scope.grain = grain;
    return runLevel(std::move(scope), request.algorithm);
  });
}

llvm::Error OptionsSearch::search() {
  if (llvm::Error error = checkEnds()) {
    // If the user has interrupted the search, the error may come from an
    // interrupted run, which says nothing about the program. So an
    // InterruptedError takes its place.
    if (!tests->stop.load())
      return error;
    llvm::consumeError(std::move(error));
    return llvm::make_error<InterruptedError>();
  }
  return request.form == SearchForm::Minimise ? minimise() : narrow();
}

/// Describes the failing start that a search has minimised. The search has
/// tested it with few variables, but the shell of the user has more. If one of
/// these hides the failure, the command line removes it. If the search ended
/// early (`isWhole` is false), no more tests are made. The command line then
/// removes what the user has removed from the environment of the program.
llvm::Error OptionsSearch::describeMinimised(bool isWhole) {
  TestedStart &failing =
      summary->failing.emplace(describedStart(request.failing, request));
  if (isWhole)
    return removeHidingVariables(failing, request, *tests);
  if (request.failing.variables != original.variables)
    removeMissingVariables(failing, request, original);
  return llvm::Error::success();
}

/// Lists what belongs to the result. If the search minimises, these are the
/// arguments, variables and files that the program needs to fail. Otherwise,
/// these are the differences between the failing and the passing start.
void OptionsSearch::noteNeeded() {
  OptionsScope scope = wholeScope();
  scope.grain = request.scope.grain;
  OptionsCircumstance circumstance(request.passing, request.failing, scope,
                                   request.surroundings);
  CircumstanceOracle oracle(circumstance, lanes, memory);
  Configuration full = Configuration::full(circumstance.elements());
  for (Element element : full.members()) {
    const OptionElement &words = circumstance.element(element);
    NeededOption needed;
    needed.kind = words.kind == OptionElement::Kind::Argument   ? "argument"
                  : words.kind == OptionElement::Kind::Variable ? "variable"
                                                                : "file";
    needed.text = words.failing;
    needed.passing = words.passing;
    needed.argument = words.argument;
    needed.without = oracle.known(full.without(element));
    summary->needed.push_back(std::move(needed));
  }
}

/// Runs the result again several times, and counts how often it fails as
/// expected. A maximised result is expected to pass instead.
llvm::Error OptionsSearch::repeatResult() {
  bool isMaximised = request.form == SearchForm::Maximise;
  const ProgramStart &start = isMaximised ? request.passing : request.failing;
  Outcome expected = isMaximised ? Outcome::Pass : Outcome::Fail;
  PlannedTest test = planTest(materialsOf(start, request.surroundings));
  for (unsigned i = 0;
       i < request.repeat && !request.budget.deadline.hasPassed(); ++i) {
    llvm::Expected<std::optional<TestedRun>> run = lanes.take(test);
    if (!run)
      return run.takeError();
    if (!*run)
      return llvm::Error::success();
    ++summary->repeated;
    summary->reproduced += (*run)->outcome == expected;
  }
  return llvm::Error::success();
}

/// Describes the result of the search in the summary.
llvm::Error OptionsSearch::conclude() {
  bool isWhole = !isOver && !summary->interrupted && summary->failure.empty();
  if (!isWhole)
    summary->minimality = Minimality::None;
  noteNeeded();
  if (request.form != SearchForm::Minimise && hasPassing)
    summary->passing = describedStart(request.passing, request);
  if (request.form == SearchForm::Isolate)
    summary->failing = describedStart(request.failing, request);
  if (request.form == SearchForm::Minimise)
    if (llvm::Error error = describeMinimised(isWhole))
      return error;
  return isWhole ? repeatResult() : llvm::Error::success();
}

llvm::Error OptionsSearch::run(OptionsSummary &found,
                               ReductionObserver &observer,
                               const std::atomic<bool> &stop) {
  summary = &found;
  tests.emplace(
      SearchTests{lanes, memory, request.budget, found, observer, stop});
  found.program = request.program;
  found.form = request.form;
  found.algorithm = request.algorithm.name.str();
  found.lanes = lanes.lanes();
  bool isMinimal =
      request.form == SearchForm::Minimise && request.scope.variables;
  found.base = isMinimal ? "minimal" : "current";
  found.original = describedStart(original, request);
  found.arguments = original.arguments.size();
  if (request.scope.variables)
    found.variables =
        differences(request.passing.variables, request.failing.variables);
  found.files = request.surroundings.files.size();
  llvm::Error error = search();
  // If an engine (the part of the tool that makes runs) fails, the smallest
  // start found so far is still the result.
  if (found.counts.fail != 0)
    error = noteReason<EngineError>(std::move(error), found.failure);
  if (error)
    return error;
  return conclude();
}
