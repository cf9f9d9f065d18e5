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
  double seconds = 0; ///< time in seconds that the recording of dependences
                      ///< took
  /// True if slices also follow reads of memory that nothing had set, or that
  /// the program had given up before. That makes sense only with --poison
  /// stale; with other settings such memory holds poison, a fixed pattern.
  bool followStale = false;

  Slice slice(const SliceCriterion &criterion, SliceKind kind) const;
};

struct DependenceOptions {
  ProgressListener progress;
  /// A function that is called with notes for the user, such as that the
  /// recording is slow; may be empty.
  std::function<void(llvm::StringRef)> say;
  /// Bytes of memory for which the recording must find out who wrote them, see
  /// DependenceGraph::tracked.
  std::vector<TrackedBytes> tracked;
  /// Whether the recording notes where values are in memory, see
  /// DependenceRecorder::notePlaces.
  bool notePlaces = false;
  /// Whether the recording notes reads of uninitialised memory, see
  /// DependenceRecorder::noteUnset.
  bool noteUnset = false;
};

/// Records all dependences by running the program once more, instruction by
/// instruction: at full speed with the native engine, otherwise step by step.
/// Returns a TargetError if the run can't be recorded in this way, is too long,
/// or takes too much memory. Returns a ReproductionError if this run differs
/// from the recorded one, and an InterruptedError if it was interrupted.
llvm::Expected<RunDependences>
recordDependences(const RunnableCase &runnable,
                  const DependenceOptions &options);

/// Returns the event in which the recorded run crashed; nullopt if the run did
/// not crash, or crashed in code that is not in any statement.
std::optional<EventIndex> crashEvent(const RecordedCase &recorded);

/// Returns the nodes of the graph that printed the part of standard output that
/// the predicate is about: the matches of --keep, otherwise all of it. For
/// --same-crash, returns the event that crashed. Returns a UsageError if the
/// predicate is about neither the output nor a crash, and a TargetError if it
/// is not known which call printed the part.
llvm::Expected<SliceCriterion> outputCriterion(const RecordedCase &recorded,
                                               const PredicateSpec &predicate,
                                               const DependenceGraph &graph);

/// The dependences of a recorded run, and the events and calls that have
/// printed its output.
struct OutputDependences {
  RunDependences run;
  SliceCriterion criterion;

  EventSet slice(SliceKind kind) const {
    return run.slice(criterion, kind).events;
  }
};

/// Records the dependences, and finds the events and calls that have printed
/// the output in question. Returns the errors of recordDependences and
/// outputCriterion.
llvm::Expected<OutputDependences>
recordOutputDependences(const RunnableCase &runnable,
                        const PredicateSpec &predicate,
                        const DependenceOptions &options);

/// Returns the events and calls that have printed these bytes of the standard
/// output; empty if they are not known.
SliceCriterion criterionOf(const DependenceGraph &graph, OutputRange range);

/// Finds the events at a place that is written `FILE:LINE[#K]`. For each
/// statement that begins on the line, returns its K-th instance, or the last
/// one if there is no `#K`. Returns a UsageError if the place is written in
/// another way, or if nothing was executed there.
llvm::Expected<std::vector<EventIndex>>
eventsAt(const UnitTable &table, const Trace &trace, llvm::StringRef place);

/// Returns the bytes of memory that a place `FILE:LINE:EXPRESSION[#K]` means.
/// These are the bytes of a variable, member or element just before the line is
/// executed for the K-th time, or for the last time if there is no `#K`.
/// Returns nullopt if the place has no expression. Returns a UsageError in the
/// same cases as `eventsAt`, and if the address of the bytes is only known
/// during a run.
llvm::Expected<std::optional<TrackedBytes>>
trackedAt(const UnitTable &table, const Trace &trace, llvm::StringRef place);

struct SliceOptions {
  SliceKind kind = SliceKind::Full;
  /// The places from which the slice starts, written as for `eventsAt` and
  /// `trackedAt`. If there are none, the slice starts from the output.
  std::vector<std::string> places;
  DependenceOptions recording;
};

/// Makes a slice: records the dependences of a run, and follows them backwards
/// from the given places or from the output.
llvm::Expected<SliceSummary> sliceRun(const RunnableCase &runnable,
                                      const SliceOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_SLICE_SLICEVERB_H
