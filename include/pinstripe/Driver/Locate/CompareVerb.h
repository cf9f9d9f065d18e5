// Compares dynamic slices with the events that experiments prove to be needed,
// for `pinstripe compare`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_LOCATE_COMPAREVERB_H
#define PINSTRIPE_DRIVER_LOCATE_COMPAREVERB_H

#include "pinstripe/Case/Lanes.h"
#include "pinstripe/Case/Progress.h"
#include "pinstripe/Result/CompareSummary.h"

namespace pinstripe {

struct CompareOptions {
  /// The output that the user expected. If it is nullopt, the comparison
  /// switches no decisions.
  std::optional<std::string> expectedOutput;
  LaneOptions lanes;
  /// A function that is called with the current step of the comparison; may be
  /// empty.
  ProgressListener progress;
};

/// Makes the dynamic slices and the critical slices of the output. Finds out
/// why they differ by runs from which a single event is removed. If `stop` is
/// set or the deadline passes, ends early and returns what was found.
llvm::Expected<CompareSummary> compareSlices(const RunnableCase &runnable,
                                             const CompareOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_LOCATE_COMPAREVERB_H
