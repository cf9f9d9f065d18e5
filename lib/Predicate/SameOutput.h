// The predicates --same-stdout and --same-stderr.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_PREDICATE_SAMEOUTPUT_H
#define PINSTRIPE_PREDICATE_SAMEOUTPUT_H

#include "pinstripe/Predicate/Predicate.h"

namespace pinstripe {

/// Creates a predicate that holds if standard output is the recorded one, byte
/// for byte. A UsageError if that is empty, since every run without output
/// would reproduce it.
llvm::Expected<std::unique_ptr<Predicate>>
createSameStdout(const RunResult &recorded);

/// Creates the same predicate for standard error. Empty standard error is
/// accepted together with other predicates ("and still no warning"), and is a
/// UsageError if `isOnly`.
llvm::Expected<std::unique_ptr<Predicate>>
createSameStderr(const RunResult &recorded, bool isOnly);

} // namespace pinstripe

#endif // PINSTRIPE_PREDICATE_SAMEOUTPUT_H
