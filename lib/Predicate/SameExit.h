// The predicate --same-exit: exit status or signal stays the same.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_PREDICATE_SAMEEXIT_H
#define PINSTRIPE_PREDICATE_SAMEEXIT_H

#include "pinstripe/Predicate/Predicate.h"

namespace pinstripe {

/// Creates a predicate that holds if the run ended with the recorded exit
/// status or fatal signal.
std::unique_ptr<Predicate> createSameExit(const RunResult &recorded);

} // namespace pinstripe

#endif // PINSTRIPE_PREDICATE_SAMEEXIT_H
