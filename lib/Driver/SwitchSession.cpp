//===- SwitchSession.cpp - Which decisions make the output wrong ----------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Driver/SwitchSession.h"
#include "OutputEffect.h"
#include "RunLimits.h"
#include "SwitchPlan.h"
#include "pinstripe/Support/Error.h"
#include <chrono>

using namespace pinstripe;

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class SwitchSession {
public:
  SwitchSession(RecordedCase &recorded, const std::atomic<bool> &stop,
                const SwitchOptions &options)
      : recorded(recorded), stop(stop), options(options),
        launch(recorded.launch),
        effect(options.expectedOutput, recorded.observation),
        plan(recorded.table, recorded.trace), found(plan.conditions().size()),
        summary{"", describeCase(recorded), recorded.engine.description,
                recorded.table, recorded.trace} {
    limitRuns(launch, recorded.trace, recorded.observation);
  }

  llvm::Expected<SwitchSummary> run();

private:
  bool isEnough();
  llvm::Expected<Effect> effectOf(const SwitchTest &test);
  void note(const SwitchTest &test, Effect effect);
  bool isBetter(const SwitchTest &test, Effect effect,
                const SwitchedCondition &condition) const;

  RecordedCase &recorded;
  const std::atomic<bool> &stop;
  const SwitchOptions &options;
  LaunchSpec launch;
  OutputEffect effect;
  SwitchPlan plan;
  std::vector<SwitchedCondition> found; ///< as in the plan
  SwitchSummary summary;
  Clock::time_point start = Clock::now();
};

} // namespace

bool SwitchSession::isEnough() {
  if (stop.load())
    summary.interrupted = true;
  else if (options.budget.tests && summary.allTests() >= *options.budget.tests)
    summary.exhausted = "--max-tests";
  else if (options.budget.seconds &&
           secondsSince(start) >= *options.budget.seconds)
    summary.exhausted = "--max-time";
  return summary.interrupted || !summary.exhausted.empty();
}

llvm::Expected<Effect> SwitchSession::effectOf(const SwitchTest &test) {
  auto execute = [&]() -> llvm::Expected<RunResult> {
    if (llvm::Error error = recorded.prepareRun())
      return error;
    return recorded.engine.engine->executeLive(launch, test.change);
  };
  llvm::Expected<RunResult> result = execute();
  if (result.errorIsA<EngineError>()) {
    llvm::consumeError(result.takeError()); // as for partial executions
    result = execute();
  }
  if (!result)
    return result.takeError();
  return effect.of(*result);
}

/// Single instances say more than all of them, and late ones more than early
/// ones.
bool SwitchSession::isBetter(const SwitchTest &test, Effect effect,
                             const SwitchedCondition &condition) const {
  if (condition.allTests() == 1 || effect != condition.best)
    return condition.allTests() == 1 || effect < condition.best;
  bool isSingle = test.form == SwitchForm::Single;
  bool wasSingle = condition.form == SwitchForm::Single;
  return isSingle && (!wasSingle || test.event > condition.event);
}

void SwitchSession::note(const SwitchTest &test, Effect effect) {
  ++summary.tests[static_cast<size_t>(effect)];
  SwitchedCondition &condition = found[test.condition];
  ++condition.tests[static_cast<size_t>(effect)];
  if (!isBetter(test, effect, condition))
    return;
  const SwitchableCondition &all = plan.conditions()[test.condition];
  auto place = llvm::lower_bound(all.events, test.event) - all.events.begin();
  condition.entry = all.entry;
  condition.instances = all.events.size();
  condition.best = effect;
  condition.form = test.form;
  condition.event = test.event;
  condition.taken = all.taken[place];
  condition.instead =
      test.change.inverse && test.change.target == all.taken[place]
          ? *test.change.inverse
          : test.change.target;
  condition.latest =
      test.form == SwitchForm::Single ? test.event : all.events.back();
}

llvm::Expected<SwitchSummary> SwitchSession::run() {
  if (effect.isAsExpected())
    return llvm::make_error<UsageError>(
        recorded.launch.argument0 +
        ": prints just what is expected; there is nothing to look for");
  summary.executedConditions = found.size();
  summary.possibleTests = plan.size();
  while (!isEnough()) {
    std::optional<SwitchTest> test = plan.next();
    if (!test)
      break;
    llvm::Expected<Effect> seen = effectOf(*test);
    if (!seen)
      return seen.takeError();
    if (stop.load())
      continue; // which may have disturbed it
    note(*test, *seen);
    if (options.progress)
      options.progress(summary.allTests(), plan.size());
  }
  summary.testsSeconds = secondsSince(start);
  for (const SwitchedCondition &condition : found)
    if (condition.allTests() != 0 && isEvidence(condition.best))
      summary.conditions.push_back(condition);
  rankConditions(summary.conditions);
  return std::move(summary);
}

llvm::Expected<SwitchSummary>
pinstripe::switchDecisions(RecordedCase &recorded,
                           const std::atomic<bool> &stop,
                           const SwitchOptions &options) {
  return SwitchSession(recorded, stop, options).run();
}
