// Counts the tests of a reduction by their outcome.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_TESTTALLY_H
#define PINSTRIPE_RESULT_TESTTALLY_H

#include "pinstripe/Execution/RunResult.h"
#include "pinstripe/Reduction/Outcome.h"
#include <map>

namespace pinstripe {

/// Returns "crash", "hang", "divergence", "decided otherwise", "undecided" or
/// the name of a limit, as the test database and the JSON output spell it.
llvm::StringRef nameOf(const UnresolvedCause &cause);
/// Returns the cause that has this name; Undecided if no cause has it.
UnresolvedCause causeNamed(llvm::StringRef name);

/// How many tests there were, and how many had each outcome. The tests of the
/// full and of the empty configuration count, too.
struct TestTally {
  uint64_t distinct = 0; ///< How many different partial executions were tested.
  uint64_t stored = 0;   ///< How many of these an earlier reduction has made.
  uint64_t cached = 0;   ///< How often a known outcome was asked for again.
  uint64_t pass = 0, fail = 0, unresolved = 0;
  // How many tests were UNRESOLVED for each reason.
  uint64_t crash = 0, hang = 0, divergence = 0, limit = 0;
  /// Tests in which the predicate, such as a check program, could not decide.
  uint64_t undecided = 0;
  /// Tests in guarded flow in which a condition led elsewhere than in the
  /// recording. `unresolved` does not count them.
  uint64_t decidedOtherwise = 0;
  std::map<LimitReached::Kind, uint64_t> limits = {};

  /// Counts a partial execution. `cause` matters only for UNRESOLVED.
  void add(Outcome outcome, const UnresolvedCause &cause);
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_TESTTALLY_H
