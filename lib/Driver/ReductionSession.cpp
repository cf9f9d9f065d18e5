//===- ReductionSession.cpp - From a recorded case to its result ----------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Driver/ReductionSession.h"
#include "FirstCandidate.h"
#include "GuardedFlow.h"
#include "OutputDifference.h"
#include "ResultCheck.h"
#include "RunLimits.h"
#include "pinstripe/Driver/MemoryNeeds.h"
#include "pinstripe/Driver/ObserverChain.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Memory.h"
#include "pinstripe/Support/ShellQuote.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <numeric>

using namespace pinstripe;

/// If all of these are needed it takes a quarter of an hour to find out.
static constexpr size_t mostInstances = size_t(1) << 18;

/// Of the instances that the statements have left, what makes less than this
/// part is not tried as a whole: that would take longer than it is worth.
static constexpr size_t partsOfRest = 64;

/// Whether so many instances, should all of them be needed, can be tried one
/// by one in ten minutes. Rough on purpose, and not measured: the result must
/// not depend on how busy the machine is.
static bool endsSoon(size_t instances, size_t traceSize) {
  constexpr double testsPerInstance = 2.5;
  constexpr double secondsPerTest = 0.001;
  constexpr double secondsPerRecorded = 1e-9;
  constexpr double secondsPerExecuted = 40e-9;
  double test = secondsPerTest + secondsPerRecorded * traceSize +
                secondsPerExecuted * instances;
  return testsPerInstance * instances * test < 600;
}

static Granularity defaultGranularity(const Trace &trace,
                                      const EventSet &userPinned) {
  return trace.size() - userPinned.count() > mostInstances
             ? Granularity::Statement
             : Granularity::Instance;
}

/// What was certified, in the words of the formats that others read.
static std::string minimalityOf(Minimality minimality,
                                Granularity granularity) {
  std::string name = minimalityName(minimality).str();
  if (minimality != Minimality::OneMinimal ||
      granularity == Granularity::Instance)
    return name;
  bool isByUnit = granularity == Granularity::Statement;
  return name + " by " +
         (isByUnit ? "unit" : granularityName(granularity)).str();
}

/// For what a result that does not hold elsewhere lacks.
static constexpr uint64_t fewestGarbageTests = 200;

/// Writes each improvement into the case directory.
class ReductionSession::BestKeeper : public ReductionObserver {
public:
  explicit BestKeeper(ReductionSession &session) : session(session) {}

  llvm::Error bestImproved(const Configuration &configuration) override {
    if (!session.keeper)
      return llvm::Error::success();
    return session.keeper->improve(session.bestOf(configuration));
  }

private:
  ReductionSession &session;
};

/// None: the whole run.
static std::optional<EventSet> startOf(const SessionOptions &options) {
  if (!options.result)
    return std::nullopt;
  return options.result->events;
}

ReductionSession::ReductionSession(RecordedCase &recorded,
                                   const std::atomic<bool> &stop,
                                   SessionOptions theOptions,
                                   EventSet userPinned)
    : recorded(recorded), stop(stop), options(std::move(theOptions)),
      control(controlTreeOf(recorded)),
      elementMap(recorded.table, recorded.trace,
                 options.preferences.granularity.value_or(
                     defaultGranularity(recorded.trace, userPinned)),
                 startOf(options), withAncestors(userPinned, control.get()),
                 control.get()),
      mayRefine(!options.preferences.granularity), launch(recorded.launch),
      kept(recorded.trace.size()) {}

/// A predicate that does not hold may be due to what the hint says.
static llvm::Error withHint(llvm::Error error, const std::string &hint) {
  if (hint.empty())
    return error;
  return llvm::handleErrors(
      std::move(error), [&](const UsageError &usage) -> llvm::Error {
        return llvm::make_error<UsageError>(usage.message + "\n" + hint);
      });
}

