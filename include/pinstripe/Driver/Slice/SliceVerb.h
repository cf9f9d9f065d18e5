// Dynamic slices of a recorded run, as by `pinstripe slice`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_SLICE_SLICEVERB_H
#define PINSTRIPE_DRIVER_SLICE_SLICEVERB_H

#include "pinstripe/Analysis/DependenceRecorder.h"
#include "pinstripe/Analysis/Slicer.h"
#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/Progress.h"
#include "pinstripe/Case/RecordedCase.h"
#include "pinstripe/Result/SliceSummary.h"
#include <functional>

namespace pinstripe {

/// All dependences of a recorded run, whose trace must outlive them.
struct RunDependences {
  const Trace &trace;
  DependenceGraph graph;
  ControlTree tree;
  double seconds = 0; ///< Wall time of the recording of dependences.
  /// True if slices follow reads of uninitialised memory and of memory that was
  /// given up. That makes sense only with --poison stale; with other poisons
  /// such memory holds poison.
  bool followStale = false;

  Slice slice(const SliceCriterion &criterion, SliceKind kind) const;
};

struct DependenceOptions {
  ProgressListener progress;
  /// Is called with notes, such as that the recording is slow; may be empty.
  std::function<void(llvm::StringRef)> say;
  /// See DependenceGraph::tracked.
  std::vector<TrackedBytes> tracked;
  bool notePlaces = false; ///< True to call DependenceRecorder::notePlaces.
};

/// Records the dependences by running the program once more, instruction by
/// instruction: at full speed with the native engine, otherwise step by step.
/// Returns a TargetError if the run can't be recorded in this way, is too long,
/// or takes too much memory; a ReproductionError if the run differs from the
/// recorded one; and an InterruptedError if it was interrupted.
llvm::Expected<RunDependences>
recordDependences(const RunnableCase &runnable,
                  const DependenceOptions &options);

/// Returns the nodes that printed the part of standard output that the
/// predicate asks for: the matches of --keep, otherwise all of it. Returns a
/// UsageError if the predicate does not ask for standard output, and a
/// TargetError if no call is known to have printed that part.
llvm::Expected<SliceCriterion> outputCriterion(const RecordedCase &recorded,
                                               const PredicateSpec &predicate,
                                               const DependenceGraph &graph);

/// The dependences of a run, and the nodes that made its output.
struct OutputDependences {
  RunDependences run;
  SliceCriterion criterion;

  EventSet slice(SliceKind kind) const {
    return run.slice(criterion, kind).events;
  }
};

/// Records the dependences and finds the nodes that made the output. Returns
/// the errors of recordDependences and outputCriterion.
llvm::Expected<OutputDependences>
recordOutputDependences(const RunnableCase &runnable,
                        const PredicateSpec &predicate,
                        const DependenceOptions &options);

/// Returns the nodes that printed these bytes of standard output; empty if no
/// call is known to have printed them.
SliceCriterion criterionOf(const DependenceGraph &graph, OutputRange range);

/// Finds the events at a place `FILE:LINE[#K]`: the K-th or the last instance
/// of each statement that begins on the line. Returns a UsageError if the place
/// is not written in this way, or if nothing was executed at it.
llvm::Expected<std::vector<EventIndex>>
eventsAt(const UnitTable &table, const Trace &trace, llvm::StringRef place);

/// Returns the bytes at a place `FILE:LINE:EXPRESSION[#K]`: those of the
/// variable, member or element just before the line is executed for the K-th or
/// last time. Returns nullopt if the place has no expression. Returns a
/// UsageError where `eventsAt` does, and if only a run can tell where the bytes
/// are.
llvm::Expected<std::optional<TrackedBytes>>
trackedAt(const UnitTable &table, const Trace &trace, llvm::StringRef place);

struct SliceOptions {
  SliceKind kind = SliceKind::Full;
  /// Places as for `eventsAt` and `trackedAt`. If no place is given, the slice
  /// is that of the output.
  std::vector<std::string> places;
  DependenceOptions recording;
};

/// Records the dependences of a run and follows them back from the criterion.
llvm::Expected<SliceSummary> sliceRun(const RunnableCase &runnable,
                                      const SliceOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_SLICE_SLICEVERB_H
