// Tests whether some events of a run are enough to reproduce its output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Reduce/PartialExecutionOracle.h"
#include "Reduce/MissingEvents.h"
#include "pinstripe/Predicate/Difference.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/ScopeExit.h"
#include <chrono>

using namespace pinstripe;

/// The number of runs that are planned for each lane (a thread that makes
/// runs): the run that the lane is making, and those that it makes next while
/// the reduction still waits for a long run of another lane.
static constexpr size_t plansPerLane = 4;

PartialExecutionOracle::PartialExecutionOracle(const OracleParts &parts,
                                               LaneChoice laneChoice)
    : parts(parts), choice(std::move(laneChoice)) {
  assert((choice.lanes == 1 || choice.factory) && "nothing makes the lanes");
}

LaneRun PartialExecutionOracle::plan(const Configuration &candidate) const {
  EventSet included = parts.elements.executedEvents(candidate);
  ConfigurationDigest digest = digestOf(included.bitVector());
  return {{digest.low, digest.high}, std::move(included)};
}

const LaneRun &PartialExecutionOracle::planOf(const Configuration &candidate) {
  auto [place, isNew] = plans.try_emplace(candidate.digest());
  if (isNew)
    place->second = plan(candidate);
  return place->second;
}

llvm::Expected<Outcome>
PartialExecutionOracle::test(const Configuration &candidate) {
  LaneRun planned = ahead ? planOf(candidate) : plan(candidate);
  const KeptReason *answer = answerFor(planned);
  lastIsNew = !answer;
  if (answer) {
    ++counts.cached;
    return cache.try_emplace(planned.key, *answer).first->second.outcome;
  }
  if (auto stored = storedOutcome(planned.key)) {
    llvm::Expected<KeptReason> reason = storedReason(planned, *stored);
    if (!reason)
      return reason.takeError();
    ++counts.stored;
    accept(planned, std::move(*reason), stored->endedDuring);
    return stored->outcome;
  }
  return run(planned);
}

/// Returns the outcome of a test if earlier tests tell it; null if the test has
/// to be made.
const KeptReason *
PartialExecutionOracle::answerFor(const LaneRun &planned) const {
  if (auto found = cache.find(planned.key); found != cache.end())
    return &found->second;
  return early ? early->find(planned.included) : nullptr;
}

std::optional<StoredTests::Known>
PartialExecutionOracle::storedOutcome(const RunKey &key) const {
  if (!parts.stored || counts.distinct == 0)
    return std::nullopt;
  return parts.stored->find(key);
}

/// Returns the outcome of a stored test with its reason, as the test had them
/// when it was made. As in describeLast(), a run of very many events has no
/// text.
llvm::Expected<KeptReason>
PartialExecutionOracle::storedReason(const LaneRun &planned,
                                     const StoredTests::Known &test) const {
  KeptReason reason{test.outcome, test.cause};
  if (test.outcome != Outcome::Fail && hasText(planned))
    if (llvm::Error error = parts.stored->reasonOf(test).moveInto(reason.text))
      return error;
  return reason;
}

/// Returns true if a test that does not reproduce the output gets a text for
/// whyNot(). A result with very many reasons would not be read, so a run of
/// very many events gets none.
bool PartialExecutionOracle::hasText(const LaneRun &planned) const {
  return parts.output && planned.included.count() <= maxEventsWithReasons;
}

llvm::Expected<Outcome> PartialExecutionOracle::run(const LaneRun &planned) {
  llvm::Expected<std::optional<FinishedRun>> run =
      execute(planned, parts.launch);
  if (!run)
    return run.takeError();
  // An interrupt has prevented the run. The interrupt also ends the search, so
  // this outcome is not used.
  if (!*run)
    return Outcome::Unresolved;
  result = std::move((*run)->result);
  executedSeconds += (*run)->seconds;
  auto start = std::chrono::steady_clock::now();
  llvm::Expected<Outcome> outcome = judgeLast();
  // A test may consist of several runs with different poisons (patterns in
  // unset memory). The first run tells how similar tests end only if it does
  // not reproduce the output. If it does, the outcome depends on the other
  // runs, too.
  std::optional<EventIndex> endedDuring;
  if (outcome && *outcome != Outcome::Fail)
    endedDuring = eventAtEarlyEnd(result->ending);
  if (!outcome)
    return outcome.takeError();
  if (*outcome == Outcome::Fail) {
    llvm::Expected<std::optional<Outcome>> poisoned = runPoisoned(planned);
    if (!poisoned)
      return poisoned.takeError();
    if (!*poisoned)
      return Outcome::Unresolved;
    outcome = **poisoned;
  }
  std::chrono::duration<double> further =
      std::chrono::steady_clock::now() - start;
  seconds.push_back((*run)->seconds + further.count());
  KeptReason tested{*outcome, causeOf(result->ending),
                    describeLast(planned, *outcome)};
  if (llvm::Error error = store(planned, tested, endedDuring))
    return error;
  accept(planned, std::move(tested), endedDuring);
  return *outcome;
}

