// Searches for changes of a run that make its output right, for `pinstripe
// switch`, `omit` and `replace`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Such a change shows where the defect can be.

#include "pinstripe/Driver/Change/ChangeVerb.h"
#include "Change/ChainSearch.h"
#include "Change/ReplacementPlan.h"
#include "pinstripe/Case/CaseWords.h"
#include "pinstripe/Case/LiveRunner.h"
#include "pinstripe/Case/RunLimits.h"
#include "pinstripe/Circumstance/SearchBudget.h"
#include "pinstripe/Driver/Reduce/StoredResult.h"
#include "pinstripe/Result/ChangeRanking.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/NotedError.h"
#include "pinstripe/Support/Stopwatch.h"

using namespace pinstripe;

namespace {

/// Makes changed runs of the program, and ranks the changed statements by what
/// their changes did to the output.
class ChangeVerb : RunnableCase {
public:
  ChangeVerb(const RunnableCase &runnable, const ChangeOptions &options,
             ChangeKind kind, ChangePlan &plan)
      : RunnableCase(runnable), options(options),
        launch(partialLaunch(recorded, runner)),
        effect(options.expectedOutput, recorded.observation), plan(plan),
        liveRunner(runnable, launch, options.lanes), found(plan.units().size()),
        summary{headerOf(recorded, runner), kind} {}

  llvm::Expected<ChangeSummary> run();

private:
  bool noteEnd();
  std::vector<ChangedUnit> ranked() const;
  std::vector<ChangeTest> nextTests();
  llvm::Error makeAll();
  llvm::Error make(llvm::ArrayRef<ChangeTest> tests);
  void note(const ChangeTest &test, const TriedChange &seen);
  llvm::Error findChain();
  bool isBetter(const ChangeTest &test, Effect effect,
                const ChangedUnit &unit) const;

  const ChangeOptions &options;
  LaunchSpec launch;
  OutputEffect effect;
  ChangePlan &plan;
  LiveRunner liveRunner;
  /// The changed statements with the effects of their changes, in the order of
  /// the plan.
  std::vector<ChangedUnit> found;
  ChangeSummary summary;
  /// The change of a single instance that makes the largest part of the output
  /// right; nullopt if no change makes more of the output right than before.
  /// The search for several changes in one run begins with this change.
  std::optional<TriedChange> improvement;
  Stopwatch stopwatch;
};

} // namespace

/// If the search has to end, stores the reason in the summary and returns true.
bool ChangeVerb::noteEnd() {
  if (stop.load())
    summary.interrupted = true;
  else
    summary.exhausted = SearchBudget{options.maxTests, deadline}.reachedBy(
        summary.allTests() + summary.chain.tests);
  return summary.interrupted || summary.exhausted;
}

std::vector<ChangeTest> ChangeVerb::nextTests() {
  size_t count = maxTestsAtOnce;
  if (options.maxTests)
    count = std::min<uint64_t>(count, *options.maxTests - summary.allTests());
  std::vector<ChangeTest> tests;
  while (tests.size() != count) {
    std::optional<ChangeTest> test = plan.next();
    if (!test)
      break;
    tests.push_back(*test);
  }
  return tests;
}

/// Makes the runs for `tests`. Several threads make the runs, which may end in
/// any order. Notes the effects of the runs in the order of `tests`, so that
/// the result of the search is always the same.
llvm::Error ChangeVerb::make(llvm::ArrayRef<ChangeTest> tests) {
  std::vector<LiveRun> runs;
  for (const ChangeTest &test : tests)
    runs.push_back({{test.change}, test.event});
  std::vector<std::optional<TriedChange>> seen(tests.size());
  uint64_t before = summary.allTests();
  llvm::Error error = liveRunner.run(
      runs,
      [&](size_t place, const RunResult &result) {
        seen[place] = effect.compare(tests[place].change, result);
      },
      [&](size_t made) {
        if (options.progress)
          options.progress({"", before + made, plan.size(), "changed run"});
      });
  for (size_t i = 0; i < tests.size(); ++i)
    if (seen[i])
      note(tests[i], *seen[i]);
  return error;
}

/// Returns true if the test is better evidence than the best test of the same
/// statement so far. A test with a better effect is better. If the effects are
/// equal, a change of one instance is better than a change of all instances,
/// and a change of a later instance is better than a change of an earlier one.
bool ChangeVerb::isBetter(const ChangeTest &test, Effect effect,
                          const ChangedUnit &unit) const {
  if (unit.allTests() == 1 || effect != unit.best)
    return unit.allTests() == 1 || effect < unit.best;
  bool isSingle = test.form == ChangeForm::Single;
  bool wasSingle = unit.form == ChangeForm::Single;
  return isSingle && (!wasSingle || test.event > unit.event);
}

