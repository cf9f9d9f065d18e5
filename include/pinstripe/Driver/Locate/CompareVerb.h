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
  /// The output that the user expected. The comparison makes runs with switched
  /// decisions only if this output is given.
  std::optional<std::string> expectedOutput;
  LaneOptions lanes;
  /// A function that is called with the progress of the comparison; may be
  /// empty.
  ProgressListener progress;
};

/// Makes the dynamic slices of the output and the critical slices (events that
/// reductions could not remove), and finds out why they contain different
/// events. For each event of the critical slice that no dynamic slice contains,
/// makes a run without this event. The user can stop the comparison, and it can
/// have a deadline (both are in `runnable`). Then it ends early and returns the
/// results so far.
llvm::Expected<CompareSummary> compareSlices(const RunnableCase &runnable,
                                             const CompareOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_LOCATE_COMPAREVERB_H