llvm::Expected<std::unique_ptr<ReductionSession>>
ReductionSession::create(RecordedCase &recorded, const std::atomic<bool> &stop,
                         SessionOptions options) {
  llvm::Expected<EventSet> userPinned =
      options.result ? options.result->best.userPinned
                     : userPinnedEvents(options.preferences, recorded.table,
                                        recorded.trace);
  if (!userPinned)
    return userPinned.takeError();
  if (llvm::Error error =
          checkMemory(recorded.trace,
                      options.preferences.granularity.value_or(
                          defaultGranularity(recorded.trace, *userPinned)),
                      recorded.launch.flow, availableMemory()))
    return error;
  if (llvm::Error error =
          recordComputedStores(recorded, stop, options.lanes.say))
    return error;
  std::unique_ptr<ReductionSession> session(new ReductionSession(
      recorded, stop, std::move(options), std::move(*userPinned)));
  llvm::Expected<std::unique_ptr<Predicate>> predicate =
      createPredicate(recorded.theCase.predicate, recorded.observation,
                      recorded.directory.scratchDirectory(), &stop);
  if (!predicate)
    return withHint(predicate.takeError(), recorded.terminalHint);
  session->predicate = std::move(*predicate);
  if (!session->options.result) {
    auto stored = StoredTests::open(recorded, session->options.fresh,
                                    session->options.lanes.say);
    if (!stored)
      return stored.takeError();
    session->stored = std::move(*stored);
    session->keeper.emplace(recorded.directory);
  }
  limitRuns(session->launch, recorded);
  if (session->control) {
    ResultCheck check(recorded, session->launch, *session->predicate, stop);
    auto others = findOtherGarbage(recorded, session->launch, check,
                                   session->options.lanes.say);
    if (!others)
      return others.takeError();
    session->otherGarbage = std::move(*others);
  }
  session->oracle.emplace(
      OracleParts{*recorded.engine.engine, session->launch, recorded.trace,
                  session->elementMap, *session->predicate,
                  recorded.observation,
                  [&recorded] { return recorded.prepareRun(); },
                  session->stored.get(), session->otherGarbage,
                  [&recorded] { return recorded.directory.checkRoom(); }},
      chooseLanes(recorded, session->launch, session->options.lanes, stop));
  return session;
}

std::optional<EventSet>
ReductionSession::eventsOfRun(const Configuration &configuration) const {
  if (!oracle->lastTestIsNew())
    return std::nullopt;
  return elementMap.executedEvents(configuration);
}

static std::string describeEvent(const UnitTable &table, const Trace &trace,
                                 EventIndex index) {
  const StatementUnit &unit = table.unitOf(trace.event(index).entry);
  return "event " + std::to_string(static_cast<size_t>(index) + 1) + ", " +
         table.displayPath(unit.range.file) + ":" +
         std::to_string(unit.range.line) + ":" +
         std::to_string(unit.range.column) + " `" + unit.text + "`";
}

/// Why all events together do not show what the recorded run showed.
llvm::Error ReductionSession::explainFull() const {
  const RunResult &full = *oracle->lastResult();
  std::string text =
      recorded.launch.argument0 + ": executing " +
      (options.result ? "the events of the result" : "all recorded events") +
      " again does not reproduce the output\n";
  auto difference =
      firstDifference({recorded.observation, "recorded run"},
                      {full, options.result ? "the result" : "all events"});
  text += difference ? *difference
                     : "the outputs are the same, so the predicate itself "
                       "says something else the second time";
  if (const auto *diverged = std::get_if<Diverged>(&full.ending))
    if (diverged->event)
      text += "\nthey part during " +
              describeEvent(recorded.table, recorded.trace, *diverged->event);
  if (const auto *otherwise = std::get_if<DecidedOtherwise>(&full.ending))
    text += "\na condition decides otherwise: " +
            describeEvent(recorded.table, recorded.trace, otherwise->event);
  return llvm::make_error<ReproductionError>(
      text + "\nthe run may depend on time, addresses or uninitialised "
             "memory: try --poison stale, or leave out what differs");
}