void ChangeVerb::note(const ChangeTest &test, const TriedChange &seen) {
  Effect effect = seen.effect;
  bool isImprovement = test.form == ChangeForm::Single && isEvidence(effect);
  if (isImprovement && (!improvement || seen.right > improvement->right))
    improvement = seen;
  ++summary.tests[static_cast<size_t>(effect)];
  ChangedUnit &unit = found[test.unit];
  ++unit.tests[static_cast<size_t>(effect)];
  if (!isBetter(test, effect, unit))
    return;
  const ChangeableUnit &all = plan.units()[test.unit];
  auto place = llvm::lower_bound(all.events, test.event) - all.events.begin();
  unit.entry = all.entry;
  unit.leavesSwitch = all.leavesSwitch;
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

/// Searches for several decisions that make the output right if they are
/// switched in the same run. Does nothing if a single change makes the output
/// right.
llvm::Error ChangeVerb::findChain() {
  bool isFound = summary.tests[static_cast<size_t>(Effect::ExpectedOutput)];
  if (options.chain < 2 || isFound || !improvement || !options.expectedOutput ||
      noteEnd())
    return llvm::Error::success();
  ChainSearch::Limits limits{options.chain, std::nullopt};
  if (options.maxTests)
    limits.tests = *options.maxTests - summary.allTests();
  ChainSearch search(*this, launch, liveRunner, *options.expectedOutput,
                     limits);
  llvm::Expected<ChangeChain> chain = search.run(*improvement);
  if (!chain)
    return chain.takeError();
  if (chain->links.size() > 1)
    summary.chain = std::move(*chain);
  else
    summary.chain.tests = chain->tests;
  noteEnd();
  return llvm::Error::success();
}

/// Makes all tests. If the engine fails after at least one test, notes the
/// reason in the summary and returns success, so that the user gets the results
/// of the tests that were made.
llvm::Error ChangeVerb::makeAll() {
  auto note = [this](llvm::Error error) {
    if (summary.allTests() == 0)
      return error;
    return noteReason<EngineError, FileError>(std::move(error),
                                              summary.failure);
  };
  while (summary.allTests() != plan.size() && summary.failure.empty() &&
         !noteEnd()) {
    if (llvm::Error error = note(make(nextTests())))
      return error;
    if (options.soFar)
      options.soFar([this] { return ranked(); });
  }
  return summary.failure.empty() ? note(findChain()) : llvm::Error::success();
}

/// Returns the statements whose changes have made the output better. The
/// statement with the best change comes first.
std::vector<ChangedUnit> ChangeVerb::ranked() const {
  std::vector<ChangedUnit> units;
  for (const ChangedUnit &unit : found)
    if (unit.allTests() != 0 && isEvidence(unit.best))
      units.push_back(unit);
  uniteOperands(units);
  rankUnits(units);
  return units;
}

llvm::Expected<ChangeSummary> ChangeVerb::run() {
  if (effect.isAsExpected() && !options.expectedOutput)
    return llvm::make_error<UsageError>(
        launch.argument0 +
        ": does not crash; say what it should have printed with "
        "--expect-stdout FILE");
  if (effect.isAsExpected())
    return llvm::make_error<UsageError>(
        launch.argument0 +
        ": prints just what is expected; there is nothing to look for");
  summary.isAboutCrash = !options.expectedOutput;
  for (const ChangeableUnit &unit : plan.units())
    ++(unit.operand ? summary.executedOperands : summary.executedUnits);
  summary.possibleTests = plan.size();
  if (llvm::Error error = makeAll())
    return error;
  summary.testsSeconds = stopwatch.seconds();
  summary.units = ranked();
  return std::move(summary);
}

/// Returns the events that the last reduction of the case has kept; nullopt if
/// the case has no result of a reduction.
static std::optional<EventSet> keptEvents(const RecordedCase &recorded) {
  auto result = readResult(recorded.directory, recorded.table, recorded.trace);
  if (result)
    return std::move(result->events);
  // A result that can't be read is treated as if there were no result.
  llvm::consumeError(result.takeError());
  return std::nullopt;
}

static std::unique_ptr<ChangePlan> planFor(ChangeKind kind,
                                           const RunnableCase &runnable,
                                           const ChangeOptions &options) {
  const RecordedCase &recorded = runnable.recorded;
  std::optional<EventSet> kept = keptEvents(recorded);
  const EventSet *first = kept ? &*kept : nullptr;
  const EventSet *near = options.candidates ? options.candidates : first;
  switch (kind) {
  case ChangeKind::Switch:
    return planSwitches(recorded.table, recorded.trace, near);
  case ChangeKind::Omission:
    return planOmissions(recorded.table, recorded.trace, near);
  case ChangeKind::Replacement:
    EventSet all(recorded.trace.size(), true);
    return std::make_unique<ReplacementPlan>(
        runnable, options.candidates ? *options.candidates : all,
        options.first ? options.first : first);
  }
  return nullptr;
}

llvm::Expected<ChangeSummary>
pinstripe::findChanges(ChangeKind kind, const RunnableCase &runnable,
                       const ChangeOptions &options) {
  std::unique_ptr<ChangePlan> plan = planFor(kind, runnable, options);
  if (options.lines)
    plan->restrictTo(*options.lines);
  return ChangeVerb(runnable, options, kind, *plan).run();
}
