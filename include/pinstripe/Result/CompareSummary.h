// Slices side by side.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What `pinstripe compare` found out: which events slices infer, and which ones
// experiments prove, and why they differ.

#ifndef PINSTRIPE_RESULT_COMPARESUMMARY_H
#define PINSTRIPE_RESULT_COMPARESUMMARY_H

#include "pinstripe/Result/ChangeSummary.h"
#include "pinstripe/Result/RunHeader.h"

namespace pinstripe {

/// Why an event is in one of the sets and not in another. The experiments run
/// in trace flow.
enum class DifferenceReason : uint8_t {
  // In the data slice, but not critical: without it, and all else that is not
  // critical, the output is the same.
  ValueUnchanged, ///< it wrote what had been there before
  Masked,         ///< it wrote something else, which does not reach the output
  NoCause,        ///< what it wrote can't be told, as of a call
  /// In the full slice for its decision or the address that it computed alone,
  /// which the trace keeps in any case.
  ControlOnly,
  // Critical, but in no slice:
  LeavesStale,   ///< what it wrote is read when the memory is not its own any
                 ///< more
  PreventsCrash, ///< without it the run crashes, hangs or leaves the trace
  ChangesOutput, ///< without it something else comes out
};

struct SliceDifference {
  EventIndex event{};
  DifferenceReason reason{};
  /// How the run ends without it, where that was tried.
  std::string ending = {};
};

/// Sets of events that stand side by side; empty (without size): not made.
struct ComparedSets {
  EventSet full, data;        ///< dynamic slices
  EventSet critical, guarded; ///< in trace flow and in guarded flow
  EventSet guards;
  /// Conditions that mend the output when they are switched.
  std::vector<ChangedUnit> switches;
};

/// The result of `pinstripe compare`. Table and trace must outlive it.
struct CompareSummary {
  std::string version;
  CaseDescription theCase;
  EngineDescription engine;
  const UnitTable &table;
  const Trace &trace;
  ComparedSets sets = {};
  /// `1-minimal`, or why not.
  std::string criticalMinimality = "", guardedMinimality = "";
  std::vector<SliceDifference> differences = {}; ///< by event
  /// More than these were not looked into.
  uint64_t unexplained = 0;
  bool hasSwitches = false;
  /// Why there is no guarded slice; mostly empty.
  std::string withoutGuarded = "";
  bool interrupted = false;
  double totalSeconds = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_COMPARESUMMARY_H
