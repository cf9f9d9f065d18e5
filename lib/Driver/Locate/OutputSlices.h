// Dynamic slices of single lines of the output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_LOCATE_OUTPUTSLICES_H
#define PINSTRIPE_LIB_DRIVER_LOCATE_OUTPUTSLICES_H

#include "Locate/WrongLine.h"
#include "pinstripe/Driver/Slice/SliceVerb.h"

namespace pinstripe {

/// Dynamic slices of the wrong line and of right lines of the output.
struct OutputSlices {
  EventSet wrong;     ///< The full slice of the wrong line.
  EventSet wrongData; ///< The data slice of the wrong line.
  /// For each event in a slice of the wrong line, the least number of
  /// dependences from the event to that line: along values if they lead to it,
  /// otherwise along dependences of any kind.
  std::vector<uint32_t> distances;
  /// Data slices of lines that are right, beginning with the lines nearest to
  /// the wrong one. Full slices would tell little: those of lines that one
  /// program printed are nearly the same.
  std::vector<EventSet> right;
};

/// Makes slices of the wrong line, and of as many right lines as `seconds`
/// allow. TargetErrors are those of recordDependences, and one if no call is
/// known to have printed the line.
llvm::Expected<OutputSlices> sliceOutputs(const RunnableCase &runnable,
                                          const WrongLine &wrong,
                                          llvm::StringRef expected,
                                          double seconds,
                                          const DependenceOptions &recording);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_LOCATE_OUTPUTSLICES_H
