// Chooses a few of many other runs: those that say most about a defect.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_MUTATE_RUNCHOICE_H
#define PINSTRIPE_LIB_DRIVER_MUTATE_RUNCHOICE_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace pinstripe {

/// Facts about a run, by which some of many runs are chosen.
struct RunFeatures {
  uint64_t inputBytes = 0;
  uint64_t outputBytes = 0;
  /// A hash of the output; for a failing run, of its wrong and right output.
  uint64_t outputHash = 0;
  /// The share (from 0 to 1) of the recorded run's statements that this run
  /// executes as well; 0 if the share is not known.
  double sharedStatements = 0;
  /// True if the user has made this run, and not Pinstripe.
  bool isStated = false;
};

/// Chooses at most `most` passing runs. Returns their indices, the most useful
/// run first. The more of the recorded run's statements a run executes, the
/// more useful it is, since it can refute wrong changes of these statements. If
/// it is not known how many it executes, a run with more output is more useful.
/// If two runs are equal in this, the run with the smaller input is more
/// useful. If several runs have the same output, all but the most useful one
/// come last.
std::vector<size_t> choosePassing(llvm::ArrayRef<RunFeatures> runs,
                                  size_t most);

/// Chooses at most `most` failing runs. Returns their indices, the most useful
/// run first. A run that the user has made is more useful than any other run.
/// Of two other runs, the run with the smaller input is more useful. If several
/// runs fail in the same way, all but the most useful one come last.
std::vector<size_t> chooseFailing(llvm::ArrayRef<RunFeatures> runs,
                                  size_t most);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_MUTATE_RUNCHOICE_H
