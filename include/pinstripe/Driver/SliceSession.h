//===- SliceSession.h - What the output depends on --------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_DRIVER_SLICESESSION_H
#define PINSTRIPE_DRIVER_SLICESESSION_H

#include "pinstripe/Analysis/DependenceRecorder.h"
#include "pinstripe/Analysis/Slicer.h"
#include "pinstripe/Driver/RecordedCase.h"
#include "pinstripe/Report/SliceSummary.h"
#include <functional>

namespace pinstripe {

/// All dependences of a recorded run.
struct RunDependences {
  DependenceGraph graph;
  ControlTree tree;
  double seconds = 0; ///< that it took to get them
};

struct DependenceOptions {
  /// Told now and then of how many events were executed; may be empty.
  std::function<void(uint64_t)> progress;
  /// Told a note, such as that this run is a slow one; may be empty.
  std::function<void(llvm::StringRef)> say;
  const std::atomic<bool> *interrupted = nullptr; ///< may be null
  /// See DependenceGraph::watched.
  std::vector<WatchedBytes> watched;
  bool notePlaces = false; ///< see DependenceRecorder::notePlaces
};

/// Runs the program once more, instruction by instruction: at full speed by
/// the native engine, else step by step. TargetErrors: that can't be done, or
/// the run is too long for it, or the memory does not suffice. A
/// ReproductionError if the run is not the recorded one; an InterruptedError.
llvm::Expected<RunDependences>
recordDependences(RecordedCase &recorded, const DependenceOptions &options);

/// What made the part of the recorded standard output that the predicate keeps:
/// the matches of --keep, else all of it. UsageErrors: there is none, or the
/// predicate speaks of other things.
llvm::Expected<SliceCriterion> outputCriterion(const RecordedCase &recorded,
                                               const DependenceGraph &graph);

/// What made these bytes of standard output; none where that can't be told.
SliceCriterion criterionOf(const DependenceGraph &graph, OutputRange range);

/// `FILE:LINE[#K]`: of each statement that begins on the line the K-th
/// instance, or the last. UsageErrors: it is not written so, or nothing was
/// executed there.
llvm::Expected<std::vector<EventIndex>>
eventsAt(const UnitTable &table, const Trace &trace, llvm::StringRef place);

/// `FILE:LINE:EXPRESSION[#K]`: where the variable, member or element is just
/// before the line is executed the last or the K-th time. UsageErrors: as
/// above, or only the run can tell where that is. None if there is no
/// expression.
llvm::Expected<std::optional<WatchedBytes>>
watchedAt(const UnitTable &table, const Trace &trace, llvm::StringRef place);

struct SliceOptions {
  SliceKind kind = SliceKind::Full;
  /// Places as for `eventsAt` and `watchedAt`, instead of the output.
  std::vector<std::string> places;
  DependenceOptions recording;
};

/// Records the dependences and follows them back from the criterion.
llvm::Expected<SliceSummary> sliceRun(RecordedCase &recorded,
                                      const SliceOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_SLICESESSION_H
