// Defines the result of `pinstripe compare`, which compares slices with tests.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A slice infers from dependences which events matter for the output, while
// tests prove it. The result explains the differences.

#ifndef PINSTRIPE_RESULT_COMPARESUMMARY_H
#define PINSTRIPE_RESULT_COMPARESUMMARY_H

#include "pinstripe/Result/Certificate.h"
#include "pinstripe/Result/ChangeSummary.h"

namespace pinstripe {

/// The reason why one of two slices contains an event and the other does not.
/// One is a dynamic slice. The other is the critical slice: the events that a
/// reduction in trace flow kept. In trace flow, the recording decides where
/// control goes.
enum class DifferenceReason : uint8_t {
  // ValueUnchanged, Masked and NoCause are reasons why an event in the data
  // slice is not critical. A value of such an event went into the output, but
  // the output is the same without the event.
  ValueUnchanged, ///< The event wrote a value that the variable already had.
  /// The event changed a value, but the output is the same without this change.
  Masked,
  /// The output does not need the event, and the reason is unknown, since the
  /// values that the event wrote are not known. The event is a call, for
  /// example.
  NoCause,
  /// The output depends on the event only through a decision or an address, so
  /// the event is in the full slice, but not in the data slice. It is not
  /// critical, since in trace flow the recording decides where control goes.
  ControlOnly,
  /// LeavesStale, PreventsCrash and ChangesOutput are reasons why an event is
  /// critical although no dynamic slice contains it.
  ///
  /// LeavesStale: the event left a value in memory that was then released, and
  /// this value was read after the release.
  LeavesStale,
  PreventsCrash, ///< Without the event the run crashes, hangs or diverges.
  ChangesOutput, ///< Without the event, the run prints different output.
};

struct SliceDifference {
  EventIndex event{};
  DifferenceReason reason{};
  /// How the run without the event ends; empty if no such run was made.
  std::string ending = {};
};

/// The compared sets of events. A set that was not computed is unset (of size
/// 0).
struct ComparedSets {
  EventSet full, data; ///< Dynamic slices.
  /// The critical slices, which are the events that a reduction kept.
  /// `critical` is the slice of trace flow, where the recording decides where
  /// control goes. `guarded` is the slice of guarded flow, where each condition
  /// must decide as in the recorded run.
  ///
  /// Both leave out the clean-ups that the reduction kept only because they go
  /// with the construction of an object: they can't be skipped alone, so no
  /// experiment says whether the output needs them.
  EventSet critical, guarded;
  /// The kept clean-ups (calls of destructors) that are not in `critical` and
  /// `guarded`.
  EventSet cleanups, guardedCleanups;
  EventSet guards;
  /// Conditions, each of which improves the output if it is switched (sent the
  /// other way).
  std::vector<ChangedUnit> switches;
};

/// The result of `pinstripe compare`.
struct CompareSummary : RunHeader {
  ComparedSets sets = {};
  /// The proofs about the two critical slices: the one in trace flow and the
  /// one in guarded flow. nullopt for a slice that was not computed.
  std::optional<Certificate> criticalProof = {}, guardedProof = {};
  /// The limits that ended the two reductions early; nullopt for a reduction
  /// that came to its end. A reduction that ended early has kept events that
  /// are perhaps not needed.
  std::optional<BudgetLimit> criticalLimit = {}, guardedLimit = {};
  /// The differences between the slices for which Pinstripe found a reason,
  /// sorted by event.
  std::vector<SliceDifference> differences = {};
  /// How many further differences between the slices there are. Pinstripe did
  /// not look for their reasons.
  uint64_t unexplained = 0;
  bool hasSwitches = false;
  /// The reason why the critical slice of guarded flow was not computed; empty
  /// if it was computed. In guarded flow, each condition must decide as in the
  /// recorded run.
  std::string withoutGuarded = "";
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_COMPARESUMMARY_H
