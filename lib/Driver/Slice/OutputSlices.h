// Makes a dynamic slice of each of several lines of the output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A line of source is suspect if only wrong output depends on it.

#ifndef PINSTRIPE_LIB_DRIVER_SLICE_OUTPUTSLICES_H
#define PINSTRIPE_LIB_DRIVER_SLICE_OUTPUTSLICES_H

#include "Slice/WrongLine.h"
#include "pinstripe/Driver/Slice/SliceVerb.h"
#include <set>

namespace pinstripe {

/// Dynamic slices of the wrong line and of right lines of the output. If the
/// run crashed, slices of the event that crashed, and of other executions of
/// the same statement.
struct OutputSlices {
  /// The full slice of the wrong line: all events on which it depended.
  EventSet wrong;
  /// The data slice of the wrong line: the events from whose values the line
  /// was computed.
  EventSet wrongData;
  /// For each event in a slice of the wrong line, its distance from that line.
  /// This is the smallest number of dependences that lead from the event to the
  /// line. If the event is in the data slice, only dependences on values are
  /// counted.
  std::vector<uint32_t> distances;
  /// The events of the relevant slice of the wrong line that are not in the
  /// full slice (see SliceKind::Relevant). Empty if that slice would take too
  /// long.
  EventSet relevant;
  /// Pairs of statements of which the first has defined a value that the second
  /// has used, in the full slice of the wrong line.
  std::set<std::pair<EntryId, EntryId>> definitions;
  /// Data slices of right lines of the output. The data slice of a line has the
  /// events from whose values the line was computed. The slices of lines near
  /// to the wrong line come first. Full slices would be of little use, since
  /// those of any two lines of the same output are nearly the same.
  std::vector<EventSet> right;
};

/// Makes slices of the wrong line, and of as many right lines as there is time
/// for. Returns the TargetErrors of recordDependences, and a TargetError if it
/// is not known which call printed the wrong line.
llvm::Expected<OutputSlices> sliceOutputs(const RunnableCase &runnable,
                                          const WrongLine &wrong,
                                          llvm::StringRef expected,
                                          const DependenceOptions &recording);

/// Makes a slice of the event that crashed, and slices of other executions of
/// the same statement, which did not crash. The latter are data slices, which
/// follow only values; the last executions come first. Returns the TargetErrors
/// of recordDependences, and a TargetError if the run crashed in code that is
/// not in any statement.
llvm::Expected<OutputSlices> sliceCrash(const RunnableCase &runnable,
                                        const DependenceOptions &recording);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_SLICE_OUTPUTSLICES_H
