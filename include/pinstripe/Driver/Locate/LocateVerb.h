// Ranks the lines of source to read first, for `pinstripe locate`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_LOCATE_LOCATEVERB_H
#define PINSTRIPE_DRIVER_LOCATE_LOCATEVERB_H

#include "pinstripe/Case/Lanes.h"
#include "pinstripe/Case/Progress.h"
#include "pinstripe/Result/LocateSummary.h"

namespace pinstripe {

struct LocateOptions {
  std::string expectedOutput; ///< The output that the user expected.
  /// Time for all runs together. What one step does not need of its share is
  /// left for the next ones.
  double seconds = 60;
  LaneOptions lanes;
  ProgressListener progress;
};

/// Looks for the lines of source that make the output wrong: switches
/// decisions, omits statements, replaces values, and reduces the run in guarded
/// flow to what prints the first wrong line. Returns a UsageError if the
/// recorded run prints what was expected. Setting `stop` ends the search early,
/// with what was found.
llvm::Expected<LocateSummary> locate(const RunnableCase &runnable,
                                     const LocateOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_LOCATE_LOCATEVERB_H
