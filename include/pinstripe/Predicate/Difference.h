// Describes how the output of a run differs from the output of the recorded
// run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_PREDICATE_DIFFERENCE_H
#define PINSTRIPE_PREDICATE_DIFFERENCE_H

#include "pinstripe/Predicate/Predicate.h"

namespace pinstripe {

/// Describes in a few words how `result` differs from the recorded run, such as
/// "`sum = 12` in place of `sum = 15`". Only the first predicate that does not
/// hold is described.
///
/// The text is empty in three cases:
/// - All predicates hold.
/// - The first predicate that does not hold is a check program, which gives no
///   reasons.
/// - Only the report of a sanitizer is missing in `result`.
std::string describeDifference(const PredicateSpec &spec,
                               const RunResult &recorded,
                               const RunResult &result);

} // namespace pinstripe

#endif // PINSTRIPE_PREDICATE_DIFFERENCE_H
