//===- ChangeSession.cpp - Which changes make the output right ------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Driver/ChangeSession.h"
#include "ChainSearch.h"
#include "LiveRunner.h"
#include "OmissionPlan.h"
#include "OutputEffect.h"
#include "ReplacementPlan.h"
#include "RunLimits.h"
#include "SwitchPlan.h"
#include "pinstripe/Driver/StoredResult.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

namespace {

using Clock = std::chrono::steady_clock;

/// Tests that are put into an order that suits the engine.
constexpr size_t mostAtOnce = 2048;

class ChangeSession {
public:
  ChangeSession(RecordedCase &recorded, const std::atomic<bool> &stop,
                const ChangeOptions &options, ChangeKind kind, ChangePlan &plan)
      : recorded(recorded), stop(stop), options(options),
        launch(launchOf(recorded)),
        effect(options.expectedOutput, recorded.observation), plan(plan),
        runner(recorded, launch, options.lanes, stop),
        found(plan.units().size()), summary{"",
                                            kind,
                                            describeCase(recorded),
                                            recorded.engine.description,
                                            recorded.table,
                                            recorded.trace} {
    if (options.budget.seconds)
      deadline =
          start + std::chrono::duration_cast<Clock::duration>(
                      std::chrono::duration<double>(*options.budget.seconds));
  }

  llvm::Expected<ChangeSummary> run();

private:
  static LaunchSpec launchOf(const RecordedCase &recorded) {
    LaunchSpec launch = recorded.launch;
    limitRuns(launch, recorded);
    return launch;
  }
  /// What came of a test.
  struct Seen {
    Effect effect = Effect::Hang;
    size_t right = 0; ///< bytes of the output
    std::optional<bool> forcedValue = {};
  };

  bool isEnough();
  std::vector<ChangeTest> nextTests();
  llvm::Error make(llvm::ArrayRef<ChangeTest> tests);
  void note(const ChangeTest &test, const Seen &seen);
  llvm::Error findChain();
  bool isBetter(const ChangeTest &test, Effect effect,
                const ChangedUnit &unit) const;

  RecordedCase &recorded;
  const std::atomic<bool> &stop;
  const ChangeOptions &options;
  LaunchSpec launch;
  OutputEffect effect;
  ChangePlan &plan;
  LiveRunner runner;
  std::vector<ChangedUnit> found; ///< as in the plan
  ChangeSummary summary;
  /// The single change that makes most of the output right.
  std::optional<std::pair<LiveChange, Seen>> improvement;
  Clock::time_point start = Clock::now();
  std::optional<Clock::time_point> deadline;
};

} // namespace

bool ChangeSession::isEnough() {
  if (stop.load())
    summary.interrupted = true;
  else if (options.budget.tests &&
           summary.allTests() + summary.chain.tests >= *options.budget.tests)
    summary.exhausted = "--max-tests";
  else if (deadline && Clock::now() >= *deadline)
    summary.exhausted = "--max-time";
  return summary.interrupted || !summary.exhausted.empty();
}

std::vector<ChangeTest> ChangeSession::nextTests() {
  size_t most = mostAtOnce;
  if (options.budget.tests)
    most = std::min<uint64_t>(most, *options.budget.tests - summary.allTests());
  std::vector<ChangeTest> tests;
  while (tests.size() != most) {
    std::optional<ChangeTest> test = plan.next();
    if (!test)
      break;
    tests.push_back(*test);
  }
  return tests;
}

/// Their effects are noted in the order of the plan, whoever found them.
llvm::Error ChangeSession::make(llvm::ArrayRef<ChangeTest> tests) {
  std::vector<LiveRun> runs;
  for (const ChangeTest &test : tests)
    runs.push_back({{test.change}, test.event});
  std::vector<std::optional<Seen>> seen(tests.size());
  uint64_t before = summary.allTests();
  llvm::Error error = runner.run(
      runs,
      [&](size_t place, const RunResult &result) {
        seen[place] = {effect.of(result), effect.rightBytes(result),
                       result.forcedValue};
      },
      deadline,
      [&](size_t made) {
        if (options.progress)
          options.progress(before + made, plan.size());
      });
  if (error)
    return error;
  for (size_t i = 0; i < tests.size(); ++i)
    if (seen[i])
      note(tests[i], *seen[i]);
  return llvm::Error::success();
}

/// Single instances say more than all of them, and late ones more than early
/// ones.
bool ChangeSession::isBetter(const ChangeTest &test, Effect effect,
                             const ChangedUnit &unit) const {
  if (unit.allTests() == 1 || effect != unit.best)
    return unit.allTests() == 1 || effect < unit.best;
  bool isSingle = test.form == ChangeForm::Single;
  bool wasSingle = unit.form == ChangeForm::Single;
  return isSingle && (!wasSingle || test.event > unit.event);
}

