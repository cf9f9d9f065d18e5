// Compares slices with experiments, as by `pinstripe compare`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_LOCATE_COMPAREVERB_H
#define PINSTRIPE_DRIVER_LOCATE_COMPAREVERB_H

#include "pinstripe/Case/Lanes.h"
#include "pinstripe/Case/Progress.h"
#include "pinstripe/Result/CompareSummary.h"

namespace pinstripe {

struct CompareOptions {
  /// The output that was expected; nullopt to switch no decisions.
  std::optional<std::string> expectedOutput;
  /// Time limit of each reduction, and of the switches.
  std::optional<double> seconds;
  LaneOptions lanes;
  /// Is called with the current step of the comparison; may be empty.
  ProgressListener progress;
};

/// Computes the dynamic slices and the critical slices of one output, and finds
/// out by single removals why they differ. `stop` ends the work early with what
/// there is.
llvm::Expected<CompareSummary> compareSlices(const RunnableCase &runnable,
                                             const CompareOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_LOCATE_COMPAREVERB_H
