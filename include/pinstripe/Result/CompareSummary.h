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

/// Why an event is in a dynamic slice but not in the critical slice, or the
/// other way round. The critical slice has the events that a reduction kept,
/// here in trace flow, in which the recording decides where control goes.
enum class DifferenceReason : uint8_t {
  // The next reasons (ValueUnchanged, Masked and NoCause) are for events in the
  // data slice that are not critical. A value of such an event went into the
  // output, but the output is the same without the event.
  ValueUnchanged, ///< The event wrote the value that the variable had before.
  /// The event changed a value, but the change does not reach the output.
  Masked,
  /// The output does not need the event. No reason is known, since the values
  /// of the event are unknown, as for a call.
  NoCause,
  /// The output depends on the event only through a decision or an address. So
  /// the event is in the full slice, but not in the data slice. It is not
  /// critical, since in trace flow the recording decides where control goes.
  ControlOnly,
  /// LeavesStale, PreventsCrash and ChangesOutput are reasons why an event is
  /// critical although no dynamic slice contains it. LeavesStale: the event
  /// left a value in memory, and this value was read after the memory had been
  /// released.
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

/// The compared sets of events. A set that was not computed is unset: it has
/// room for no events (see IndexSet::isUnset).
struct ComparedSets {
  EventSet full, data; ///< Dynamic slices.
  /// The critical slices, which are the events that a reduction kept.
  /// `critical` is the slice of trace flow, where the recording decides where
  /// control goes. `guarded` is the slice of guarded flow, where the program's
  /// own conditions decide.
  EventSet critical, guarded;
  EventSet guards;
  /// Conditions that make the output right, or more of it, if one of them is
  /// switched (sent the other way).
  std::vector<ChangedUnit> switches;
};

/// The result of `pinstripe compare`.
struct CompareSummary : RunHeader {
  ComparedSets sets = {};
  /// Says what is proved about the critical slices (the events that a reduction
  /// kept); nullopt for a slice that was not computed.
  std::optional<Certificate> criticalProof = {}, guardedProof = {};
  /// The differences between the slices for which a reason was found, sorted by
  /// event.
  std::vector<SliceDifference> differences = {};
  /// The number of further differences, for which no reason was looked for.
  uint64_t unexplained = 0;
  bool hasSwitches = false;
  /// Why the critical slice of guarded flow (the events kept if conditions must
  /// decide as recorded) was not computed; empty if it was.
  std::string withoutGuarded = "";
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_COMPARESUMMARY_H
