// Decides whether a run has ended by itself or something else has ended it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_CASE_REPEATEDRUN_H
#define PINSTRIPE_LIB_CASE_REPEATEDRUN_H

#include "pinstripe/Execution/RunResult.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Stopwatch.h"
#include <optional>
#include <utility>

namespace pinstripe {

/// Counts how often an engine has failed in succession.
class FailureCount {
public:
  /// Counts one more failure. Returns true if another attempt may be made.
  bool addAndMayRetry();

private:
  unsigned count = 0;
  Stopwatch since;
};

/// Calls `attempt` and returns its result, an llvm::Expected. After an
/// EngineError, calls `attempt` again, until it has failed too often in
/// succession.
template <typename Attempt> auto repeatFailures(Attempt attempt) {
  FailureCount failures;
  for (;;) {
    auto result = attempt();
    if (!result.template errorIsA<EngineError>() || !failures.addAndMayRetry())
      return result;
    // The error of this attempt is dropped. Only the error of the last attempt
    // is returned.
    llvm::consumeError(result.takeError());
  }
}

/// Decides by the results of repeated runs whether the last run was
/// undisturbed.
class RepeatedRun {
public:
  /// Adds the result of one more repetition. Returns true if the result shows
  /// what the program does when nobody disturbs it.
  bool addAndIsConvincing(const RunResult &latest);

private:
  unsigned runs = 0, alike = 0;
  /// The ending of the last repetition, and the number of its events.
  std::optional<std::pair<Ending, uint64_t>> former;
};

/// Calls `attempt`, which makes a run, until the results show what the program
/// does when nothing disturbs it. After an EngineError, the attempt is
/// repeated.
template <typename Attempt>
llvm::Expected<RunResult> repeatUntilConvincing(Attempt attempt) {
  RepeatedRun runs;
  for (;;) {
    llvm::Expected<RunResult> result = repeatFailures(attempt);
    if (!result || runs.addAndIsConvincing(*result))
      return result;
  }
}

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CASE_REPEATEDRUN_H
