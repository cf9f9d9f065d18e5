// The predicate --watch: the value of an expression stays the same.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PREDICATE_SAMEVALUE_H
#define PINSTRIPE_LIB_PREDICATE_SAMEVALUE_H

#include "pinstripe/Predicate/Predicate.h"

namespace pinstripe {

/// Creates a predicate for the watched value number `index` of the runs, which
/// the user wrote as `text`. A UsageError if the recorded run has no such
/// value.
llvm::Expected<std::unique_ptr<Predicate>>
createSameValue(const std::string &text, size_t index,
                const RunResult &recorded);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PREDICATE_SAMEVALUE_H