/// Repeats a run that has reproduced the output with further poisons (patterns
/// in unset memory). Ends with the first run that does not reproduce the
/// output, or that shows that a statement compared poison. Returns nullopt if
/// an interrupt has prevented a run.
llvm::Expected<std::optional<Outcome>>
PartialExecutionOracle::runPoisoned(const LaneRun &planned) {
  std::vector<LaneRun> runs;
  for (const LaunchSpec &launch : parts.alsoUnder) {
    LaneRun run = planned;
    run.key.first += 1 + runs.size();
    run.poison = launch.poison;
    runs.push_back(std::move(run));
  }
  bool usesLanes = ahead && ahead->isReady();
  uint64_t decisions = result->decisions;
  if (usesLanes)
    ahead->begin(runs);
  taken = planned.key;
  auto end = llvm::make_scope_exit([&] {
    taken.reset();
    if (usesLanes)
      ahead->release(runs);
  });
  for (size_t i = 0; i != runs.size(); ++i) {
    auto run = execute(runs[i], parts.alsoUnder[i]);
    if (!run)
      return run.takeError();
    if (!*run)
      return std::nullopt;
    result = std::move((*run)->result);
    llvm::Expected<Outcome> outcome = judgeLast();
    if (!outcome)
      return outcome.takeError();
    if (*outcome != Outcome::Fail)
      return *outcome;
    if (parts.comparesDecisions && result->decisions != decisions) {
      result->ending = DecidedOtherwise();
      return Outcome::Unresolved;
    }
  }
  return Outcome::Fail;
}

/// Returns a text for whyNot(): how the output of the latest run differed from
/// the recorded output, or how the run ended. Returns an empty text if the test
/// gets none (see hasText()).
std::string PartialExecutionOracle::describeLast(const LaneRun &planned,
                                                 Outcome outcome) const {
  if (outcome == Outcome::Fail || !hasText(planned))
    return "";
  if (outcome == Outcome::Pass)
    return describeDifference(*parts.output, parts.recorded, *result);
  return parts.table ? describeEnding(result->ending, *parts.table)
                     : describeEnding(result->ending);
}

std::optional<KeptReason>
PartialExecutionOracle::whyNot(const Configuration &candidate) const {
  auto found = cache.find(plan(candidate).key);
  if (found == cache.end() || found->second.outcome == Outcome::Fail)
    return std::nullopt;
  return found->second;
}

std::vector<Element>
PartialExecutionOracle::lacking(const Configuration &candidate,
                                const Configuration &enough) {
  if (!missing)
    return {};
  LaneRun run = plan(candidate);
  auto place = places.find(run.key);
  EventSet events = missing->find(
      run.included, parts.elements.executedEvents(enough),
      place == places.end() ? std::nullopt : std::optional(place->second));
  Configuration lacking =
      parts.elements.configurationOf(events).without(candidate);
  return {lacking.members().begin(), lacking.members().end()};
}

llvm::Expected<Outcome> PartialExecutionOracle::judgeLast() {
  return parts.runner.judge(parts.predicate, parts.recorded, *result);
}

llvm::Error
PartialExecutionOracle::store(const LaneRun &planned, const KeptReason &tested,
                              std::optional<EventIndex> endedDuring) {
  // If the user presses Ctrl-C, which sets `stop`, the run may have been
  // disturbed. Its outcome is then stored only if the run has reproduced the
  // output.
  bool isDisturbed = choice.stop && choice.stop->load();
  if (!parts.stored || (isDisturbed && tested.outcome != Outcome::Fail))
    return llvm::Error::success();
  return parts.stored->add(planned.key, planned.included, tested,
                           result->ending, endedDuring, seconds.back());
}

