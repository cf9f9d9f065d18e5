// Builds and runs the good and the bad state, and checks that they differ.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REVISIONS_BOTHSTATES_H
#define PINSTRIPE_LIB_DRIVER_REVISIONS_BOTHSTATES_H

#include "BuildTester.h"

namespace pinstripe {

/// The good and the bad state as they were seen before the search.
struct ObservedBoth {
  BothRuns runs;
  std::string predicate; ///< What makes a run fail, for people.
  /// The lane in which both were built; its folder now has the good state.
  std::unique_ptr<BuildLane> lane;
};

/// Builds the bad and then the good state, each in an empty folder, and runs
/// the program twice in each. Returns a TargetError if one of them can't be
/// built or its program not started, and a ReproductionError if the bad one
/// does not FAIL, the good one does not PASS, or two runs differ.
llvm::Expected<ObservedBoth> observeBoth(const RevisionRequest &request,
                                         const RevisionListener &listener,
                                         const std::atomic<bool> &stop);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REVISIONS_BOTHSTATES_H
