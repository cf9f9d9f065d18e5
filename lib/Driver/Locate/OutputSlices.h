// Makes a dynamic slice of each of several lines of the output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_LOCATE_OUTPUTSLICES_H
#define PINSTRIPE_LIB_DRIVER_LOCATE_OUTPUTSLICES_H

#include "Locate/WrongLine.h"
#include "pinstripe/Driver/Slice/SliceVerb.h"

namespace pinstripe {

/// Dynamic slices of the wrong line and of right lines of the output; or those
/// of the event that crashed, and of other executions of its statement.
struct OutputSlices {
  /// The full slice of the wrong line: all events on which it depended.
  EventSet wrong;
  /// The data slice of the wrong line: events whose values it was computed
  /// from.
  EventSet wrongData;
  /// For each event in a slice of the wrong line, how many dependences lead
  /// from it to that line at least: dependences on values if these alone lead
  /// there, otherwise dependences of any kind.
  std::vector<uint32_t> distances;
  /// Data slices of lines that are right, those nearest to the wrong line
  /// first. Full slices would say little: those of two lines that the same
  /// program has printed are nearly the same.
  std::vector<EventSet> right;
};

/// Makes slices of the wrong line, and of as many right lines as there is time
/// for. Returns the TargetErrors of recordDependences, and one if it can't be
/// told which call printed the wrong line.
llvm::Expected<OutputSlices> sliceOutputs(const RunnableCase &runnable,
                                          const WrongLine &wrong,
                                          llvm::StringRef expected,
                                          const DependenceOptions &recording);

/// Makes slices of the event that crashed, and data slices of other executions
/// of the same statement, which did not crash, the last ones first. Returns the
/// TargetErrors of recordDependences, and one if the run crashed outside of
/// statements.
llvm::Expected<OutputSlices> sliceCrash(const RunnableCase &runnable,
                                        const DependenceOptions &recording);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_LOCATE_OUTPUTSLICES_H
