// Defines the three possible outcomes of a test: PASS, FAIL and UNRESOLVED.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_OUTCOME_H
#define PINSTRIPE_REDUCTION_OUTCOME_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace pinstripe {

/// The outcome of a test, named as in Zeller and Hildebrandt (2002). A
/// reduction looks for the outcome FAIL: the failure under investigation occurs
/// again.
enum class Outcome : uint8_t {
  /// The program ended by itself, with an output other than the one under
  /// investigation.
  Pass,
  Fail, ///< The output under investigation was reproduced.
  /// The run crashed, hung, met a limit or diverged. A run diverges if it comes
  /// to a point for which the recording does not say what comes next.
  Unresolved,
};

/// Returns "PASS", "FAIL" or "UNRESOLVED".
llvm::StringRef outcomeName(Outcome outcome);

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_OUTCOME_H
