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
/// Returns the cause of that name. A name that is not known means Undecided.
UnresolvedCause causeNamed(llvm::StringRef name);

/// The numbers of tests. Those of the full and of the empty configuration
/// count, too.
struct TestTally {
  uint64_t distinct = 0; ///< Partial executions.
  uint64_t stored = 0;   ///< Those that earlier reductions of the case made.
  uint64_t cached = 0;   ///< Tests that were answered without a run.
  uint64_t pass = 0, fail = 0, unresolved = 0;
  // Why tests were unresolved.
  uint64_t crash = 0, hang = 0, divergence = 0, limit = 0;
  /// The predicate itself could not tell, such as a check program.
  uint64_t undecided = 0;
  /// Guarded flow: a condition led elsewhere than in the recording. These are
  /// not among the unresolved ones.
  uint64_t decidedOtherwise = 0;
  std::map<LimitReached::Kind, uint64_t> limits = {};

  /// Counts a partial execution. `cause` matters if it is UNRESOLVED.
  void add(Outcome outcome, const UnresolvedCause &cause);
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_TESTTALLY_H
