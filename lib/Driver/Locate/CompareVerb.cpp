// Compares dynamic slices with the executed statements that experiments prove
// to be needed, for `pinstripe compare`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Locate/CompareVerb.h"
#include "pinstripe/Case/CaseWords.h"
#include "pinstripe/Case/RunLimits.h"
#include "pinstripe/Driver/Change/ChangeVerb.h"
#include "pinstripe/Driver/Reduce/ReduceVerb.h"
#include "pinstripe/Driver/Slice/SliceVerb.h"
#include "pinstripe/Driver/Values/RecordedValues.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/NotedError.h"

using namespace pinstripe;

/// The largest number of events for which the comparison explains why only some
/// of the slices contain them.
static constexpr size_t maxExplained = 1000;

/// The share of the remaining time that each step of the comparison gets when
/// it begins. The last step, a reduction, gets all of the remaining time.
static constexpr double shareOfTraceFlow = 0.4;
static constexpr double shareOfSwitching = 0.3;

namespace {

class CompareVerb : RunnableCase {
public:
  CompareVerb(const RunnableCase &runnable, const CompareOptions &options)
      : RunnableCase(runnable), options(options),
        summary{headerOf(recorded, runner)} {}

  llvm::Expected<CompareSummary> run();

private:
  void tell(llvm::StringRef step, uint64_t tests) const {
    if (options.progress)
      options.progress({step, tests, 0, "run"});
  }
  llvm::Error slice();
  llvm::Error experiment();
  llvm::Error switchAll();
  llvm::Error reduce(Flow flow, double share, llvm::StringRef step,
                     EventSet &kept, EventSet &cleanups,
                     std::optional<Certificate> &proof,
                     std::optional<BudgetLimit> &limit);
  llvm::Error reduceGuarded();
  llvm::Error explain();
  DifferenceReason explainDependence(EventIndex event) const;
  llvm::Error explainCause(EventIndex event);

  const CompareOptions &options;
  CompareSummary summary;
  /// For each event that assigns to variables, true if the variables already
  /// had the assigned values before the event. The output does not need such an
  /// assignment.
  std::map<uint32_t, bool> unchanged;
  /// The full slice: all events on which the output depended, including those
  /// on which it depended only through stale memory. Memory is stale if the
  /// program has released it, or has never set it, and reads it nevertheless.
  EventSet withStale;
  /// The clean-ups (calls of destructors) that were kept by the reduction in
  /// trace flow, where the recording decides what is executed. Each clean-up is
  /// stored with the construction of its object.
  std::vector<GluedCleanup> gluedInTraceFlow;
};

} // namespace

llvm::Error CompareVerb::slice() {
  tell("slicing", 0);
  DependenceOptions recording;
  recording.say = options.lanes.say;
  llvm::Expected<OutputDependences> output =
      recordOutputDependences(*this, recorded.theCase.predicate, recording);
  if (!output)
    return output.takeError();
  summary.sets.data = output->slice(SliceKind::Data);
  summary.sets.full = output->slice(SliceKind::Full);
  output->run.followStale = true;
  withStale = output->slice(SliceKind::Full);
  return llvm::Error::success();
}

/// Turns `failure`, the reason why a step of the comparison failed, into an
/// error that ends the comparison. Returns success if `failure` is empty.
static llvm::Error failureOf(const std::string &failure) {
  return failure.empty() ? llvm::Error::success()
                         : llvm::make_error<EngineError>(failure);
}

llvm::Error CompareVerb::reduce(Flow flow, double share, llvm::StringRef step,
                                EventSet &kept, EventSet &cleanups,
                                std::optional<Certificate> &proof,
                                std::optional<BudgetLimit> &limit) {
  ReductionRequest request(recorded);
  request.flow = flow;
  request.lanes = options.lanes;
  auto reduced =
      reduceCase(withShare(share), std::move(request), step, options.progress);
  if (!reduced)
    return reduced.takeError();
  cleanups = EventSet(recorded.trace.size());
  for (const GluedCleanup &each : reduced->cleanups)
    cleanups.insert(each.cleanup);
  kept = reduced->kept;
  kept -= cleanups;
  if (flow == Flow::Trace)
    gluedInTraceFlow = std::move(reduced->cleanups);
  proof = reduced->certificate;
  limit = reduced->exhausted;
  if (limit)
    summary.exhausted = limit;
  if (flow == Flow::Guarded)
    summary.sets.guards = reduced->guards;
  summary.interrupted |= reduced->interrupted;
  return failureOf(reduced->failure);
}

/// Finds the events that a reduction in guarded flow can't remove. In guarded
/// flow, conditions must decide as recorded. If the reduction is not possible,
/// stores the reason, and the comparison goes on without these events.
llvm::Error CompareVerb::reduceGuarded() {
  return noteReason<ReproductionError, NothingToReduceError>(
      reduce(Flow::Guarded, 1, "reducing in guarded flow", summary.sets.guarded,
             summary.sets.guardedCleanups, summary.guardedProof,
             summary.guardedLimit),
      summary.withoutGuarded);
}

