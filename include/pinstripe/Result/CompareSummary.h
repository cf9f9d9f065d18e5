// The result of `pinstripe compare`: slices side by side.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slices infer which events matter, experiments prove it. The result explains
// where the two differ.

#ifndef PINSTRIPE_RESULT_COMPARESUMMARY_H
#define PINSTRIPE_RESULT_COMPARESUMMARY_H

#include "pinstripe/Result/Certificate.h"
#include "pinstripe/Result/ChangeSummary.h"

namespace pinstripe {

/// Why an event is in a dynamic slice and not in the critical slice, or the
/// other way round. The critical slice is the one in trace flow.
enum class DifferenceReason : uint8_t {
  // For events in the data slice that are not critical: without them, and all
  // else that is not critical, the output is the same.
  ValueUnchanged, ///< The event wrote a value that had been there before.
  Masked,         ///< It wrote another value, which does not reach the output.
  NoCause,        ///< What it wrote is not known, as for a call.
  /// The event is only in the full slice, for a decision or for an address that
  /// it computed. In trace flow the recorded trace decides in any case.
  ControlOnly,
  // Three reasons for events that are critical, but in no dynamic slice:
  LeavesStale, ///< What the event wrote is read after the memory was given up.
  PreventsCrash, ///< Without the event the run crashes, hangs or diverges.
  ChangesOutput, ///< Without the event another output comes out.
};

struct SliceDifference {
  EventIndex event{};
  DifferenceReason reason{};
  /// How the run without the event ends; empty if that was not tried.
  std::string ending = {};
};

/// The compared sets of events. A set that was not made has no size.
struct ComparedSets {
  EventSet full, data; ///< The two dynamic slices.
  /// The critical slices in trace flow and in guarded flow.
  EventSet critical, guarded;
  EventSet guards;
  /// Conditions that make the output right, or more of it, when switched.
  std::vector<ChangedUnit> switches;
};

/// The result of `pinstripe compare`.
struct CompareSummary : RunHeader {
  ComparedSets sets = {};
  /// The certificates of the critical sets; none if a set was not made.
  std::optional<Certificate> criticalProof = {}, guardedProof = {};
  std::vector<SliceDifference> differences = {}; ///< In the order of events.
  /// How many further differences there are, which were not looked into.
  uint64_t unexplained = 0;
  bool hasSwitches = false;
  /// Says why `sets.guarded` was not made; empty if it was.
  std::string withoutGuarded = "";
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_COMPARESUMMARY_H
