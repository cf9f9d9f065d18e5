// Ranks the lines of source to read first, for `pinstripe locate`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_LOCATE_LOCATEVERB_H
#define PINSTRIPE_DRIVER_LOCATE_LOCATEVERB_H

#include "pinstripe/Case/Lanes.h"
#include "pinstripe/Case/Progress.h"
#include "pinstripe/Result/LocateSummary.h"

namespace pinstripe {

struct LocateOptions {
  /// The output that the user expected. It is nullopt if the user only expected
  /// that the program does not crash.
  std::optional<std::string> expectedOutput;
  LaneOptions lanes;
  ProgressListener progress;
};

/// Looks for the lines of the source that make the output wrong, or that make
/// the program crash. To find them, the search looks for uses of uninitialised
/// memory, switches decisions, omits statements, and replaces values. At last
/// the search reduces the run, in which conditions decide as recorded, to the
/// events that print the first wrong line, or that lead to the crash. Returns a
/// UsageError if the recorded run prints the expected output, or if no expected
/// output is given and the recorded run did not crash. The user can stop the
/// search, and it can have a deadline (both are in `runnable`). Then it ends
/// early and returns the results so far.
llvm::Expected<LocateSummary> locate(const RunnableCase &runnable,
                                     const LocateOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_LOCATE_LOCATEVERB_H
