// Finds where failure causes move from variable to variable, for `pinstripe
// transitions`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Transitions/TransitionVerb.h"
#include "Transitions/PointExperiments.h"
#include "Transitions/StateReader.h"
#include "Transitions/TransitionJudge.h"
#include "pinstripe/Case/CaseWords.h"
#include "pinstripe/Case/Lanes.h"
#include "pinstripe/Case/RunCanceller.h"
#include "pinstripe/Case/RunLimits.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/NotedError.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

namespace {

/// How many decisions at most are shown after which the runs part.
constexpr size_t maxPartings = 3;

/// The values of the variables that are the cause at a point.
struct PointValues {
  std::vector<CausingVariable> variables, context;
};

class TransitionVerb : RunnableCase {
public:
  TransitionVerb(const RunnableCase &runnable, const TransitionOptions &options)
      : RunnableCase(runnable), options(options),
        launch(partialLaunch(recorded, runner)), passingLaunch(launch),
        summary{headerOf(recorded, runner)} {}

  llvm::Expected<TransitionSummary> run();

private:
  llvm::Error choosePassingRunner();
  llvm::Error compareWith(const OtherRun &run);
  llvm::Error prepare(llvm::ArrayRef<size_t> soon);
  llvm::Error search();
  llvm::Expected<std::optional<Cause>> causeAt(size_t point,
                                               llvm::ArrayRef<Cause> likely);
  llvm::Expected<Outcome> test(EventIndex event,
                               llvm::ArrayRef<StateDifference> differences,
                               const llvm::BitVector &set);
  std::vector<CausingVariable>
  describe(llvm::ArrayRef<std::string> keys,
           llvm::ArrayRef<StateDifference> differences) const;
  void addStretches(const CausesByPoint &causes);
  bool isOver();

  const TransitionOptions &options;
  LaunchSpec launch, passingLaunch;
  /// Makes passing runs; null if `runner` makes them, too.
  std::unique_ptr<CaseRunner> otherRunner;
  std::optional<TransitionJudge> judge;
  std::optional<StateReader> failing, passing;
  std::vector<MatchedPoint> points;
  std::map<size_t, PointValues> values;
  TransitionSummary summary;
};

} // namespace

bool TransitionVerb::isOver() {
  if (stop.load())
    return true;
  if (deadline.hasPassed())
    summary.exhausted = BudgetLimit::Time;
  else if (options.maxTests != 0 &&
           summary.counts.distinct() >= options.maxTests)
    summary.exhausted = BudgetLimit::Tests;
  return summary.exhausted.has_value();
}

/// Runs the program with the values of the passing run in some variables.
llvm::Expected<Outcome>
TransitionVerb::test(EventIndex event,
                     llvm::ArrayRef<StateDifference> differences,
                     const llvm::BitVector &set) {
  LiveChange change;
  change.kind = LiveChange::Kind::Overwrite;
  change.entry = recorded.trace.entryOf(event);
  change.event = event;
  for (unsigned index : set.set_bits())
    llvm::append_range(change.ranges, differences[index].ranges);
  llvm::Expected<FinishedRun> run = [&] {
    RunCanceller canceller(runner.engine(), &stop);
    return runner.executeLive(launch, {change}, &stop);
  }();
  if (!run)
    return run.takeError();
  // The run was cancelled, so its outcome is not used.
  if (stop.load())
    return Outcome::Unresolved;
  llvm::Expected<Outcome> outcome = judge->judge(run->result);
  if (!outcome)
    return outcome;
  summary.counts.add(*outcome);
  if (options.progress)
    options.progress({"", summary.counts.distinct(), 0, "changed run"});
  return outcome;
}

std::vector<CausingVariable>
TransitionVerb::describe(llvm::ArrayRef<std::string> keys,
                         llvm::ArrayRef<StateDifference> differences) const {
  std::vector<CausingVariable> all;
  for (const StateDifference &each : differences)
    if (llvm::is_contained(keys, each.key))
      all.push_back(
          {each.expression,
           each.function ? recorded.table.function(*each.function).name : "",
           each.failing, each.passing});
  return all;
}

llvm::Expected<std::optional<Cause>>
TransitionVerb::causeAt(size_t point, llvm::ArrayRef<Cause> likely) {
  const MatchedPoint &events = points[point];
  auto mine = failing->read(events.failing);
  if (!mine)
    return mine.takeError();
  auto other = passing->read(events.passing);
  if (!other)
    return other.takeError();
  if (llvm::Error error = judge->moveTo(events))
    return error;
  std::vector<StateDifference> differences = compareStates(*mine, *other);
  if (LiveFlowEngine *live = runner.engine().liveFlow())
    live->focusLive({}, events.failing);
  PointExperiments experiments(
      differences,
      [&](const llvm::BitVector &set) {
        return test(events.failing, differences, set);
      },
      [&] { return isOver(); });
  auto cause = experiments.findCause(likely);
  if (cause && (*cause || !isOver()))
    ++summary.points;
  if (!cause || !*cause)
    return cause;
  ++summary.goodPoints;
  values[point] = {describe((*cause)->variables, differences),
                   describe((*cause)->context, differences)};
  return cause;
}

