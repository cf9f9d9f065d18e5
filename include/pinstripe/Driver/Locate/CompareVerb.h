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

/// Makes the dynamic slices and the critical slices of the output, and finds
/// out by removing single events why they differ. If `stop` is set or the
/// deadline passes, the work ends early, with what was found.
llvm::Expected<CompareSummary> compareSlices(const RunnableCase &runnable,
                                             const CompareOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_LOCATE_COMPAREVERB_H
