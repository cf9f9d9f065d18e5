// Tells whether some predicate sees a difference between two runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A predicate says what must be the same in two runs, such as the output. A
// difference that no predicate notices does not matter for the result.

#ifndef PINSTRIPE_LIB_CASE_SEENDIFFERENCE_H
#define PINSTRIPE_LIB_CASE_SEENDIFFERENCE_H

#include "pinstripe/Case/OutputDifference.h"
#include "pinstripe/Predicate/Predicate.h"
#include <atomic>

namespace pinstripe {

/// The settings from which `createPredicate` makes the predicates that judge
/// runs.
struct JudgeSettings {
  PredicateSpec predicate;
  std::string scratchDirectory;
  const std::atomic<bool> *interrupted = nullptr;
};

/// A difference between the results of two runs.
struct RunDifference {
  /// A text of a few lines that describes a difference between the results.
  std::string text;
  /// True if at least one predicate distinguishes the two runs. False if the
  /// runs differ only in something that no predicate looks at.
  bool isSeen = true;
};

/// Returns a ReproductionError if the two runs ended differently, and something
/// from outside may have ended one of them. Such a difference says nothing
/// about the program.
llvm::Error checkEndedAlike(llvm::StringRef program, const NamedResult &left,
                            const NamedResult &right);

/// Compares the results of two runs of the whole program. Returns nullopt if
/// the results are equal. Otherwise says whether a predicate of `settings` sees
/// the difference. If `settings` is nullopt, every difference counts as seen.
///
/// The predicates are made as if `left` were the recorded run. Returns an error
/// if they can't be made. The values of watched expressions are not compared,
/// since only an engine can read them.
llvm::Expected<std::optional<RunDifference>>
compareRuns(const NamedResult &left, const NamedResult &right,
            const std::optional<JudgeSettings> &settings);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CASE_SEENDIFFERENCE_H
