// Reports that the user should choose another predicate.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_PREDICATE_PREDICATEERROR_H
#define PINSTRIPE_PREDICATE_PREDICATEERROR_H

#include "pinstripe/Support/Error.h"
#include <vector>

namespace pinstripe {

/// An error of the class `Kind` that the user can avoid by choosing another
/// predicate or criterion. The message names no options, since each command of
/// the tool has other options. The tool appends those options from the list
/// `others` that the running command has.
template <typename Kind>
struct PredicateError : llvm::ErrorInfo<PredicateError<Kind>, Kind> {
  static inline char ID = 0;
  PredicateError(const llvm::Twine &message, std::vector<std::string> others,
                 std::string advice = "say what to keep with")
      : llvm::ErrorInfo<PredicateError<Kind>, Kind>(message),
        others(std::move(others)), advice(std::move(advice)) {}
  /// The names of the options that the tool may suggest to the user, without
  /// arguments.
  std::vector<std::string> others;
  std::string advice; ///< The words before the suggested options.
};

/// Reports that the recorded run does not have what a predicate asks for.
using UnfitPredicateError = PredicateError<UsageError>;

} // namespace pinstripe

#endif // PINSTRIPE_PREDICATE_PREDICATEERROR_H
