// Tells whether some predicate sees a difference between two runs.
// sees.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_CASE_SEENDIFFERENCE_H
#define PINSTRIPE_LIB_CASE_SEENDIFFERENCE_H

#include "pinstripe/Case/OutputDifference.h"
#include "pinstripe/Predicate/Predicate.h"
#include <atomic>

namespace pinstripe {

/// The predicates that judge runs, with what `createPredicate` needs for them.
struct JudgeSettings {
  PredicateSpec predicate;
  std::string scratchDirectory;
  const std::atomic<bool> *interrupted = nullptr;
};

/// How two runs differ.
struct RunDifference {
  std::string text; ///< The first difference that matters, in a few lines.
  /// True if some predicate tells the second run from the first one. Otherwise
  /// the difference does no harm.
  bool isSeen = true;
};

/// Returns a ReproductionError if only one of two runs may have been ended by
/// somebody else: then their difference says nothing about the program.
llvm::Error checkEndedAlike(llvm::StringRef program, const NamedResult &left,
                            const NamedResult &right);

/// Compares two runs of the whole program. Returns nullopt if there is no
/// difference. Without settings (no predicate) every difference counts as seen.
/// Watched values are not compared, since only an engine can read them. Returns
/// the errors of `createPredicate`, with `left` as the recorded run.
llvm::Expected<std::optional<RunDifference>>
compareRuns(const NamedResult &left, const NamedResult &right,
            const std::optional<JudgeSettings> &settings);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CASE_SEENDIFFERENCE_H