/// In long runs statements go first, in as many tests as there are statements:
/// to record each instruction takes longer.
void ReductionSession::chooseFirstCandidate(const Algorithm &algorithm) {
  bool isShort = recorded.trace.size() <= mostInstances;
  // The papers' algorithms know of no candidates.
  if (!options.firstCandidate && options.startFromSlice && !options.result &&
      isShort && algorithm.groupsFirst)
    options.firstCandidate = sliceAsCandidate(recorded, stop);
}

/// What ends a reduction early costs nothing of it.
llvm::Error ReductionSession::withPlaceOfResult(llvm::Error error) const {
  if (!keeper || !(error.isA<FileError>() || error.isA<EngineError>()))
    return error;
  const std::string &folder = recorded.directory.path();
  const std::string hint =
      "\nthe best result so far is in " + folder + "; `pinstripe reduce -o " +
      quoteForShell(llvm::StringRef(folder)) + "` goes on from there";
  return llvm::handleErrors(
      std::move(error),
      [&](const FileError &file) -> llvm::Error {
        return llvm::make_error<FileError>(file.message + hint);
      },
      [&](const EngineError &engine) -> llvm::Error {
        return llvm::make_error<EngineError>(engine.message + hint);
      });
}

llvm::Error ReductionSession::run(const Algorithm &algorithm,
                                  ReductionObserver &observer) {
  start = std::chrono::steady_clock::now();
  chooseFirstCandidate(algorithm);
  BestKeeper best(*this);
  ObserverChain observers;
  observers.add(best);
  observers.add(observer);
  llvm::Error error = reduceElements(algorithm, observers);
  if (!error && mayRefine && result->end == ReductionEnd::Finished &&
      granularity() == Granularity::Statement)
    error = refine(algorithm, observers);
  oracle->closeLanes();
  if (error)
    return withPlaceOfResult(std::move(error));
  switch (result->end) {
  case ReductionEnd::FullDoesNotFail:
    return explainFull();
  case ReductionEnd::EmptyFails:
    return explainEmpty();
  case ReductionEnd::Finished:
  case ReductionEnd::Interrupted:
  case ReductionEnd::Enough:
    return finish();
  }
  return llvm::Error::success();
}

llvm::Error ReductionSession::explainEmpty() const {
  size_t events = recorded.trace.size();
  size_t userPinned = elementMap.userPinnedEvents().count();
  if (userPinned != 0)
    return llvm::make_error<NothingToReduceError>(
        "nothing to reduce: the " + llvm::Twine(userPinned) +
        " statement instances that are kept at your wish make the output "
        "without any of the other " +
        llvm::Twine(events - userPinned) + "; keep fewer of them");
  return llvm::make_error<NothingToReduceError>(
      "nothing to reduce: the output is the same without any of the " +
      llvm::Twine(events) +
      " recorded statement instances, so code that is not traced makes "
      "it; ask for more of the output with a stricter predicate");
}

/// Of what the best configuration executes, without what the user has pinned.
EventSet ReductionSession::leftToReduce() const {
  EventSet left = elementMap.executedEvents(result->best);
  left.reset(elementMap.userPinnedEvents());
  return left;
}

/// Goes on with the instances of the statements that are left, if that comes
/// to an end. If not, what can't be told apart goes by statement again.
llvm::Error ReductionSession::refine(const Algorithm &algorithm,
                                     ReductionObserver &observer) {
  Granularity next = Granularity::Instance;
  EventSet left = leftToReduce();
  while (next == Granularity::Instance &&
         !endsSoon(left.count(), recorded.trace.size())) {
    if (!algorithm.groupsFirst || recorded.trace.size() > largestGroupedTrace)
      return llvm::Error::success();
    // Large parts of the run may be of no interest: all but the last rounds of
    // a loop.
    size_t before = left.count();
    if (llvm::Error error = reduceRest(groupsAlone, observer, next, left))
      return error;
    if (result->endedEarly())
      return llvm::Error::success();
    left = leftToReduce();
    if (left.count() > before / 2)
      next = Granularity::Statement;
  }
  return reduceRest(algorithm, observer, next, left);
}

