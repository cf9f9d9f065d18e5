// The predicate --keep: matches of a regular expression stay the same.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_PREDICATE_KEEP_H
#define PINSTRIPE_PREDICATE_KEEP_H

#include "pinstripe/Predicate/Predicate.h"

namespace pinstripe {

/// Creates a predicate that holds if the matches of the expression in standard
/// output are the recorded ones, in the same order and number. UsageErrors: a
/// bad expression, and one that matches nothing in the recorded output.
llvm::Expected<std::unique_ptr<Predicate>>
createKeep(const std::string &expression, const RunResult &recorded);

} // namespace pinstripe

#endif // PINSTRIPE_PREDICATE_KEEP_H
