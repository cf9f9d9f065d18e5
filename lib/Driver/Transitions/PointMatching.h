// Matches the points of two runs of the same program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A point is the moment at which an event (the execution of a statement)
// begins. Two points match if the runs are at the same place: they execute the
// same statement, in calls that match. This is the idea of matching states in
// Cleve and Zeller, "Locating Causes of Program Failures" (ICSE 2005), with
// calls in place of their backtraces.

#ifndef PINSTRIPE_LIB_DRIVER_TRANSITIONS_POINTMATCHING_H
#define PINSTRIPE_LIB_DRIVER_TRANSITIONS_POINTMATCHING_H

#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/ArrayRef.h"

namespace pinstripe {

/// An event of the failing run, and the event of the passing run that matches
/// it.
struct MatchedPoint {
  EventIndex failing{}, passing{};
  bool operator==(const MatchedPoint &) const = default;
};

/// Returns pairs of indices at which two sequences have equal elements, in
/// ascending order: a longest common subsequence, found by the algorithm of
/// Myers, "An O(ND) Difference Algorithm and Its Variations" (1986). If the
/// sequences differ in more than `maxDifferences` elements, only those pairs
/// are returned that lie before the first difference or after the last one.
std::vector<std::pair<uint32_t, uint32_t>>
alignSequences(llvm::ArrayRef<uint32_t> left, llvm::ArrayRef<uint32_t> right,
               uint32_t maxDifferences = 2000);

/// Matches the points of two runs, from `main` on. Two calls match if the same
/// function is called by matching events, or by no event, and if both calls
/// have the same number among such calls. The events of two matching calls are
/// aligned by their statements. So points after a loop match even if the loop
/// has more iterations in one of the runs. The result is in ascending order in
/// both runs.
std::vector<MatchedPoint>
matchPoints(const UnitTable &table, const Trace &failing, const Trace &passing);

/// A matching pair of events after which the two runs execute different
/// statements.
struct PartingPoint {
  MatchedPoint point;
  /// The statements that come next in the same call; nullopt if the call ends.
  std::optional<UnitId> nextFailing, nextPassing;
};

/// Returns the first `most` pairs of matching events after which the runs part.
/// Leaves out those at which the failing run itself ends, as by a crash.
std::vector<PartingPoint>
findPartings(const UnitTable &table, const Trace &failing, const Trace &passing,
             llvm::ArrayRef<MatchedPoint> points, size_t most);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_TRANSITIONS_POINTMATCHING_H
