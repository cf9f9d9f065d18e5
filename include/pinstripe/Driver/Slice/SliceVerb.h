// Implements `pinstripe slice`: finds the executed statements on which the
// output depends.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A slice has the events (executions of statements) on which the output, or
// another place, depends.

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

/// All dependences between the events (executions of statements) of a recorded
/// run. The trace must outlive this object.
struct RunDependences {
  const Trace &trace;
  DependenceGraph graph;
  ControlTree tree;
  /// The time in seconds that the recording of the dependences took.
  double seconds = 0;
  /// True if slices also follow reads of stale memory. Memory is stale if it
  /// was never set, or if the program had released it before the read. Such
  /// reads have a meaning only with --poison stale. With other settings, stale
  /// memory holds poison, a fixed pattern.
  bool followStale = false;

  Slice slice(const SliceCriterion &criterion, SliceKind kind) const;
  /// Returns the relevant slice (see SliceKind::Relevant); nullopt if that
  /// would take too long. The dependences must have been recorded with
  /// DependenceOptions::notePlaces.
  std::optional<Slice> relevantSlice(const UnitTable &table,
                                     const SliceCriterion &criterion) const;
};

struct DependenceOptions {
  ProgressListener progress;
  /// A function that is called with notes for the user, such as that the
  /// recording is slow; may be empty.
  std::function<void(llvm::StringRef)> say;
  /// Bytes of memory whose writers the recording must find: the events that
  /// wrote their values (see DependenceGraph::tracked).
  std::vector<TrackedBytes> tracked;
  /// True if the recording stores which statements write to which memory (see
  /// DependenceRecorder::notePlaces).
  bool notePlaces = false;
  /// True if the recording stores reads of uninitialised memory (see
  /// DependenceRecorder::noteUnset).
  bool noteUnset = false;
  /// True if the recording stores uses of heap memory that was freed (see
  /// DependenceRecorder::noteReleased).
  bool noteReleased = false;
};

/// Runs the program once more and records the dependences of each executed
/// instruction. The native engine lets the program run at full speed; other
/// engines execute it step by step. Returns a TargetError if the run can't be
/// recorded in this way, is too long, or takes too much memory. Returns a
/// ReproductionError if this run differs from the recorded run, and an
/// InterruptedError if this run was interrupted.
llvm::Expected<RunDependences>
recordDependences(const RunnableCase &runnable,
                  const DependenceOptions &options);

/// Returns the event in which the recorded run crashed; nullopt if the run did
/// not crash, or crashed in code that is not in any statement.
std::optional<EventIndex> crashEvent(const RecordedCase &recorded);

/// Returns the events and instructions that produced what the predicate is
/// about: the crash with --same-crash, the matching output with --keep, all of
/// standard output with --same-stdout or without a predicate. A predicate may
/// combine these options.
///
/// Returns a UsageError if the predicate is about neither the output nor a
/// crash. Returns a TargetError if it is not known which calls printed the
/// output.
llvm::Expected<SliceCriterion> outputCriterion(const RecordedCase &recorded,
                                               const PredicateSpec &predicate,
                                               const DependenceGraph &graph);

/// The dependences of a recorded run, and the events and calls that have
/// printed the part of the output that a predicate (the user's condition for
/// runs) is about.
struct OutputDependences {
  RunDependences run;
  SliceCriterion criterion;

  EventSet slice(SliceKind kind) const {
    return run.slice(criterion, kind).events;
  }
};

/// Records the dependences, and finds the events and calls that have printed
/// the output that `predicate` is about. Returns the errors of
/// recordDependences and outputCriterion.
llvm::Expected<OutputDependences>
recordOutputDependences(const RunnableCase &runnable,
                        const PredicateSpec &predicate,
                        const DependenceOptions &options);

/// Returns the events and calls that have printed the bytes `range` of standard
/// output; empty if these events and calls are not known.
SliceCriterion criterionOf(const DependenceGraph &graph, OutputRange range);

/// Finds the events at a place that is written `FILE:LINE[#K]`. For each
/// statement that begins on the line, returns its K-th instance, or the last
/// one if there is no `#K`. Returns a UsageError if the place is not written in
/// this way, or if nothing was executed at the place.
llvm::Expected<std::vector<EventIndex>>
eventsAt(const UnitTable &table, const Trace &trace, llvm::StringRef place);

/// Returns the bytes of memory that the place `FILE:LINE:EXPRESSION[#K]` means:
/// the bytes of a variable, member or element just before the line is executed
/// for the K-th time. Without `#K`, the last execution counts. Returns nullopt
/// if the place has no expression. Returns a UsageError if the place is not
/// written in this way, if nothing was executed there, or if the address of the
/// bytes is only known during a run.
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