/// Reads in advance most of what is needed at the points `soon`.
llvm::Error TransitionVerb::prepare(llvm::ArrayRef<size_t> soon) {
  std::vector<EventIndex> mine, others;
  for (size_t point : soon) {
    mine.push_back(points[point].failing);
    others.push_back(points[point].passing);
  }
  if (llvm::Error error = failing->prepare(mine))
    return error;
  return passing->prepare(others);
}

/// Joins neighbouring points with the same cause.
void TransitionVerb::addStretches(const CausesByPoint &causes) {
  const Cause *last = nullptr;
  size_t lastPoint = 0;
  for (const auto &[point, cause] : causes) {
    if (!cause)
      continue;
    if (!last || last->variables != cause->variables) {
      CauseStretch stretch;
      stretch.variables = values[point].variables;
      stretch.context = values[point].context;
      stretch.first = points[point].failing;
      stretch.firstPassing = points[point].passing;
      stretch.isAdjacent = last && lastPoint + 1 == point;
      summary.causes.push_back(std::move(stretch));
    }
    summary.causes.back().last = points[point].failing;
    summary.causes.back().lastPassing = points[point].passing;
    last = &*cause;
    lastPoint = point;
  }
}

llvm::Error TransitionVerb::search() {
  CausesByPoint causes;
  llvm::Error error = findCauses(
      points.size(),
      [&](size_t point, llvm::ArrayRef<Cause> likely) {
        return causeAt(point, likely);
      },
      [&](llvm::ArrayRef<size_t> soon) { return prepare(soon); },
      [&] { return isOver(); }, causes);
  error = llvm::handleErrors(std::move(error), [&](const TimeUpError &) {
    summary.exhausted = BudgetLimit::Time;
  });
  summary.interrupted = stop.load();
  addStretches(causes);
  if (!summary.causes.empty())
    error =
        llvm::handleErrors(std::move(error), [](const InterruptedError &) {});
  if (error && !summary.causes.empty())
    error =
        noteReason<EngineError, FileError>(std::move(error), summary.failure);
  if (error)
    return error;
  if (!summary.causes.empty() || summary.exhausted)
    return llvm::Error::success();
  if (summary.interrupted)
    return llvm::make_error<InterruptedError>();
  return llvm::make_error<ReproductionError>(
      "at none of " + llvm::Twine(summary.points) +
      " points does the run pass if its variables get the values of the "
      "passing run `" +
      summary.passingRun +
      "`; choose a passing run that differs less, or state with --keep what "
      "is wrong in the output");
}

/// Makes an engine for passing runs. It would take much time if one engine had
/// to change again and again between runs with different inputs.
llvm::Error TransitionVerb::choosePassingRunner() {
  if (runner.engine().traits().isDebugger)
    return llvm::Error::success();
  LaneOptions two;
  two.lanes = 2;
  LaneChoice choice = chooseLanes(*this, launch, two);
  if (!choice.factory)
    return llvm::Error::success();
  llvm::Expected<Lane> lane = choice.factory(1);
  if (!lane)
    return lane.takeError();
  otherRunner = std::move(lane->runner);
  passingLaunch = std::move(lane->launch);
  return llvm::Error::success();
}

/// Compares the recorded run with a run that passes.
llvm::Error TransitionVerb::compareWith(const OtherRun &run) {
  summary.passingRun = run.text;
  summary.partings.clear();
  summary.points = summary.goodPoints = 0;
  values.clear();
  const RunnableCase &runnable = *this;
  RunnableCase ofPassing{recorded, otherRunner ? *otherRunner : runner, stop,
                         deadline};
  judge.emplace(runnable, launch, ofPassing.runner, passingLaunch);
  if (llvm::Error error = judge->start(run))
    return error;
  const Trace &other = judge->passing().recording.trace;
  summary.passingEvents = other.size();
  summary.isStrict = judge->isStrict();
  points = matchPoints(recorded.table, recorded.trace, other);
  summary.matched = points.size();
  if (points.empty())
    return llvm::make_error<ReproductionError>(
        "no statement that the failing run executes matches one of the "
        "passing run `" +
        run.text + "`");
  for (const PartingPoint &each :
       findPartings(recorded.table, recorded.trace, other, points, maxPartings))
    summary.partings.push_back(
        {each.point.failing, each.nextFailing, each.nextPassing});
  failing.emplace(runnable, recorded.trace, launch);
  passing.emplace(ofPassing, other, judge->passing().launch);
  return search();
}

/// Uses the first passing run that can be compared with the recorded run.
llvm::Expected<TransitionSummary> TransitionVerb::run() {
  if (!runner.engine().liveFlow())
    return llvm::make_error<EngineError>(
        "the engine can't change variables of a run");
  if (llvm::Error error = choosePassingRunner())
    return error;
  TimedRuns timed(runner, deadline);
  TimedRuns timedToo(otherRunner ? *otherRunner : runner, deadline);
  llvm::Error failed =
      llvm::make_error<UsageError>("--passing: the file lists no run");
  for (const OtherRun &each : options.passing) {
    llvm::consumeError(std::move(failed));
    failed = compareWith(each);
    if (!failed)
      return std::move(summary);
    if (!failed.isA<UsageError>() && !failed.isA<ReproductionError>())
      break;
  }
  return std::move(failed);
}

llvm::Expected<TransitionSummary>
pinstripe::findTransitions(const RunnableCase &runnable,
                           const TransitionOptions &options) {
  return TransitionVerb(runnable, options).run();
}
