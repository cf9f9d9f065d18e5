// Reports that the user should choose another predicate.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_PREDICATE_PREDICATEERROR_H
#define PINSTRIPE_PREDICATE_PREDICATEERROR_H

#include "pinstripe/Support/Error.h"
#include <vector>

namespace pinstripe {

/// An error of the class `Kind` that another predicate or criterion would
/// avoid. Not all verbs have options for all predicates, so the message names
/// none. The tool adds those options of `others` that the verb has.
template <typename Kind>
struct PredicateError : llvm::ErrorInfo<PredicateError<Kind>, Kind> {
  static inline char ID = 0;
  PredicateError(const llvm::Twine &message, std::vector<std::string> others,
                 std::string advice = "say what to keep with")
      : llvm::ErrorInfo<PredicateError<Kind>, Kind>(message),
        others(std::move(others)), advice(std::move(advice)) {}
  /// The options that the user may try, without their arguments.
  std::vector<std::string> others;
  std::string advice; ///< The words before these options.
};

/// Reports that the recorded run does not have what a predicate asks for.
using UnfitPredicateError = PredicateError<UsageError>;

} // namespace pinstripe

#endif // PINSTRIPE_PREDICATE_PREDICATEERROR_H
