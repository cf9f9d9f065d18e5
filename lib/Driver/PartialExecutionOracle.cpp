//===- PartialExecutionOracle.cpp - Tests by running ----------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Driver/PartialExecutionOracle.h"
#include "pinstripe/Support/Error.h"
#include <chrono>

using namespace pinstripe;

/// A reduction that has taken this long so far goes on for about as long, so
/// that starting lanes is made up for. Shorter ones are over at once anyway.
static constexpr double worthwhileSeconds = 0.25;
/// Handing a run to another thread and its result back takes a tenth of this.
static constexpr double worthwhileRunSeconds = 0.0002;
/// One that is under way and one for when that has ended.
static constexpr size_t plansPerLane = 2;

PartialExecutionOracle::PartialExecutionOracle(const OracleParts &parts,
                                               LaneChoice laneChoice)
    : parts(parts), choice(std::move(laneChoice)) {
  assert((choice.lanes == 1 || choice.factory) && "nothing makes the lanes");
}

LaneRun PartialExecutionOracle::plan(const Configuration &candidate) const {
  EventSet included = parts.elements.executedEvents(candidate);
  ConfigurationDigest digest = digestOf(included);
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
  LaneRun planned = pool ? planOf(candidate) : plan(candidate);
  auto found = cache.find(planned.key);
  lastIsNew = found == cache.end();
  if (!lastIsNew) {
    ++counts.cached;
    return found->second;
  }
  if (auto stored = storedOutcome(planned.key)) {
    ++counts.stored;
    accept(planned, stored->outcome, stored->cause);
    return stored->outcome;
  }
  return run(planned);
}

std::optional<StoredTests::Known>
PartialExecutionOracle::storedOutcome(const RunKey &key) const {
  if (!parts.stored || counts.distinct == 0)
    return std::nullopt;
  return parts.stored->find(key);
}

llvm::Expected<Outcome> PartialExecutionOracle::run(const LaneRun &planned) {
  llvm::Expected<std::optional<FinishedRun>> run = execute(planned);
  if (!run)
    return run.takeError();
  if (!*run) // stopped: nobody will look at it
    return Outcome::Unresolved;
  result = std::move((*run)->result);
  executedSeconds += (*run)->seconds;
  auto start = std::chrono::steady_clock::now();
  llvm::Expected<Outcome> outcome = judgeLast();
  for (const LaunchSpec &launch : parts.alsoUnder) {
    if (!outcome || *outcome != Outcome::Fail)
      break;
    outcome = runElsewhere(planned, launch);
  }
  if (!outcome)
    return outcome.takeError();
  if (*outcome != Outcome::Fail && parts.checkRoom)
    if (llvm::Error error = parts.checkRoom())
      return error;
  std::chrono::duration<double> further =
      std::chrono::steady_clock::now() - start;
  seconds.push_back((*run)->seconds + further.count());
  if (llvm::Error error = store(planned, *outcome))
    return error;
  accept(planned, *outcome, causeOf(*outcome, result->ending));
  return *outcome;
}

llvm::Expected<Outcome> PartialExecutionOracle::judgeLast() {
  return judge(parts.predicate, parts.recorded, *result);
}

llvm::Expected<Outcome>
PartialExecutionOracle::runElsewhere(const LaneRun &planned,
                                     const LaunchSpec &launch) {
  llvm::Expected<FinishedRun> run = executeReliably(
      parts.engine, launch, parts.trace, planned.included, parts.prepareRun);
  if (!run)
    return run.takeError();
  result = std::move(run->result);
  return judgeLast();
}

llvm::Error PartialExecutionOracle::store(const LaneRun &planned,
                                          Outcome outcome) {
  // What stops us may have disturbed the run.
  bool isDisturbed = choice.stop && choice.stop->load();
  if (!parts.stored || (isDisturbed && outcome != Outcome::Fail))
    return llvm::Error::success();
  return parts.stored->add(planned, outcome, result->ending, seconds.back());
}

void PartialExecutionOracle::accept(const LaneRun &planned, Outcome outcome,
                                    llvm::StringRef cause) {
  counts.add(outcome, cause);
  // What comes is mostly a subset of the smallest that reproduced it.
  if (outcome == Outcome::Fail) {
    parts.engine.focus(planned.included);
    if (pool)
      pool->focus(planned.included);
  }
  cache.emplace(planned.key, outcome);
}

/// None: stopped while another thread was at it.
llvm::Expected<std::optional<FinishedRun>>
PartialExecutionOracle::execute(const LaneRun &run) {
  if (pool && pool->isReady())
    return pool->take(run, choice.stop);
  llvm::Expected<FinishedRun> finished = executeReliably(
      parts.engine, parts.launch, parts.trace, run.included, parts.prepareRun);
  if (!finished)
    return finished.takeError();
  return std::move(*finished);
}

bool PartialExecutionOracle::lanesPayOff() const {
  if (choice.lanes == 1)
    return false;
  if (choice.atOnce)
    return true;
  return executedSeconds >= worthwhileSeconds &&
         executedSeconds >= worthwhileRunSeconds * seconds.size();
}

size_t PartialExecutionOracle::prefetchDepth() {
  if (!pool && lanesPayOff()) {
    pool =
        std::make_unique<LanePool>(parts.trace, choice.lanes, choice.factory);
    lanesOpened = choice.lanes;
  }
  return pool ? plansPerLane * choice.lanes : 0;
}

std::optional<Outcome>
PartialExecutionOracle::known(const Configuration &candidate) {
  const RunKey key = planOf(candidate).key;
  std::optional<Outcome> outcome;
  if (auto found = cache.find(key); found != cache.end())
    outcome = found->second;
  else if (auto stored = storedOutcome(key))
    outcome = stored->outcome;
  if (outcome)
    plans.erase(candidate.digest()); // of no more use
  return outcome;
}

void PartialExecutionOracle::prefetch(
    llvm::ArrayRef<Configuration> candidates) {
  tellRefusals();
  std::vector<LaneRun> expected;
  decltype(plans) kept;
  for (const Configuration &each : candidates) {
    const LaneRun &planned = planOf(each);
    expected.push_back(planned);
    kept.try_emplace(each.digest(), planned);
  }
  plans = std::move(kept);
  // As long as there is no lane the first one is for the caller's engine.
  if (!pool->isReady())
    expected.erase(expected.begin());
  pool->expect(std::move(expected));
}

void PartialExecutionOracle::tellRefusals() {
  for (const std::string &reason : pool->takeRefusals()) {
    --lanesOpened;
    if (choice.refused)
      choice.refused(reason);
  }
}

void PartialExecutionOracle::closeLanes() {
  if (!pool)
    return;
  tellRefusals();
  pool->close();
  unused = pool->unusedRuns();
  pool.reset();
  plans.clear();
  choice.lanes = 1;
}
