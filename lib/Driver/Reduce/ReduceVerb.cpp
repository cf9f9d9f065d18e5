// Implements `pinstripe reduce`: reduces a recorded run to the events that its
// output needs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An event is one execution of a statement.

#include "pinstripe/Driver/Reduce/ReduceVerb.h"
#include "Reduce/DependencePrior.h"
#include "Reduce/MissingEvents.h"
#include "Reduce/PoisonCheck.h"
#include "Reduce/Preparation.h"
#include "Reduce/ReductionRefusal.h"
#include "Reduce/RunStructure.h"
#include "Slice/ExecutableSlice.h"
#include "pinstripe/Case/CaseWords.h"
#include "pinstripe/Case/RunLimits.h"
#include "pinstripe/Circumstance/SearchBudget.h"
#include "pinstripe/Driver/Reduce/MemoryNeeds.h"
#include "pinstripe/Driver/Reduce/ObserverChain.h"
#include "pinstripe/Result/Text.h"
#include "pinstripe/Support/AvailableMemory.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/NotedError.h"
#include "pinstripe/Support/ShellQuote.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include <algorithm>

using namespace pinstripe;

/// After a reduction by statement, the next stage may try to remove only groups
/// of instances (executions of statements). It tries no group with less than 1
/// / partsOfRest of the instances that are left.
static constexpr size_t partsOfRest = 64;

/// Returns true if this number of instances can be reduced one by one within
/// ten minutes, even if all of them are needed. The estimate is rough. It must
/// not use measured times, because the result of a reduction must not depend on
/// how busy the machine is.
static bool endsSoon(size_t instances, size_t traceSize) {
  constexpr double testsPerInstance = 2.5;
  constexpr double secondsPerTest = 0.001;
  constexpr double secondsPerRecorded = 1e-9;
  constexpr double secondsPerExecuted = 40e-9;
  double test = secondsPerTest + secondsPerRecorded * traceSize +
                secondsPerExecuted * instances;
  return testsPerInstance * instances * test < 600;
}

/// The smallest limit on the number of tests in a search for missing events. If
/// the reduction made more tests, their number is the limit. Missing events
/// must be added to a result that does not reproduce the output with another
/// poison (a pattern that is written into unset memory).
static constexpr uint64_t minPoisonTests = 200;

/// Writes each result that is smaller than all results before into the case
/// directory. As soon as there is a result, runs end at the deadline.
class ReduceVerb::BestResultWriter : public ReductionObserver {
public:
  explicit BestResultWriter(ReduceVerb &verb) : verb(verb) {}

  llvm::Error bestImproved(const Configuration &configuration) override {
    if (!verb.timed)
      verb.timed.emplace(verb.runner, verb.deadline);
    if (!verb.writer)
      return llvm::Error::success();
    return verb.writer->improve(verb.bestOf(configuration));
  }

private:
  ReduceVerb &verb;
};

/// Returns the control tree of the recorded run, which tells on which decision
/// or call each event depends. Returns null in trace flow, where the recording
/// decides what is executed, since only guarded flow, where conditions must
/// decide as recorded, needs the tree.
static std::unique_ptr<ControlTree> controlTreeOf(const RecordedCase &recorded,
                                                  Flow flow) {
  if (flow == Flow::Trace)
    return nullptr;
  return std::make_unique<ControlTree>(
      UnitGraph(recorded.table, recorded.trace), recorded.trace);
}

static LaunchSpec launchOf(const RecordedCase &recorded,
                           const CaseRunner &runner,
                           const ReductionRequest &request) {
  LaunchSpec launch = partialLaunch(recorded, runner);
  launch.flow = request.flow;
  launch.unrecordedCalls = request.unrecordedCalls;
  return launch;
}

ReduceVerb::ReduceVerb(const RunnableCase &runnable,
                       ReductionRequest theRequest, EventSet userPinned)
    : RunnableCase(runnable), request(std::move(theRequest)),
      control(controlTreeOf(recorded, request.flow)),
      elementMap(recorded.table, recorded.trace,
                 request.preferences.granularity.value_or(
                     defaultGranularity(recorded.trace, userPinned)),
                 request.result ? std::optional(request.result->events)
                                : std::nullopt,
                 control ? withCauses(userPinned, recorded.trace, control.get())
                         : userPinned,
                 control.get()),
      mayRefine(!request.preferences.granularity),
      launch(launchOf(recorded, runner, request)), kept(recorded.trace.size()) {
}

