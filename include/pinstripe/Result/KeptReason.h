// Says why an event is in the result of a reduction.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_KEPTREASON_H
#define PINSTRIPE_RESULT_KEPTREASON_H

#include "pinstripe/Execution/RunResult.h"
#include "pinstripe/Reduction/Outcome.h"
#include <map>
#include <string>

namespace pinstripe {

/// The reason why an event was kept: the outcome of a test that executed all
/// other kept events and skipped this one. If the event belongs to an element
/// that is removed as a whole, the test skipped the whole element.
struct KeptReason {
  /// The outcome of the test that skipped the event: PASS or UNRESOLVED.
  Outcome outcome = Outcome::Pass;
  /// Why the outcome is UNRESOLVED, such as a crash. Has no meaning for PASS.
  UnresolvedCause cause = {};
  /// How the output of the test differed from the recorded output, or how the
  /// run ended. Empty if that is not known, for example because the test
  /// executed very many events.
  std::string text = {};
};

/// Maps an EventIndex to the reason why that event was kept.
using KeptReasons = std::map<uint32_t, KeptReason>;

/// The largest number of kept events for which a result gives reasons. If more
/// events are kept, no reasons are given, since nobody would read so many.
inline constexpr size_t maxEventsWithReasons = 2000;

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_KEPTREASON_H
