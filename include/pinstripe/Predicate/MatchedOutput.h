// Finds the part of the output that --keep matches.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_PREDICATE_MATCHEDOUTPUT_H
#define PINSTRIPE_PREDICATE_MATCHEDOUTPUT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace pinstripe {

/// A match of a regular expression in the output. `begin` is the position of
/// its first byte, and `end` is the position after its last byte.
struct OutputMatch {
  uint64_t begin = 0, end = 0;
};

/// Returns all matches of one expression of PredicateSpec::keep in the output,
/// from left to right. Returns a UsageError if the expression is not valid.
llvm::Expected<std::vector<OutputMatch>>
findMatches(const std::string &expression, llvm::StringRef output);

} // namespace pinstripe

#endif // PINSTRIPE_PREDICATE_MATCHEDOUTPUT_H
