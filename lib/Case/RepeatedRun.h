// Decides whether a run ended by itself or was ended by others.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_CASE_REPEATEDRUN_H
#define PINSTRIPE_LIB_CASE_REPEATEDRUN_H

#include "pinstripe/Execution/RunResult.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Stopwatch.h"
#include <optional>
#include <utility>

namespace pinstripe {

/// Counts consecutive failures of an engine.
class FailureCount {
public:
  /// Counts one more failure. Returns true while another attempt is worthwhile.
  bool addAndMayRetry();

private:
  unsigned count = 0;
  Stopwatch since;
};

/// Returns the result of `attempt`, an Expected. Repeats the attempt while it
/// ends with an EngineError.
template <typename Attempt> auto repeatFailures(Attempt attempt) {
  FailureCount failures;
  for (;;) {
    auto result = attempt();
    if (!result.template errorIsA<EngineError>() || !failures.addAndMayRetry())
      return result;
    // Drops this error: only that of the last attempt is reported.
    llvm::consumeError(result.takeError());
  }
}

/// Compares the results of one run that is made again and again.
class RepeatedRun {
public:
  /// Adds a result. Returns true once that result is what the run itself does.
  bool addAndIsConvincing(const RunResult &latest);

private:
  unsigned runs = 0, alike = 0;
  /// The ending of the previous run, and the number of its events.
  std::optional<std::pair<Ending, uint64_t>> former;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CASE_REPEATEDRUN_H