/// With elements among the events that former stages have left.
llvm::Error ReductionSession::reduceRest(const Algorithm &algorithm,
                                         ReductionObserver &observer,
                                         Granularity granularity,
                                         const EventSet &left) {
  bool isRough = !algorithm.create;
  size_t smallest = isRough
                        ? std::max(smallestGroup, left.count() / partsOfRest)
                        : smallestGroup;
  elementMap = ElementMap(recorded.table, recorded.trace, granularity, left,
                          elementMap.userPinnedEvents(), control.get());
  oracle->elementsChanged();
  return reduceElements(algorithm, observer, smallest);
}

/// With the elements as they are. That all of them FAIL and none of them do
/// not is known to the oracle where these are what a former stage has left.
llvm::Error ReductionSession::reduceElements(const Algorithm &algorithm,
                                             ReductionObserver &observer,
                                             size_t smallest) {
  std::vector<ElementGroup> groups;
  if (algorithm.groupsFirst)
    groups = coarseGroups(recorded.table, recorded.trace, elementMap, smallest);
  ReductionOptions further;
  further.fixpoint = options.fixpoint;
  std::optional<ElementTree> tree;
  if (algorithm.groupsFirst)
    tree = elementMap.tree();
  if (tree)
    tree->smallest = std::max(tree->smallest, smallest);
  further.tree = tree ? &*tree : nullptr;
  if (std::optional<EventSet> candidate =
          std::exchange(options.firstCandidate, std::nullopt))
    further.firstCandidate = elementMap.configurationOf(
        withCauses(std::move(*candidate), recorded.trace, control.get()));
  further.isEnough = [this](const Configuration &best) {
    return isEnough(best);
  };
  llvm::Expected<ReductionResult> reduced = reduce(
      elementMap.size(), algorithm, *oracle, observer, stop, groups, further);
  if (!reduced)
    return reduced.takeError();
  cached += reduced->counts.cached;
  result = std::move(*reduced);
  if (result->minimality != Minimality::None)
    proof = {granularity(), result->minimality,
             elementMap.executedEvents(result->best).count()};
  return llvm::Error::success();
}

bool ReductionSession::isEnough(const Configuration &best) {
  const ReductionBudget &budget = options.budget;
  std::chrono::duration<double> elapsed =
      std::chrono::steady_clock::now() - start;
  if (budget.tests && oracle->runSeconds().size() >= *budget.tests)
    exhausted = "--max-tests";
  else if (budget.seconds && elapsed.count() >= *budget.seconds)
    exhausted = "--max-time";
  else if (budget.size && best.count() <= *budget.size)
    exhausted = "--stop-at";
  return !exhausted.empty();
}

BestResult ReductionSession::bestOf(const Configuration &configuration) const {
  BestResult best;
  best.tests = oracle->tally().distinct;
  best.userPinned = elementMap.userPinnedEvents();
  best.granularity = granularityName(granularity()).str();
  best.predicate = recorded.theCase.predicate;
  best.unrecordedCalls = recorded.launch.unrecordedCalls;
  best.flow = recorded.launch.flow;
  if (!elementMap.hasWholeStatements()) {
    best.kept = elementMap.executedEvents(configuration);
    return best;
  }
  best.kept.resize(recorded.trace.size());
  best.keptUnits.resize(recorded.table.units.size());
  for (unsigned entry : elementMap.entriesOf(configuration).set_bits())
    best.keptUnits.set(
        static_cast<unsigned>(recorded.table.entries[entry].unit));
  return best;
}

