// The result of `pinstripe compare`: slices side by side.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slices infer events and experiments prove events; the differences are
// explained.

#ifndef PINSTRIPE_RESULT_COMPARESUMMARY_H
#define PINSTRIPE_RESULT_COMPARESUMMARY_H

#include "pinstripe/Result/Certificate.h"
#include "pinstripe/Result/ChangeSummary.h"

namespace pinstripe {

/// Why an event is in a dynamic slice and not in the critical slice, or the
/// other way round. Critical slices are those in trace flow.
enum class DifferenceReason : uint8_t {
  // In the data slice, but not critical: without it, and all else that is not
  // critical, the output is the same.
  ValueUnchanged, ///< It wrote what had been there before.
  Masked,         ///< It wrote something that does not reach the output.
  NoCause,        ///< What it wrote can't be told, such as for a call.
  /// In the full slice for its decision or the address that it computed alone,
  /// which the trace keeps in any case.
  ControlOnly,
  // Critical, but in no slice:
  LeavesStale,   ///< What it wrote is read after the memory was given up.
  PreventsCrash, ///< Without it the run crashes, hangs or diverges.
  ChangesOutput, ///< Without it another output comes out.
};

struct SliceDifference {
  EventIndex event{};
  DifferenceReason reason{};
  /// How the run without the event ends; empty if that was not tried.
  std::string ending = {};
};

/// The compared sets of events. A set that was not made has no size.
struct ComparedSets {
  EventSet full, data;        ///< Dynamic slices.
  EventSet critical, guarded; ///< In trace flow and in guarded flow.
  EventSet guards;
  /// Conditions that correct the output when they are switched.
  std::vector<ChangedUnit> switches;
};

/// The result of `pinstripe compare`.
struct CompareSummary : RunHeader {
  ComparedSets sets = {};
  /// The certificates of the critical sets; none if a set was not made.
  std::optional<Certificate> criticalProof = {}, guardedProof = {};
  std::vector<SliceDifference> differences = {}; ///< In the order of events.
  /// The number of further differences, which were not looked into.
  uint64_t unexplained = 0;
  bool hasSwitches = false;
  /// Says why there is no guarded slice; otherwise empty.
  std::string withoutGuarded = "";
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_COMPARESUMMARY_H
