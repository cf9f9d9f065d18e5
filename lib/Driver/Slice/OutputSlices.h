// Makes a dynamic slice for each of several lines of the output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A slice has the events on which the line depends. A statement is suspect if
// only wrong output depends on it.

#ifndef PINSTRIPE_LIB_DRIVER_SLICE_OUTPUTSLICES_H
#define PINSTRIPE_LIB_DRIVER_SLICE_OUTPUTSLICES_H

#include "Slice/WrongLine.h"
#include "pinstripe/Driver/Slice/SliceVerb.h"
#include "pinstripe/Result/UninitialisedMemory.h"
#include <set>

namespace pinstripe {

/// Dynamic slices of the wrong line and of right lines of the output. The
/// slices of the wrong line are those of its wrong bytes, if these are known.
/// If the run crashed, the slices are of the event that crashed, and of other
/// executions of the statement that crashed.
struct OutputSlices {
  /// The full slice of the wrong line: all events (executions of statements) on
  /// which it depended.
  EventSet wrong;
  /// The data slice of the wrong line: the events (executions of statements)
  /// from whose values the line was computed.
  EventSet wrongData;
  /// For each event in a slice of the wrong line, its distance from that line.
  /// This is the smallest number of dependences that lead from the event to the
  /// line. If the event is in the data slice, only dependences on values are
  /// counted.
  std::vector<uint32_t> distances;
  /// The events that are in the relevant slice of the wrong line, but not in
  /// its full slice (see SliceKind::Relevant). Empty if the relevant slice
  /// would take too long.
  EventSet relevant;
  /// Pairs of statements in the full slice of the wrong line. The second
  /// statement has used a value that the first one has defined.
  std::set<std::pair<EntryId, EntryId>> definitions;
  /// The data slices of right lines of the output: for each of these lines, the
  /// events from whose values the line was computed. The slices of lines near
  /// the wrong line come first. Full slices are not used, since nearly all
  /// lines of an output have the same full slice.
  std::vector<EventSet> right;
  /// The statements that used heap memory after it was freed, in the order of
  /// the run. Empty unless the run was recorded with
  /// DependenceOptions::noteReleased.
  std::vector<UninitialisedUse> freedUses;
};

/// Returns the range of bytes that line `number` takes in the text. Lines count
/// from 0. The range of an empty line is its newline. The ranges of other lines
/// have no newline.
OutputRange rangeOfLine(llvm::StringRef text, size_t number);

/// Makes the criterion of slices of the wrong bytes of a wrong line: those that
/// differ from `expected`, the line that should have been printed instead.
/// `printed` is the whole output. Returns nullopt if all bytes of the line are
/// wrong, or if it is not known which calls printed the wrong bytes.
std::optional<SliceCriterion>
criterionOfWrongPart(const DependenceGraph &graph, llvm::StringRef printed,
                     const WrongLine &wrong,
                     const std::optional<std::string> &expected);

/// Makes slices of the wrong line, and of right lines as long as there is time.
/// Returns a TargetError if it is not known which call printed the wrong line,
/// or an error of recordDependences.
llvm::Expected<OutputSlices> sliceOutputs(const RunnableCase &runnable,
                                          const WrongLine &wrong,
                                          llvm::StringRef expected,
                                          const DependenceOptions &recording);

/// Makes a slice of the event that crashed, and data slices of other executions
/// of the same statement, which did not crash. A data slice follows only
/// values. The slices of the last executions come first. Returns a TargetError
/// if the run crashed in code that is not in any statement, or an error of
/// recordDependences.
llvm::Expected<OutputSlices> sliceCrash(const RunnableCase &runnable,
                                        const DependenceOptions &recording);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_SLICE_OUTPUTSLICES_H
