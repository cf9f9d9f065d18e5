// Counts the tests of a reduction by their outcome.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_TESTTALLY_H
#define PINSTRIPE_RESULT_TESTTALLY_H

#include "pinstripe/Execution/RunResult.h"
#include "pinstripe/Reduction/Outcome.h"
#include <map>

namespace pinstripe {

/// Returns the name that the cause of an UNRESOLVED outcome has in the test
/// database and in the JSON output: "crash", "hang", "divergence", "decided
/// otherwise", "undecided" or the name of a limit.
llvm::StringRef nameOf(const UnresolvedCause &cause);
/// Returns the cause of an UNRESOLVED outcome that has the name `name` (see
/// nameOf). Returns Undecided if no cause has it.
UnresolvedCause causeNamed(llvm::StringRef name);

/// Counts tests, in total and by outcome. The test that executes all events and
/// the test that executes none are included.
struct TestTally {
  /// How many different partial executions, each a set of events, were tested.
  uint64_t distinct = 0;
  /// How many outcomes came from the test database. An earlier reduction had
  /// stored them there.
  uint64_t stored = 0;
  /// How many tests were asked for but not made, since an earlier test had
  /// executed the same events and its outcome was known.
  uint64_t cached = 0;
  uint64_t pass = 0, fail = 0, unresolved = 0;
  // How many tests were UNRESOLVED because of a crash, a hang, a divergence or
  // a limit.
  uint64_t crash = 0, hang = 0, divergence = 0, limit = 0;
  /// How many tests got no verdict from the predicate, for example because a
  /// check program could not decide.
  uint64_t undecided = 0;
  /// How many tests ended because a condition of the program decided otherwise
  /// than in the recording. That happens only in guarded flow, where each
  /// condition must decide as in the recorded run. `unresolved` does not count
  /// these tests.
  uint64_t decidedOtherwise = 0;
  std::map<LimitReached::Kind, uint64_t> limits = {};

  /// Counts a test that had the outcome `outcome`. `cause` is used only if the
  /// outcome is UNRESOLVED.
  void add(Outcome outcome, const UnresolvedCause &cause);
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_TESTTALLY_H