llvm::Expected<std::unique_ptr<ReduceVerb>>
ReduceVerb::create(const RunnableCase &runnable, ReductionRequest request) {
  const RecordedCase &recorded = runnable.recorded;
  llvm::Expected<EventSet> userPinned =
      request.result ? request.result->best.userPinned
                     : userPinnedEvents(request.preferences, recorded.table,
                                        recorded.trace);
  if (!userPinned)
    return userPinned.takeError();
  if (llvm::Error error =
          checkMemory(recorded.trace,
                      request.preferences.granularity.value_or(
                          defaultGranularity(recorded.trace, *userPinned)),
                      request.flow, availableMemory()))
    return error;
  std::unique_ptr<ReduceVerb> verb(
      new ReduceVerb(runnable, std::move(request), std::move(*userPinned)));
  if (llvm::Error error = verb->prepare())
    return error;
  return verb;
}

/// Makes the runs that a reduction needs before its first test, and opens the
/// tests that earlier reductions have stored.
llvm::Error ReduceVerb::prepare() {
  const auto &say = request.lanes.say;
  if (llvm::Error error = findComputedStores(*this, launch, say)
                              .moveInto(launch.computedStores))
    return error;
  llvm::Expected<std::unique_ptr<Predicate>> created =
      createPredicate(request.predicate, recorded.observation,
                      recorded.directory.scratchDirectory(), &stop);
  if (!created)
    // The predicate (the condition for runs) does not hold even for the
    // recorded run. If the recorded case has a hint about the reason, the hint
    // is added to the message.
    return amend<UsageError>(created.takeError(),
                             (recorded.terminalHint.empty() ? "" : "\n") +
                                 recorded.terminalHint);
  predicate = std::move(*created);
  if (!request.result) {
    auto opened = StoredTests::open(
        recorded, conditionsOf(recorded, runner, launch, request.predicate),
        request.fresh, say);
    if (!opened)
      return opened.takeError();
    stored = std::move(*opened);
    writer.emplace(recorded.directory);
  }
  // Guarded flow makes each test with several poisons: patterns that are
  // written into unset memory. Trace flow does so only if the output is a crash
  // (--same-crash), to show that the crash is not caused by a poison.
  if (control || request.predicate.sameCrash) {
    PoisonCheck check(*this, launch, *predicate);
    llvm::Expected<OtherPoisons> found =
        findOtherPoisons(recorded, launch, check, say);
    if (!found)
      return found.takeError();
    otherPoisons = std::move(found->launches);
    comparesDecisions = found->decideAlike;
  }
  oracle.emplace(OracleParts{runner, launch, recorded.trace, elementMap,
                             *predicate, recorded.observation, stored.get(),
                             otherPoisons, comparesDecisions,
                             &request.predicate, &recorded.table},
                 chooseLanes(*this, launch, request.lanes));
  return llvm::Error::success();
}

std::optional<EventSet>
ReduceVerb::eventsOfRun(const Configuration &configuration) const {
  if (!oracle->lastTestIsNew())
    return std::nullopt;
  return elementMap.executedEvents(configuration);
}

/// If the run is short, makes a dynamic slice (the events on which the output
/// depends), which the reduction tests first, and in guarded flow also a larger
/// one that can be executed alone. Makes none if the run is long: then it takes
/// less time to begin by removing whole statements, with only as many tests as
/// there are statements.
void ReduceVerb::chooseFirstCandidate(const Algorithm &algorithm) {
  bool isShort = recorded.trace.size() <= maxInstances;
  // Published algorithms get no slice to test first: they make exactly the
  // tests that their papers describe.
  if (!request.firstCandidates.empty() || !request.startFromSlice ||
      request.result || !isShort || !algorithm.groupsFirst)
    return;
  auto output = findOutputDependences(*this, request.predicate);
  if (!output)
    return;
  request.firstCandidates.push_back(sliceAsCandidate(*output, request.flow));
  if (control)
    request.firstCandidates.push_back(
        executableSlice(request.firstCandidates.front(), output->run.graph,
                        recorded.table, recorded.trace, *control));
  if (algorithm.createFrom && granularity() == Granularity::Instance)
    useDependences(*output);
}

/// Passes the recorded dependences on to the reduction algorithm, which tries
/// first to remove events on which the output does not depend. Also passes them
/// on to the oracle, which can then tell the events whose values a failed test
/// lacked.
void ReduceVerb::useDependences(const OutputDependences &output) {
  missing = missingEventsFor(output, recorded, control.get());
  oracle->useMissing(*missing);
  prior = priorOf(output, *missing, recorded, elementMap, control.get());
}

