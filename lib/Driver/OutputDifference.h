//===- OutputDifference.h - Where two observations part ---------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_DRIVER_OUTPUTDIFFERENCE_H
#define PINSTRIPE_LIB_DRIVER_OUTPUTDIFFERENCE_H

#include "pinstripe/Execution/RunResult.h"
#include "llvm/ADT/StringRef.h"

namespace pinstripe {

/// An observation and how to call it: "the first run".
struct NamedResult {
  const RunResult &result;
  llvm::StringRef name;
};

/// The first difference in stdout, stderr, ending and watched files, in that
/// order, over a few lines; none if they are the same.
std::optional<std::string> firstDifference(const NamedResult &left,
                                           const NamedResult &right);

/// The observation with `0x...` in place of all addresses as `%p` writes
/// them.
RunResult withoutAddresses(RunResult result);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_OUTPUTDIFFERENCE_H
