// Dynamic slices of single lines of the output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_LOCATE_OUTPUTSLICES_H
#define PINSTRIPE_LIB_DRIVER_LOCATE_OUTPUTSLICES_H

#include "Locate/WrongLine.h"
#include "pinstripe/Driver/Slice/SliceVerb.h"

namespace pinstripe {

/// Dynamic slices of printed lines.
struct OutputSlices {
  EventSet wrong;     ///< The full slice of the wrong line.
  EventSet wrongData; ///< The data slice of the wrong line.
  /// For each event of the wrong line's slices, the least number of dependences
  /// from the event to the wrong line: of values if there is such a way,
  /// otherwise of any kind.
  std::vector<uint32_t> distances;
  /// Data slices of lines that are right, beginning with those nearest to the
  /// wrong line. Full slices would not do: those of lines that one program
  /// printed are nearly the same.
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
