// Parses the limits that a user sets with `--run-limit`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_EXECUTION_LIMITOPTIONS_H
#define PINSTRIPE_EXECUTION_LIMITOPTIONS_H

#include "pinstripe/Execution/RunResult.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>

namespace pinstripe {

/// The limits that the user has set with `--run-limit`. For each limit that is
/// nullopt, the default applies.
struct LimitOptions {
  /// Limits on wall time, processor time and events. They are limits for
  /// partial executions, not for recordings. But if the limit on events is
  /// higher than the usual limit for recordings, recordings may also have that
  /// many events.
  std::optional<double> seconds = {}, processorSeconds = {};
  std::optional<uint64_t> events = {};
  /// The limits for all runs: on the size of the output, and on the size of
  /// each file that a run writes. The limits after these, from `memoryBytes`
  /// on, are only for runs in a sandbox.
  std::optional<uint64_t> outputBytes = {}, fileBytes = {};
  std::optional<uint64_t> memoryBytes = {}, processes = {}, openFiles = {},
                          writtenBytes = {};

  /// Returns the name of a limit that is set and that only a sandbox can
  /// enforce; empty if no such limit is set.
  std::string needsSandbox() const;
};

/// Parses limits such as "memory=2G" or "time=0.5". If the name of a limit
/// occurs twice, the last one counts. Returns a UsageError if a word can't be
/// parsed.
llvm::Expected<LimitOptions> parseLimits(llvm::ArrayRef<std::string> words);

/// Returns the name under which a user can set the limit `kind`. It must be a
/// limit that users can set.
std::string optionFor(LimitReached::Kind kind);

/// Lists all names of limits with their units, for `--help`: "time, cpu, ...".
std::string describeLimitNames();

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_LIMITOPTIONS_H