/// Completes the message of an error that ends the reduction: adds where the
/// best result so far is stored.
llvm::Error ReduceVerb::withPlaceOfResult(llvm::Error error) const {
  if (!writer)
    return error;
  const std::string &folder = recorded.directory.path();
  return amend<FileError, EngineError>(
      std::move(error),
      "\nthe best result so far is in " + folder + "; `pinstripe reduce -o " +
          quoteForShell(llvm::StringRef(folder)) + "` goes on from there");
}

/// Handles an error that ends the search. If the time is up, stores that as the
/// limit which has ended the search. If the search has found a result that is
/// smaller than the whole run, stores the error in `failure` as the reason why
/// the search did not continue. Otherwise returns the error.
llvm::Error ReduceVerb::noteFailure(llvm::Error error) {
  if (timed && error.isA<TimeUpError>()) {
    llvm::consumeError(std::move(error));
    exhausted = BudgetLimit::Time;
    return llvm::Error::success();
  }
  error = withPlaceOfResult(std::move(error));
  bool hasResult = result && result->endedEarly() &&
                   result->best.count() < result->best.universe();
  return hasResult
             ? noteReason<FileError, EngineError>(std::move(error), failure)
             : std::move(error);
}

ReduceVerb::~ReduceVerb() = default;

llvm::Error ReduceVerb::run(const Algorithm &algorithm,
                            ReductionObserver &observer) {
  auto end = llvm::make_scope_exit([this] { timed.reset(); });
  chooseFirstCandidate(algorithm);
  // Published algorithms must make exactly the tests that their papers
  // describe. So early endings of similar runs don't replace tests of these
  // algorithms.
  if (algorithm.groupsFirst)
    oracle->useEarlyEndings();
  BestResultWriter best(*this);
  ObserverChain observers;
  observers.add(best);
  observers.add(observer);
  llvm::Error error = reduceElements(algorithm, observers);
  if (!error && mayRefine && result->end == ReductionEnd::Finished &&
      granularity() == Granularity::Statement)
    error = refine(algorithm, observers);
  oracle->closeLanes();
  if (error)
    error = noteFailure(std::move(error));
  if (error)
    return error;
  switch (result->end) {
  case ReductionEnd::FullDoesNotFail:
    return explainFull(recorded, *oracle->lastResult(),
                       request.result.has_value());
  case ReductionEnd::EmptyFails:
    return explainEmpty(recorded, elementMap.userPinnedEvents().count());
  case ReductionEnd::Finished:
  case ReductionEnd::Interrupted:
  case ReductionEnd::Enough:
  case ReductionEnd::Failed:
    return finish();
  }
  return llvm::Error::success();
}

/// Returns the events that the reduction may still remove: the events that the
/// best result so far executes, without those that the user wants to keep.
EventSet ReduceVerb::leftToReduce() const {
  EventSet left = elementMap.executedEvents(result->best);
  left -= elementMap.userPinnedEvents();
  return left;
}