llvm::Error CompareVerb::switchAll() {
  ChangeOptions settings;
  settings.expectedOutput = *options.expectedOutput;
  settings.lanes = options.lanes;
  settings.progress = [this](const Progress &made) {
    tell("switching decisions", made.done);
  };
  llvm::Expected<ChangeSummary> made =
      findChanges(ChangeKind::Switch, withShare(shareOfSwitching), settings);
  if (!made)
    return made.takeError();
  summary.sets.switches = std::move(made->units);
  summary.hasSwitches = true;
  summary.interrupted |= made->interrupted;
  if (made->exhausted)
    summary.exhausted = made->exhausted;
  return failureOf(made->failure);
}

/// Finds out why the output needs `event`, although it does not depend on this
/// event according to the full slice. To do so, makes a run without the event.
/// If the event constructs an object, the run does not call its destructor,
/// either.
llvm::Error CompareVerb::explainCause(EventIndex event) {
  EventSet without = summary.sets.critical;
  without |= summary.sets.cleanups;
  without.erase(event);
  for (const GluedCleanup &each : gluedInTraceFlow)
    if (each.construction == event)
      without.erase(each.cleanup);
  LaunchSpec launch = partialLaunch(recorded, runner);
  launch.flow = Flow::Trace;
  llvm::Expected<FinishedRun> run =
      runner.execute(launch, recorded.trace, recorded.trace.feasible(without));
  if (!run)
    return run.takeError();
  SliceDifference difference{
      event, DifferenceReason::ChangesOutput,
      describeEnding(run->result.ending, recorded.table)};
  if (withStale.contains(event))
    difference.reason = DifferenceReason::LeavesStale;
  else if (!run->result.exited() && recorded.observation.exited())
    difference.reason = DifferenceReason::PreventsCrash;
  summary.differences.push_back(std::move(difference));
  return llvm::Error::success();
}

/// Returns the reason why the output does not need `event`, although the output
/// was computed from values of this event.
DifferenceReason CompareVerb::explainDependence(EventIndex event) const {
  auto found = unchanged.find(static_cast<uint32_t>(event));
  if (found == unchanged.end())
    return DifferenceReason::NoCause;
  return found->second ? DifferenceReason::ValueUnchanged
                       : DifferenceReason::Masked;
}

llvm::Error CompareVerb::explain() {
  const ComparedSets &sets = summary.sets;
  bool isMinimal = summary.criticalProof->isOneMinimal();
  EventSet inferred = sets.data;
  inferred -= sets.critical;
  inferred -= sets.cleanups;
  unchanged = findUnchanged(*this, inferred);
  EventSet differing = sets.full;
  differing |= sets.data;
  differing |= sets.critical;
  // A clean-up (a call of a destructor) is kept together with the construction
  // of its object, whether or not the output depends on the clean-up.
  differing -= sets.cleanups;
  for (EventIndex event : differing) {
    bool isCritical = sets.critical.contains(event);
    bool isData = sets.data.contains(event);
    if (isCritical && sets.full.contains(event))
      continue;
    // An event that a reduction has kept because it ended early is perhaps no
    // cause, so there is nothing to explain.
    if (summary.differences.size() == maxExplained || stop.load() ||
        deadline.hasPassed() || (isCritical && !isMinimal)) {
      ++summary.unexplained;
      continue;
    }
    if (!isCritical) {
      summary.differences.push_back(
          {event,
           isData ? explainDependence(event) : DifferenceReason::ControlOnly});
      continue;
    }
    tell("asking why", summary.differences.size());
    if (llvm::Error error = explainCause(event))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error CompareVerb::experiment() {
  if (llvm::Error error =
          reduce(Flow::Trace, shareOfTraceFlow, "reducing in trace flow",
                 summary.sets.critical, summary.sets.cleanups,
                 summary.criticalProof, summary.criticalLimit))
    return error;
  if (!stop.load())
    if (llvm::Error error = explain())
      return error;
  if (!stop.load() && options.expectedOutput)
    if (llvm::Error error = switchAll())
      return error;
  return stop.load() ? llvm::Error::success() : reduceGuarded();
}

llvm::Expected<CompareSummary> CompareVerb::run() {
  if (llvm::Error error = slice())
    return error;
  if (llvm::Error error =
          noteReason<EngineError, FileError>(experiment(), summary.failure))
    return error;
  summary.interrupted |= stop.load();
  return std::move(summary);
}

llvm::Expected<CompareSummary>
pinstripe::compareSlices(const RunnableCase &runnable,
                         const CompareOptions &options) {
  return CompareVerb(runnable, options).run();
}
