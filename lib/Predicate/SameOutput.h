//===- SameOutput.h - --same-stdout and --same-stderr -----------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_PREDICATE_SAMEOUTPUT_H
#define PINSTRIPE_PREDICATE_SAMEOUTPUT_H

#include "pinstripe/Predicate/Predicate.h"

namespace pinstripe {

/// Holds if standard output is the recorded one, byte for byte. A UsageError
/// if that is empty: every run without output would reproduce it.
llvm::Expected<std::unique_ptr<Predicate>>
createSameStdout(const RunResult &recorded);

/// As above for standard error. An empty one is a condition of its own beside
/// other predicates ("and still no warning"), and an error only if `isOnly`.
llvm::Expected<std::unique_ptr<Predicate>>
createSameStderr(const RunResult &recorded, bool isOnly);

} // namespace pinstripe

#endif // PINSTRIPE_PREDICATE_SAMEOUTPUT_H
