// Says why an event is in the result of a reduction.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_KEPTREASON_H
#define PINSTRIPE_RESULT_KEPTREASON_H

#include "pinstripe/Execution/RunResult.h"
#include "pinstripe/Reduction/Outcome.h"
#include <map>
#include <string>

namespace pinstripe {

/// Says what happened in a run without one of the kept events (or without the
/// element that contains the event), when all other kept events were executed.
struct KeptReason {
  /// The outcome of that run: PASS or UNRESOLVED.
  Outcome outcome = Outcome::Pass;
  UnresolvedCause cause = {}; ///< The cause, if the outcome is UNRESOLVED.
  /// How the output differed, or how the run ended; empty if that is not known,
  /// as for a test that an earlier reduction made.
  std::string text = {};
};

/// Maps an EventIndex to the reason why that event was kept.
using KeptReasons = std::map<uint32_t, KeptReason>;

/// The largest number of kept events that get reasons. Nobody would read more.
inline constexpr size_t maxEventsWithReasons = 2000;

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_KEPTREASON_H
