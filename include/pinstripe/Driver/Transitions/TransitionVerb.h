// Finds where failure causes move from variable to variable, for `pinstripe
// transitions`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_TRANSITIONS_TRANSITIONVERB_H
#define PINSTRIPE_DRIVER_TRANSITIONS_TRANSITIONVERB_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/OtherRuns.h"
#include "pinstripe/Case/Progress.h"
#include "pinstripe/Case/RecordedCase.h"
#include "pinstripe/Result/TransitionSummary.h"

namespace pinstripe {

struct TransitionOptions {
  /// Runs that pass. The first one that can be compared with the failing run is
  /// used.
  std::vector<OtherRun> passing;
  /// The number of tests after which the search ends.
  uint64_t maxTests = 0;
  ProgressListener progress = {};
};

/// Compares the recorded run, which fails, with a run that passes. At matching
/// points of both runs, looks for the variables whose values decide that the
/// recorded run fails: if they get the values of the passing run there, the run
/// passes. Then looks for the points at which other variables become the cause
/// (Cleve and Zeller, "Locating Causes of Program Failures", ICSE 2005). Each
/// test runs the program in live flow, and overwrites variables at one point.
///
/// Returns a UsageError if no run of `options` passes, and a ReproductionError
/// if the runs have no matching points, or if the recorded run does not pass at
/// any of them even with all values of the passing run.
llvm::Expected<TransitionSummary>
findTransitions(const RunnableCase &runnable, const TransitionOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_TRANSITIONS_TRANSITIONVERB_H
