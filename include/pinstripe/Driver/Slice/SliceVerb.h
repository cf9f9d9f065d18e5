// Makes dynamic slices of a recorded run, for `pinstripe slice`.
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

/// All dependences between the events of a recorded run. The trace must outlive
/// this object.
struct RunDependences {
  const Trace &trace;
  DependenceGraph graph;
  ControlTree tree;
  double seconds = 0; ///< How long the recording of dependences took.
  /// True if slices follow reads of memory that nothing has set, or that the
  /// program has given up. That makes sense only with --poison stale: otherwise
  /// such memory holds poison.
  bool followStale = false;

  Slice slice(const SliceCriterion &criterion, SliceKind kind) const;
};

struct DependenceOptions {
  ProgressListener progress;
  /// Called with notes for the user, such as that the recording is slow; may be
  /// empty.
  std::function<void(llvm::StringRef)> say;
  /// The bytes of memory whose writers are needed, see
  /// DependenceGraph::tracked.
  std::vector<TrackedBytes> tracked;
  /// Whether places are recorded, see DependenceRecorder::notePlaces.
  bool notePlaces = false;
  /// Whether reads of unset memory are recorded, see
  /// DependenceRecorder::noteUnset.
  bool noteUnset = false;
};

/// Records all dependences by running the program once more, instruction by
/// instruction: at full speed with the native engine, otherwise step by step.
/// Returns a TargetError if the run can't be recorded in this way, is too long,
/// or takes too much memory; a ReproductionError if this run differs from the
/// recorded one; and an InterruptedError if it was interrupted.
llvm::Expected<RunDependences>
recordDependences(const RunnableCase &runnable,
                  const DependenceOptions &options);

/// Returns the event in which the recorded run crashed; nullopt if it did not,
/// or crashed outside of statements.
std::optional<EventIndex> crashEvent(const RecordedCase &recorded);

/// Returns the nodes that printed the part of standard output that the
/// predicate asks for: the matches of --keep, otherwise all of it. For
/// --same-crash, returns the event that crashed. Returns a UsageError if the
/// predicate does not ask for one of these, and a TargetError if no call is
/// known to have printed that part.
llvm::Expected<SliceCriterion> outputCriterion(const RecordedCase &recorded,
                                               const PredicateSpec &predicate,
                                               const DependenceGraph &graph);

/// The dependences of a recorded run, and what has printed its output.
struct OutputDependences {
  RunDependences run;
  SliceCriterion criterion;

  EventSet slice(SliceKind kind) const {
    return run.slice(criterion, kind).events;
  }
};

/// Records the dependences, and finds what has printed the output in question.
/// Returns the errors of recordDependences and outputCriterion.
llvm::Expected<OutputDependences>
recordOutputDependences(const RunnableCase &runnable,
                        const PredicateSpec &predicate,
                        const DependenceOptions &options);

/// Returns what has printed these bytes of the standard output; empty if that
/// can't be told.
SliceCriterion criterionOf(const DependenceGraph &graph, OutputRange range);

/// Finds the events at a place that is written `FILE:LINE[#K]`: of each
/// statement that begins on the line, the K-th or the last instance. Returns a
/// UsageError if the place is written in another way, or if nothing was
/// executed there.
llvm::Expected<std::vector<EventIndex>>
eventsAt(const UnitTable &table, const Trace &trace, llvm::StringRef place);

/// Returns the bytes of memory that a place `FILE:LINE:EXPRESSION[#K]` means:
/// those of a variable, member or element, just before the line is executed for
/// the K-th or last time. Returns nullopt if the place has no expression.
/// Returns a UsageError where `eventsAt` does, and if only a run can tell where
/// the bytes are.
llvm::Expected<std::optional<TrackedBytes>>
trackedAt(const UnitTable &table, const Trace &trace, llvm::StringRef place);

struct SliceOptions {
  SliceKind kind = SliceKind::Full;
  /// The places of which the slice is made, as `eventsAt` and `trackedAt` take
  /// them. If there are none, the slice is of the output.
  std::vector<std::string> places;
  DependenceOptions recording;
};

/// Makes a slice: records the dependences of a run, and follows them back from
/// the criterion.
llvm::Expected<SliceSummary> sliceRun(const RunnableCase &runnable,
                                      const SliceOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_SLICE_SLICEVERB_H
