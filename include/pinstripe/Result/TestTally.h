// Counts the tests of a reduction by their outcome.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_TESTTALLY_H
#define PINSTRIPE_RESULT_TESTTALLY_H

#include "pinstripe/Reduction/Outcome.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <string>

namespace pinstripe {

/// Why a partial execution in guarded flow is neither FAIL nor PASS.
inline constexpr llvm::StringLiteral decidedOtherwiseCause =
    "decided otherwise";

/// What the tests said. The full and the empty configuration count too.
struct TestTally {
  uint64_t distinct = 0; ///< partial executions
  uint64_t stored = 0;   ///< of them, made by former reductions of the case
  uint64_t cached = 0;   ///< answered without a run
  uint64_t pass = 0, fail = 0, unresolved = 0;
  // Why unresolved.
  uint64_t crash = 0, hang = 0, divergence = 0, limit = 0;
  /// The predicate itself could not tell (a check program said so).
  uint64_t undecided = 0;
  /// Guarded flow: a condition led elsewhere than in the recording. Not among
  /// the unresolved ones.
  uint64_t decidedOtherwise = 0;
  /// Which limits: "events", "processes", ...
  std::map<std::string, uint64_t> limits = {};

  /// A partial execution; `cause`: why it is UNRESOLVED, in the words of
  /// `unresolved_by` in the JSON output, or decidedOtherwiseCause. What begins
  /// with "limit of " goes on with the name of one.
  void add(Outcome outcome, llvm::StringRef cause);
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_TESTTALLY_H
