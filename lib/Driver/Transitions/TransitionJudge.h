// Compares runs of the failing program with a run that passes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_TRANSITIONS_TRANSITIONJUDGE_H
#define PINSTRIPE_LIB_DRIVER_TRANSITIONS_TRANSITIONJUDGE_H

#include "Transitions/PointMatching.h"
#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/OtherRuns.h"
#include "pinstripe/Case/RecordedCase.h"

namespace pinstripe {

/// A run that passes: how it is started, and what was recorded of it.
struct PassingRun {
  LaunchSpec launch;
  Recording recording;
};

/// Judges changed runs. Such a run fails if the predicate of the case says so.
/// It passes if it is like the passing run. The judge is strict if the
/// predicate compares output: then the predicate must hold between the run and
/// what the failing run printed before the changed point, followed by what the
/// passing run printed after the matching point. Otherwise it is enough that
/// the run does not fail and ends in the same way as the passing run.
class TransitionJudge : RunnableCase {
public:
  /// Runs of the passing kind are made by `passingRunner`, and start as
  /// `passingLaunch` says, but with their own arguments and input.
  TransitionJudge(const RunnableCase &runnable, const LaunchSpec &launch,
                  CaseRunner &passingRunner, const LaunchSpec &passingLaunch)
      : RunnableCase(runnable), launch(launch), passingRunner(passingRunner),
        passingLaunch(passingLaunch) {}

  /// Records the run `run`. Returns a UsageError if it does not end by itself,
  /// or if it fails in the same way as the recorded run.
  llvm::Error start(const OtherRun &run);
  /// Prepares the judge for runs that are changed at `point`.
  llvm::Error moveTo(const MatchedPoint &point);
  llvm::Expected<Outcome> judge(const RunResult &result);

  const PassingRun &passing() const { return thePassing; }
  bool isStrict() const { return strict; }

private:
  llvm::Error createFailing();
  llvm::Expected<std::unique_ptr<Predicate>> like(const RunResult &result);
  llvm::Expected<RunResult> printedBefore(CaseRunner &by,
                                          const LaunchSpec &start,
                                          const Trace &trace, EventIndex event);

  const LaunchSpec &launch;
  CaseRunner &passingRunner;
  const LaunchSpec &passingLaunch;
  PassingRun thePassing;
  PredicateSpec spec;
  RunResult failing;
  /// The predicate that holds for runs that fail, and that which holds for runs
  /// that are like the passing run. The second is null if the judge is not
  /// strict.
  std::unique_ptr<Predicate> fails, passes;
  RunResult expected;
  bool strict = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_TRANSITIONS_TRANSITIONJUDGE_H
