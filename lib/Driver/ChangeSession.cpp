//===- ChangeSession.cpp - Which changes make the output right ------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Driver/ChangeSession.h"
#include "LiveRunner.h"
#include "OmissionPlan.h"
#include "OutputEffect.h"
#include "RunLimits.h"
#include "SwitchPlan.h"
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
      : stop(stop), options(options), launch(launchOf(recorded)),
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
    limitRuns(launch, recorded.trace, recorded.observation);
    return launch;
  }
  bool isEnough();
  std::vector<ChangeTest> nextTests();
  llvm::Error make(llvm::ArrayRef<ChangeTest> tests);
  void note(const ChangeTest &test, Effect effect);
  bool isBetter(const ChangeTest &test, Effect effect,
                const ChangedUnit &unit) const;

  const std::atomic<bool> &stop;
  const ChangeOptions &options;
  LaunchSpec launch;
  OutputEffect effect;
  ChangePlan &plan;
  LiveRunner runner;
  std::vector<ChangedUnit> found; ///< as in the plan
  ChangeSummary summary;
  Clock::time_point start = Clock::now();
  std::optional<Clock::time_point> deadline;
};

} // namespace

bool ChangeSession::isEnough() {
  if (stop.load())
    summary.interrupted = true;
  else if (options.budget.tests && summary.allTests() >= *options.budget.tests)
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
  std::vector<std::optional<Effect>> effects(tests.size());
  uint64_t before = summary.allTests();
  llvm::Error error = runner.run(
      runs,
      [&](size_t place, const RunResult &result) {
        effects[place] = effect.of(result);
      },
      deadline,
      [&](size_t made) {
        if (options.progress)
          options.progress(before + made, plan.size());
      });
  if (error)
    return error;
  for (size_t i = 0; i < tests.size(); ++i)
    if (effects[i])
      note(tests[i], *effects[i]);
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

void ChangeSession::note(const ChangeTest &test, Effect effect) {
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
  unit.taken = all.taken[place];
  unit.instead = test.change.inverse && test.change.target == all.taken[place]
                     ? *test.change.inverse
                     : test.change.target;
  unit.latest =
      test.form == ChangeForm::Single ? test.event : all.events.back();
}

llvm::Expected<ChangeSummary> ChangeSession::run() {
  if (effect.isAsExpected())
    return llvm::make_error<UsageError>(
        launch.argument0 +
        ": prints just what is expected; there is nothing to look for");
  summary.executedUnits = found.size();
  summary.possibleTests = plan.size();
  while (summary.allTests() != plan.size() && !isEnough())
    if (llvm::Error error = make(nextTests()))
      return error;
  summary.testsSeconds =
      std::chrono::duration<double>(Clock::now() - start).count();
  for (const ChangedUnit &unit : found)
    if (unit.allTests() != 0 && isEvidence(unit.best))
      summary.units.push_back(unit);
  rankUnits(summary.units);
  return std::move(summary);
}

llvm::Expected<ChangeSummary>
pinstripe::switchDecisions(RecordedCase &recorded,
                           const std::atomic<bool> &stop,
                           const ChangeOptions &options) {
  SwitchPlan plan(recorded.table, recorded.trace);
  return ChangeSession(recorded, stop, options, ChangeKind::Switch, plan).run();
}

llvm::Expected<ChangeSummary>
pinstripe::omitUnits(RecordedCase &recorded, const std::atomic<bool> &stop,
                     const ChangeOptions &options) {
  OmissionPlan plan(recorded.table, recorded.trace);
  return ChangeSession(recorded, stop, options, ChangeKind::Omission, plan)
      .run();
}
