// Says why an event is in the result of a reduction.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_KEPTREASON_H
#define PINSTRIPE_RESULT_KEPTREASON_H

#include "pinstripe/Execution/RunResult.h"
#include "pinstripe/Reduction/Outcome.h"
#include <map>
#include <string>

namespace pinstripe {

/// What became of the run without an event, or without the element of which it
/// is a part, when all else of the result was executed.
struct KeptReason {
  Outcome outcome = Outcome::Pass; ///< Pass or Unresolved.
  UnresolvedCause cause = {};      ///< Why it is Unresolved.
  /// How the output differed, or how the run ended; empty if that is not known,
  /// as for a test that an earlier reduction made.
  std::string text = {};
};

/// Maps an EventIndex to the reason why that event was kept.
using KeptReasons = std::map<uint32_t, KeptReason>;

/// Up to how many kept events get reasons. Nobody would read more.
inline constexpr size_t maxEventsWithReasons = 2000;

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_KEPTREASON_H