void PartialExecutionOracle::accept(const LaneRun &planned, KeptReason tested,
                                    std::optional<EventIndex> endedDuring) {
  if (endedDuring)
    places.emplace(planned.key, *endedDuring);
  counts.add(tested.outcome, tested.cause);
  // After a run that has reproduced the output, most runs execute a subset of
  // the events of that run, since the reduction tries to remove more of these
  // events. The engine can prepare for such runs.
  if (tested.outcome == Outcome::Fail) {
    parts.runner.engine().focus(planned.included);
    if (ahead)
      ahead->focus(planned.included);
    if (early)
      early->focus(planned.included);
  } else if (early && endedDuring) {
    early->add(planned.included, *endedDuring, tested);
  }
  cache.emplace(planned.key, std::move(tested));
}

/// Makes a run on a lane (a thread that makes runs), or in the calling thread
/// if no lane is ready. Returns nullopt if `stop` was set while a lane was
/// making the run, and a TimeUpError if the deadline for runs has passed (see
/// TimedRuns). `launch` says how the calling thread starts the run.
llvm::Expected<std::optional<FinishedRun>>
PartialExecutionOracle::execute(const LaneRun &run, const LaunchSpec &launch) {
  if (ahead && ahead->isReady())
    return ahead->take(run, choice.stop, parts.runner.endOfRuns(), announce);
  llvm::Expected<FinishedRun> finished =
      parts.runner.execute(launch, parts.trace, run.included);
  if (!finished)
    return finished.takeError();
  return std::move(*finished);
}

size_t PartialExecutionOracle::prefetchDepth() {
  if (!ahead && choice.payOff(executedSeconds, seconds.size())) {
    ahead = std::make_unique<ExpectedRuns>(parts.trace, choice);
    lanesOpened = choice.lanes;
  }
  return ahead ? plansPerLane * choice.lanes : 0;
}

std::optional<Outcome>
PartialExecutionOracle::known(const Configuration &candidate) {
  const LaneRun &planned = planOf(candidate);
  std::optional<Outcome> outcome;
  if (const KeptReason *answer = answerFor(planned))
    outcome = answer->outcome;
  else if (auto stored = storedOutcome(planned.key))
    outcome = stored->outcome;
  if (outcome)
    // The outcome of this test is known now, so its planned run is no longer
    // needed.
    plans.erase(candidate.digest());
  return outcome;
}

void PartialExecutionOracle::prefetch(
    llvm::ArrayRef<Configuration> candidates) {
  lanesOpened -= ahead->tellRefusals();
  std::vector<LaneRun> expected;
  decltype(plans) needed;
  for (const Configuration &each : candidates) {
    const LaneRun &planned = planOf(each);
    if (taken != planned.key)
      expected.push_back(planned);
    needed.try_emplace(each.digest(), planned);
  }
  // Runs that have already begun stay in `plans`, even if their tests are not
  // expected any more. The algorithm may still ask `outlook` about these tests,
  // and `outlook` looks for their runs in `plans` only.
  for (auto &[digest, planned] : plans)
    if (!needed.contains(digest) && ahead->isBegun(planned.key))
      needed.try_emplace(digest, std::move(planned));
  plans = std::move(needed);
  // If the lanes (the threads that make runs) are not ready yet, the calling
  // thread makes the first run itself. The lanes then begin with the second
  // run.
  if (!expected.empty() && !taken && !ahead->isReady())
    expected.erase(expected.begin());
  ahead->expect(std::move(expected));
}

TestOutlook PartialExecutionOracle::outlook(const Configuration &candidate) {
  auto found = plans.find(candidate.digest());
  if (!ahead || found == plans.end())
    return {};
  const RunKey &key = found->second.key;
  TestOutlook outlook{.isBegun = ahead->isBegun(key)};
  if (auto guess = guesses.find(key); guess != guesses.end()) {
    outlook.outcome = guess->second;
    return outlook;
  }
  // The user's check program may remember earlier runs. So it must be called
  // exactly once for each test, in the order of the tests. Here the outcome is
  // only guessed before the test is made, so the check program must not be
  // called.
  if (!parts.output || !parts.output->checks.empty())
    return outlook;
  const RunResult *ended = ahead->resultOf(key);
  if (!ended)
    return outlook;
  llvm::Expected<Outcome> outcome =
      judge(parts.predicate, parts.recorded, *ended);
  if (outcome) {
    outlook.outcome = guesses[key] = *outcome;
  } else {
    // The error is ignored here. If the reduction asks for this test, `test`
    // returns the error.
    llvm::consumeError(outcome.takeError());
  }
  return outlook;
}

void PartialExecutionOracle::closeLanes() {
  if (!ahead)
    return;
  lanesOpened -= ahead->tellRefusals();
  ahead->close();
  unused = ahead->unusedRuns();
  ahead.reset();
  plans.clear();
  choice.lanes = 1;
}
