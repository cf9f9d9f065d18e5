//===- CompareSession.cpp - Slices and experiments ------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Driver/CompareSession.h"
#include "RunLimits.h"
#include "pinstripe/Driver/ChangeSession.h"
#include "pinstripe/Driver/RecordedValues.h"
#include "pinstripe/Driver/ReductionSession.h"
#include "pinstripe/Driver/SliceSession.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

/// To look into more of them takes longer than anyone reads.
static constexpr size_t mostExplained = 1000;

namespace {

class CompareSession {
public:
  CompareSession(RecordedCase &recorded, const std::atomic<bool> &stop,
                 const CompareOptions &options)
      : recorded(recorded), stop(stop), options(options),
        summary{"", describeCase(recorded), recorded.engine.description,
                recorded.table, recorded.trace} {}

  llvm::Expected<CompareSummary> run();

private:
  class Progress : public ReductionObserver {
  public:
    Progress(const CompareSession &session, llvm::StringRef step)
        : session(session), step(step) {}
    void progressed(const ReductionProgress &progress) override {
      session.tell(step, progress.counts.distinct());
    }

  private:
    const CompareSession &session;
    llvm::StringRef step;
  };

  void tell(llvm::StringRef step, uint64_t tests) const {
    if (options.progress)
      options.progress(step, tests);
  }
  llvm::Error slice();
  llvm::Error switchAll();
  llvm::Error reduce(Flow flow, llvm::StringRef step, EventSet &kept,
                     std::string &minimality);
  llvm::Error reduceGuarded();
  llvm::Error explain();
  DifferenceReason explainDependence(EventIndex event) const;
  llvm::Error explainCause(EventIndex event);

  RecordedCase &recorded;
  const std::atomic<bool> &stop;
  const CompareOptions &options;
  CompareSummary summary;
  std::map<uint32_t, bool> unchanged; ///< see findUnchanged
  EventSet withStale; ///< the full slice, through memory that was given up too
};

} // namespace

llvm::Error CompareSession::slice() {
  tell("slicing", 0);
  DependenceOptions recording;
  recording.say = options.lanes.say;
  recording.interrupted = &stop;
  llvm::Expected<RunDependences> run = recordDependences(recorded, recording);
  if (!run)
    return run.takeError();
  llvm::Expected<SliceCriterion> criterion =
      outputCriterion(recorded, run->graph);
  if (!criterion)
    return criterion.takeError();
  Slicer slicer(recorded.trace, run->graph, run->tree,
                /*followStale=*/recorded.launch.poison == Poison::Stale);
  summary.sets.data = slicer.slice(*criterion, SliceKind::Data).events;
  summary.sets.full = slicer.slice(*criterion, SliceKind::Full).events;
  withStale = Slicer(recorded.trace, run->graph, run->tree,
                     /*followStale=*/true)
                  .slice(*criterion, SliceKind::Full)
                  .events;
  return llvm::Error::success();
}

llvm::Error CompareSession::reduce(Flow flow, llvm::StringRef step,
                                   EventSet &kept, std::string &minimality) {
  recorded.launch.flow = flow;
  SessionOptions settings;
  settings.lanes = options.lanes;
  settings.budget.seconds = options.seconds;
  auto session = ReductionSession::create(recorded, stop, std::move(settings));
  if (!session)
    return session.takeError();
  Progress progress(*this, step);
  if (llvm::Error error = (*session)->run(allAlgorithms().front(), progress))
    return error;
  ReductionSummary reduced = (*session)->summary();
  kept = reduced.kept;
  minimality = reduced.minimality;
  if (flow == Flow::Guarded)
    summary.sets.guards = reduced.guards;
  summary.interrupted |= reduced.interrupted;
  return llvm::Error::success();
}

/// Without it there is still something to compare.
llvm::Error CompareSession::reduceGuarded() {
  return llvm::handleErrors(
      reduce(Flow::Guarded, "reducing in guarded flow", summary.sets.guarded,
             summary.guardedMinimality),
      [&](const ReproductionError &failed) {
        summary.withoutGuarded = failed.message;
      },
      [&](const NothingToReduceError &failed) {
        summary.withoutGuarded = failed.message;
      });
}

llvm::Error CompareSession::switchAll() {
  ChangeOptions settings;
  settings.expectedOutput = *options.expectedOutput;
  settings.budget.seconds = options.seconds;
  settings.lanes = options.lanes;
  settings.progress = [this](uint64_t made, uint64_t) {
    tell("switching decisions", made);
  };
  llvm::Expected<ChangeSummary> made =
      switchDecisions(recorded, stop, settings);
  if (!made)
    return made.takeError();
  summary.sets.switches = std::move(made->units);
  summary.hasSwitches = true;
  summary.interrupted |= made->interrupted;
  return llvm::Error::success();
}

/// Of an event that is critical and in no slice: what happens without it.
llvm::Error CompareSession::explainCause(EventIndex event) {
  EventSet without = summary.sets.critical;
  without.reset(static_cast<unsigned>(event));
  LaunchSpec launch = recorded.launch;
  launch.flow = Flow::Trace;
  limitRuns(launch, recorded);
  llvm::Expected<FinishedRun> run =
      executeReliably(*recorded.engine.engine, launch, recorded.trace,
                      recorded.trace.feasible(without),
                      [this] { return recorded.prepareRun(); });
  if (!run)
    return run.takeError();
  SliceDifference difference{event, DifferenceReason::ChangesOutput,
                             describeEnding(run->result.ending)};
  if (withStale.test(static_cast<unsigned>(event)))
    difference.reason = DifferenceReason::LeavesStale;
  else if (!run->result.exited() && recorded.observation.exited())
    difference.reason = DifferenceReason::PreventsCrash;
  summary.differences.push_back(std::move(difference));
  return llvm::Error::success();
}

/// Of an event that is in the data slice and not critical.
DifferenceReason CompareSession::explainDependence(EventIndex event) const {
  auto found = unchanged.find(static_cast<uint32_t>(event));
  if (found == unchanged.end())
    return DifferenceReason::NoCause;
  return found->second ? DifferenceReason::ValueUnchanged
                       : DifferenceReason::Masked;
}

llvm::Error CompareSession::explain() {
  const ComparedSets &sets = summary.sets;
  EventSet inferred = sets.data;
  inferred.reset(sets.critical);
  unchanged = findUnchanged(recorded, inferred);
  EventSet differing = sets.full;
  differing |= sets.data;
  differing |= sets.critical;
  for (unsigned i : differing.set_bits()) {
    bool isCritical = sets.critical.test(i);
    bool isData = sets.data.test(i);
    if (isCritical && sets.full.test(i))
      continue;
    if (summary.differences.size() == mostExplained || stop.load()) {
      ++summary.unexplained;
      continue;
    }
    EventIndex event{i};
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

llvm::Expected<CompareSummary> CompareSession::run() {
  if (llvm::Error error = slice())
    return error;
  if (llvm::Error error =
          reduce(Flow::Trace, "reducing in trace flow", summary.sets.critical,
                 summary.criticalMinimality))
    return error;
  if (!stop.load())
    if (llvm::Error error = explain())
      return error;
  if (!stop.load() && options.expectedOutput)
    if (llvm::Error error = switchAll())
      return error;
  if (!stop.load())
    if (llvm::Error error = reduceGuarded())
      return error;
  summary.interrupted |= stop.load();
  return std::move(summary);
}

llvm::Expected<CompareSummary>
pinstripe::compareSlices(RecordedCase &recorded, const std::atomic<bool> &stop,
                         const CompareOptions &options) {
  return CompareSession(recorded, stop, options).run();
}
