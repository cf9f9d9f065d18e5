//===- SameValue.h - --watch ------------------------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_PREDICATE_SAMEVALUE_H
#define PINSTRIPE_LIB_PREDICATE_SAMEVALUE_H

#include "pinstripe/Predicate/Predicate.h"

namespace pinstripe {

/// For `text`, watch number `index` of the runs. A UsageError if the recorded
/// run has no such value.
llvm::Expected<std::unique_ptr<Predicate>>
createSameValue(const std::string &text, size_t index,
                const RunResult &recorded);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PREDICATE_SAMEVALUE_H
