// Builds and runs the good and the bad state of a source, and compares the
// runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REVISIONS_BOTHSTATES_H
#define PINSTRIPE_LIB_DRIVER_REVISIONS_BOTHSTATES_H

#include "BuildTester.h"

namespace pinstripe {

/// The results of building and running the good and the bad state of the source
/// before the search.
struct ObservedBoth {
  BothRuns runs;
  std::string predicate; ///< Describes what makes a run fail, for the user.
  /// The lane (a folder for builds) in which both states were built. Its folder
  /// now holds the good state.
  std::unique_ptr<BuildLane> lane;
};

/// Builds the bad state and then the good one, each in an empty folder, and
/// runs the program twice in each. Returns a TargetError if a state can't be
/// built, or if its program can't be started. Returns a ReproductionError if
/// the bad state does not FAIL (show the failure), if the good state does not
/// PASS (run without the failure), or if two runs of one state differ.
llvm::Expected<ObservedBoth> observeBoth(const RevisionRequest &request,
                                         const RevisionListener &listener,
                                         const std::atomic<bool> &stop);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REVISIONS_BOTHSTATES_H