void ChangeSession::note(const ChangeTest &test, const Seen &seen) {
  Effect effect = seen.effect;
  bool isImprovement = test.form == ChangeForm::Single && isEvidence(effect);
  if (isImprovement && (!improvement || seen.right > improvement->second.right))
    improvement = {test.change, seen};
  ++summary.tests[static_cast<size_t>(effect)];
  ChangedUnit &unit = found[test.unit];
  ++unit.tests[static_cast<size_t>(effect)];
  if (!isBetter(test, effect, unit))
    return;
  const ChangeableUnit &all = plan.units()[test.unit];
  auto place = llvm::lower_bound(all.events, test.event) - all.events.begin();
  unit.entry = all.entry;
  unit.instances = all.events.size();
  unit.best = effect;
  unit.form = test.form;
  unit.event = test.event;
  unit.latest =
      test.form == ChangeForm::Single ? test.event : all.events.back();
  if (all.operand) {
    unit.operand = ForcedOperand{*all.operand, test.form, test.event,
                                 seen.forcedValue.value_or(false)};
    return;
  }
  unit.taken = all.taken[place];
  unit.instead = test.change.inverse && test.change.target == all.taken[place]
                     ? *test.change.inverse
                     : test.change.target;
  unit.replaced = plan.replacedBy(test);
}

/// Where one change is not enough.
llvm::Error ChangeSession::findChain() {
  bool isFound = summary.tests[static_cast<size_t>(Effect::ExpectedOutput)];
  if (options.chain < 2 || isFound || !improvement || isEnough())
    return llvm::Error::success();
  ChainSearch::Limits limits{options.chain, std::nullopt, deadline};
  if (options.budget.tests)
    limits.tests = *options.budget.tests - summary.allTests();
  ChainSearch search(recorded, launch, runner, options.expectedOutput, stop,
                     limits);
  const auto &[change, seen] = *improvement;
  llvm::Expected<ChangeChain> chain =
      search.run({change, seen.effect, seen.right, seen.forcedValue});
  if (!chain)
    return chain.takeError();
  if (chain->links.size() > 1)
    summary.chain = std::move(*chain);
  else
    summary.chain.tests = chain->tests;
  isEnough(); // says what ended it
  return llvm::Error::success();
}

llvm::Expected<ChangeSummary> ChangeSession::run() {
  if (effect.isAsExpected())
    return llvm::make_error<UsageError>(
        launch.argument0 +
        ": prints just what is expected; there is nothing to look for");
  for (const ChangeableUnit &unit : plan.units())
    ++(unit.operand ? summary.executedOperands : summary.executedUnits);
  summary.possibleTests = plan.size();
  while (summary.allTests() != plan.size() && !isEnough())
    if (llvm::Error error = make(nextTests()))
      return error;
  if (llvm::Error error = findChain())
    return error;
  summary.testsSeconds =
      std::chrono::duration<double>(Clock::now() - start).count();
  for (const ChangedUnit &unit : found)
    if (unit.allTests() != 0 && isEvidence(unit.best))
      summary.units.push_back(unit);
  uniteOperands(summary.units);
  rankUnits(summary.units);
  return std::move(summary);
}

/// What the last reduction of the case has kept; none: there was none.
static std::optional<EventSet> keptEvents(const RecordedCase &recorded) {
  auto result = readResult(recorded.directory, recorded.table, recorded.trace);
  if (result)
    return std::move(result->events);
  llvm::consumeError(result.takeError()); // it only helps
  return std::nullopt;
}

llvm::Expected<ChangeSummary>
pinstripe::switchDecisions(RecordedCase &recorded,
                           const std::atomic<bool> &stop,
                           const ChangeOptions &options) {
  std::optional<EventSet> kept = keptEvents(recorded);
  SwitchPlan plan(recorded.table, recorded.trace, kept ? &*kept : nullptr);
  return ChangeSession(recorded, stop, options, ChangeKind::Switch, plan).run();
}

llvm::Expected<ChangeSummary>
pinstripe::omitUnits(RecordedCase &recorded, const std::atomic<bool> &stop,
                     const ChangeOptions &options) {
  std::optional<EventSet> kept = keptEvents(recorded);
  OmissionPlan plan(recorded.table, recorded.trace, kept ? &*kept : nullptr);
  return ChangeSession(recorded, stop, options, ChangeKind::Omission, plan)
      .run();
}

llvm::Expected<ChangeSummary>
pinstripe::replaceValues(RecordedCase &recorded, const std::atomic<bool> &stop,
                         const ChangeOptions &options) {
  std::optional<EventSet> kept = keptEvents(recorded);
  const EventSet *first = options.first ? options.first
                          : kept        ? &*kept
                                        : nullptr;
  EventSet all(recorded.trace.size(), true);
  ReplacementPlan plan(recorded, options.candidates ? *options.candidates : all,
                       first);
  return ChangeSession(recorded, stop, options, ChangeKind::Replacement, plan)
      .run();
}
