// Compares slices with what experiments prove, for `pinstripe compare`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_LOCATE_COMPAREVERB_H
#define PINSTRIPE_DRIVER_LOCATE_COMPAREVERB_H

#include "pinstripe/Case/Lanes.h"
#include "pinstripe/Case/Progress.h"
#include "pinstripe/Result/CompareSummary.h"

namespace pinstripe {

struct CompareOptions {
  /// The output that the user expected. If nullopt, no decisions are switched.
  std::optional<std::string> expectedOutput;
  LaneOptions lanes;
  /// Called with the present step of the comparison; may be empty.
  ProgressListener progress;
};

/// Computes the dynamic slices and the critical slices of one output, and finds
/// out by single removals why they differ. `stop` and the deadline end it early
/// with what there is.
llvm::Expected<CompareSummary> compareSlices(const RunnableCase &runnable,
                                             const CompareOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_LOCATE_COMPAREVERB_H
