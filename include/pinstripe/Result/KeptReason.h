// Says why an event is in the result of a reduction.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_KEPTREASON_H
#define PINSTRIPE_RESULT_KEPTREASON_H

#include "pinstripe/Execution/RunResult.h"
#include "pinstripe/Reduction/Outcome.h"
#include <map>
#include <string>

namespace pinstripe {

/// Says why an event was kept: what happened in the test that skipped the event
/// (or the whole element that contains the event) and executed all other kept
/// events.
struct KeptReason {
  /// The outcome of the test without the event: PASS or UNRESOLVED.
  Outcome outcome = Outcome::Pass;
  UnresolvedCause cause = {}; ///< The cause, if the outcome is UNRESOLVED.
  /// How the output of the test differed from the recorded output, or how the
  /// run ended; empty if that is not known, as for a test that an earlier
  /// reduction made.
  std::string text = {};
};

/// Maps an EventIndex to the reason why that event was kept.
using KeptReasons = std::map<uint32_t, KeptReason>;

/// The largest size of a result for which reasons are given. Nobody would read
/// the reasons of a larger result.
inline constexpr size_t maxEventsWithReasons = 2000;

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_KEPTREASON_H
