// Compares dynamic slices with the executed statements that experiments prove
// to be needed, for `pinstripe compare`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_LOCATE_COMPAREVERB_H
#define PINSTRIPE_DRIVER_LOCATE_COMPAREVERB_H

#include "pinstripe/Case/Lanes.h"
#include "pinstripe/Case/Progress.h"
#include "pinstripe/Result/CompareSummary.h"

namespace pinstripe {

struct CompareOptions {
  /// The output that the user expected; nullopt if it is not known. Runs with
  /// switched decisions are made only if it is known.
  std::optional<std::string> expectedOutput;
  LaneOptions lanes;
  /// A function that is called with the progress of the comparison; may be
  /// empty.
  ProgressListener progress;
};

/// Compares the dynamic slices of the output with the critical slices, and
/// finds out why they contain different events. An event is one execution of a
/// statement. A dynamic slice has the events on which the output depends, and a
/// critical slice has the events that a reduction could not remove. For each
/// event of a critical slice that no dynamic slice contains, makes a run
/// without this event.
///
/// Ends early if `runnable.stop` is set or `runnable.deadline` has passed.
/// Returns the results so far in this case.
llvm::Expected<CompareSummary> compareSlices(const RunnableCase &runnable,
                                             const CompareOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_LOCATE_COMPAREVERB_H