/// Continues the reduction after the stage that removed whole statements. If it
/// does not take too long, tries to remove each of the remaining instances
/// (executions of statements) on its own. Otherwise tries to remove large parts
/// of the run, until few enough instances remain. If an attempt at large parts
/// removes less than half of the events, gives up trying instances, and reduces
/// by statement once more.
llvm::Error ReduceVerb::refine(const Algorithm &algorithm,
                               ReductionObserver &observer) {
  Granularity next = Granularity::Instance;
  EventSet left = leftToReduce();
  while (next == Granularity::Instance &&
         !endsSoon(left.count(), recorded.trace.size())) {
    if (!algorithm.groupsFirst || recorded.trace.size() > largestGroupedTrace)
      return llvm::Error::success();
    // Too many instances are left to try them one by one. But perhaps large
    // parts of the run are not needed, such as all iterations of a loop except
    // for the last ones. So this stage tries only groups.
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

/// Reduces the events in `left`, which earlier stages have not removed.
/// `granularity` says which events are removed together.
llvm::Error ReduceVerb::reduceRest(const Algorithm &algorithm,
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

/// Reduces the elements (removable parts of the run) of `elementMap`. If these
/// elements are the result of an earlier stage, two outcomes are known without
/// a test: all elements together reproduce the output, and the empty set does
/// not.
llvm::Error ReduceVerb::reduceElements(const Algorithm &algorithm,
                                       ReductionObserver &observer,
                                       size_t smallest) {
  std::vector<ElementGroup> groups;
  if (algorithm.groupsFirst)
    groups = coarseGroups(recorded.table, recorded.trace, elementMap, smallest);
  ReductionOptions further;
  further.fixpoint = request.fixpoint;
  std::optional<ElementTree> tree;
  if (algorithm.groupsFirst)
    tree = elementMap.tree();
  if (tree)
    tree->smallest = std::max(tree->smallest, smallest);
  further.tree = tree ? &*tree : nullptr;
  further.prior = prior ? &*prior : nullptr;
  for (EventSet &candidate : std::exchange(request.firstCandidates, {}))
    further.firstCandidates.push_back(elementMap.configurationOf(
        withCauses(std::move(candidate), recorded.trace, control.get())));
  further.isEnough = [this](const Configuration &best) {
    exhausted = exhaustedBudget(best);
    return exhausted.has_value();
  };
  result.emplace();
  llvm::Error error = reduce(*result, elementMap.size(), algorithm, *oracle,
                             observer, stop, groups, further);
  cached += result->counts.cached;
  if (error)
    return error;
  if (result->minimality != Minimality::None)
    proof = {{result->minimality, granularity()},
             elementMap.executedEvents(result->best).count()};
  return llvm::Error::success();
}

std::optional<BudgetLimit>
ReduceVerb::exhaustedBudget(const Configuration &best) const {
  const ReductionBudget &budget = request.budget;
  if (auto limit = SearchBudget{budget.tests, deadline}.reachedBy(
          oracle->runSeconds().size()))
    return limit;
  if (budget.size && best.count() <= *budget.size)
    return BudgetLimit::Size;
  return std::nullopt;
}

BestResult ReduceVerb::bestOf(const Configuration &configuration) const {
  BestResult best;
  best.tests = oracle->tally().distinct;
  best.userPinned = elementMap.userPinnedEvents();
  best.certificate.granularity = granularity();
  best.predicate = request.predicate;
  best.unrecordedCalls = request.unrecordedCalls;
  best.flow = request.flow;
  best.isStep = request.isStep;
  if (!elementMap.hasWholeStatements()) {
    best.kept = elementMap.executedEvents(configuration);
    return best;
  }
  best.kept = EventSet(recorded.trace.size());
  best.keptUnits = UnitSet(recorded.table.units.size());
  EntrySet entries = elementMap.entriesOf(configuration);
  for (EntryId entry : entries)
    best.keptUnits.insert(recorded.table.entry(entry).unit);
  return best;
}

llvm::Error ReduceVerb::finish() {
  kept = elementMap.executedEvents(result->best);
  // If the time ends during this check, the result is shown without it.
  if (!result->endedEarly())
    if (llvm::Error error =
            llvm::handleErrors(checkResult(), [](const TimeUpError &) {}))
      return error;
  // After an error, nothing is written: the case directory already holds the
  // best result, and the error may be about this directory.
  if (!writer || !failure.empty())
    return llvm::Error::success();
  BestResult best = bestOf(result->best);
  best.certificate = certificate();
  return result->endedEarly() ? writer->improve(best) : writer->finish(best);
}

/// Executes the result of the reduction again: with the poison of the tests,
/// and with another poison. A poison is a pattern written into unset memory.
llvm::Error ReduceVerb::checkResult() {
  PoisonCheck check(*this, launch, *predicate);
  if (llvm::Error error =
          check.repeat(kept, recorded.theCase.repeat).moveInto(repeated))
    return error;
  if (!repeated || repeated->differ())
    return llvm::Error::success();
  // If there are `otherPoisons` (other patterns for unset memory), all tests
  // were made with them, too. So the result needs no further check with another
  // poison.
  if (!otherPoisons.empty()) {
    poisonFinding = PoisonFinding();
    return llvm::Error::success();
  }
  uint64_t maxTests = std::max(minPoisonTests, oracle->tally().distinct);
  if (llvm::Error error =
          check.tryOtherPoison(kept, maxTests).moveInto(poisonFinding))
    return error;
  return llvm::Error::success();
}

llvm::Expected<ReductionSummary>
pinstripe::reduceCase(const RunnableCase &runnable, ReductionRequest request,
                      llvm::StringRef step, const ProgressListener &listener) {
  request.isStep = true;
  auto verb = ReduceVerb::create(runnable, std::move(request));
  if (!verb)
    return verb.takeError();
  ProgressObserver progress(step, listener);
  if (llvm::Error error = (*verb)->run(allAlgorithms().front(), progress))
    return error;
  return (*verb)->summary();
}
