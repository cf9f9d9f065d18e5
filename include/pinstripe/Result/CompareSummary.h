// The result of `pinstripe compare`: slices beside what experiments prove.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slices infer which events matter, while experiments prove it. The result
// explains the differences.

#ifndef PINSTRIPE_RESULT_COMPARESUMMARY_H
#define PINSTRIPE_RESULT_COMPARESUMMARY_H

#include "pinstripe/Result/Certificate.h"
#include "pinstripe/Result/ChangeSummary.h"

namespace pinstripe {

/// Why an event is in a dynamic slice but not in the critical slice of trace
/// flow, or the other way round.
enum class DifferenceReason : uint8_t {
  // The first three reasons are for events in the data slice that are not
  // critical: if all events that are not critical are skipped, the output is
  // the same.
  ValueUnchanged, ///< The event wrote the value that the variable had before.
  /// The event changed a value, but the change does not reach the output.
  Masked,
  NoCause, ///< The values of the event are unknown, as for a call.
  /// The event is only in the full slice, because of a decision, or of an
  /// address that it computed. In trace flow, the recording decides where
  /// control goes in any case.
  ControlOnly,
  // The last three reasons are for events that are critical, but in no dynamic
  // slice.
  /// The event left a value in memory, and the value was read after that
  /// memory had been given up.
  LeavesStale,
  PreventsCrash, ///< Without the event the run crashes, hangs or diverges.
  ChangesOutput, ///< Without the event the run prints another output.
};

struct SliceDifference {
  EventIndex event{};
  DifferenceReason reason{};
  /// How the run without the event ends; empty if no such run was made.
  std::string ending = {};
};

/// The compared sets of events. A set that was not computed has size 0.
struct ComparedSets {
  EventSet full, data; ///< Dynamic slices.
  /// The critical slices in trace flow and in guarded flow.
  EventSet critical, guarded;
  EventSet guards;
  /// Conditions each of which, if switched, makes the output right, or more of
  /// it.
  std::vector<ChangedUnit> switches;
};

/// The result of `pinstripe compare`.
struct CompareSummary : RunHeader {
  ComparedSets sets = {};
  /// The certificates of the critical slices; nullopt for a slice that was not
  /// computed.
  std::optional<Certificate> criticalProof = {}, guardedProof = {};
  /// The differences between the slices for which a reason was found, sorted by
  /// event.
  std::vector<SliceDifference> differences = {};
  /// The number of further differences, for which no reason was looked for.
  uint64_t unexplained = 0;
  bool hasSwitches = false;
  /// Says why `sets.guarded` was not computed; empty if the set was computed.
  std::string withoutGuarded = "";
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_COMPARESUMMARY_H