llvm::Error ReductionSession::finish() {
  kept = elementMap.executedEvents(result->best);
  if (!result->endedEarly())
    if (llvm::Error error = checkResult())
      return error;
  if (!keeper)
    return llvm::Error::success();
  BestResult best = bestOf(result->best);
  best.minimality = minimality();
  best.granularity = granularityName(provenGranularity()).str();
  return result->endedEarly() ? keeper->improve(best) : keeper->finish(best);
}

/// Executes it again, as it was and over other garbage.
llvm::Error ReductionSession::checkResult() {
  ResultCheck check(recorded, launch, *predicate, stop);
  auto again = check.repeat(kept, recorded.theCase.repeat);
  if (!again)
    return again.takeError();
  repeated = *again;
  if (!repeated || repeated->differ())
    return llvm::Error::success();
  // In guarded flow each test has looked at other garbage.
  if (!otherGarbage.empty()) {
    garbage = GarbageFinding();
    return llvm::Error::success();
  }
  uint64_t mostTests = std::max(fewestGarbageTests, oracle->tally().distinct);
  auto elsewhere = check.tryOtherGarbage(kept, mostTests);
  if (!elsewhere)
    return elsewhere.takeError();
  garbage = std::move(*elsewhere);
  return llvm::Error::success();
}

/// Nothing has been removed since the latest stage that had an end.
bool ReductionSession::holdsProof() const {
  return result->minimality == Minimality::None && proof &&
         proof->kept == kept.count();
}

Granularity ReductionSession::provenGranularity() const {
  return holdsProof() ? proof->granularity : granularity();
}

/// Nothing is certified by outcomes that change.
std::string ReductionSession::minimality() const {
  bool isFlaky = repeated && repeated->differ();
  Minimality minimality = isFlaky        ? Minimality::None
                          : holdsProof() ? proof->minimality
                                         : result->minimality;
  return minimalityOf(minimality, provenGranularity());
}

static double quantileMilliseconds(std::vector<double> seconds, double part) {
  if (seconds.empty())
    return 0;
  llvm::sort(seconds);
  auto index = static_cast<size_t>(part * (seconds.size() - 1) + 0.5);
  return 1000 * seconds[index];
}

ReductionSummary ReductionSession::summary() const {
  ReductionSummary summary{"",
                           describeCase(recorded),
                           recorded.engine.description,
                           recorded.table,
                           recorded.trace,
                           kept};
  summary.minimality = minimality();
  summary.granularity = granularityName(provenGranularity()).str();
  summary.provenNeeded = result->provenNeeded;
  summary.elements = result->best.count();
  if (result->minimality == Minimality::None && proof && !holdsProof())
    summary.provenBefore = {minimalityOf(proof->minimality, proof->granularity),
                            proof->kept};
  summary.userPinned = elementMap.userPinnedEvents();
  if (control)
    summary.guards = guardsOf(kept, *control, recorded.trace);
  summary.repeated = repeated;
  summary.garbage = garbage;
  if (result->largestPassing)
    summary.largestPassing = elementMap.executedEvents(*result->largestPassing);
  summary.interrupted = result->interrupted();
  summary.exhausted = exhausted;
  summary.isFixpoint = result->isFixpoint;
  summary.rounds = result->rounds;
  summary.tests = oracle->tally();
  summary.tests.cached += cached;
  std::vector<double> seconds = oracle->runSeconds().vec();
  summary.time.recordSeconds = recorded.recordSeconds;
  summary.time.testsSeconds =
      std::accumulate(seconds.begin(), seconds.end(), 0.0);
  summary.time.lanes = oracle->lanes();
  summary.time.unusedRuns = oracle->unusedRuns();
  summary.time.medianTestMilliseconds = quantileMilliseconds(seconds, 0.5);
  summary.time.p95TestMilliseconds = quantileMilliseconds(seconds, 0.95);
  return summary;
}
