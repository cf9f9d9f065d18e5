// Chooses a few of many other runs: those that say most about a defect.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_MUTATE_RUNCHOICE_H
#define PINSTRIPE_LIB_DRIVER_MUTATE_RUNCHOICE_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace pinstripe {

/// What is known of a run when some runs are chosen.
struct RunFeatures {
  uint64_t inputBytes = 0;
  uint64_t outputBytes = 0;
  /// A hash of the output; for a failing run, of its wrong and right output.
  uint64_t outputHash = 0;
  /// The share of the recorded run's statements that this run executes, too,
  /// from 0 to 1; 0 if that is not known.
  double sharedStatements = 0;
};

/// Chooses passing runs, at most `most` of them. Prefers those that execute
/// much of what the recorded run executes, since they refute wrong changes
/// there; if that is not known, those that print much. Of equal ones, prefers
/// small inputs. Runs with another output than all chosen ones come first.
/// Returns indices, best first.
std::vector<size_t> choosePassing(llvm::ArrayRef<RunFeatures> runs,
                                  size_t most);

/// Chooses failing runs, at most `most` of them: those with small inputs. Runs
/// that fail otherwise than all chosen ones come first. Returns indices, best
/// first.
std::vector<size_t> chooseFailing(llvm::ArrayRef<RunFeatures> runs,
                                  size_t most);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_MUTATE_RUNCHOICE_H
