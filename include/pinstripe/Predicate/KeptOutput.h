//===- KeptOutput.h - Which part of the output counts -----------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_PREDICATE_KEPTOUTPUT_H
#define PINSTRIPE_PREDICATE_KEPTOUTPUT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace pinstripe {

/// Bytes [begin, end) of the output.
struct OutputMatch {
  uint64_t begin = 0, end = 0;
};

/// All matches of an expression of PredicateSpec::keep, from left to right. A
/// UsageError if it is none.
llvm::Expected<std::vector<OutputMatch>> findKept(const std::string &expression,
                                                  llvm::StringRef output);

} // namespace pinstripe

#endif // PINSTRIPE_PREDICATE_KEPTOUTPUT_H
