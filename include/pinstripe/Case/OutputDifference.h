// Finds the first difference of two observations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_OUTPUTDIFFERENCE_H
#define PINSTRIPE_CASE_OUTPUTDIFFERENCE_H

#include "pinstripe/Execution/RunResult.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace pinstripe {

/// Returns the lines of a text without their line ends.
std::vector<llvm::StringRef> splitLines(llvm::StringRef text);

/// An observation and its name in messages, such as "the first run".
struct NamedResult {
  const RunResult &result;
  llvm::StringRef name;
};

/// Returns the first difference in stdout, stderr, ending and observed files,
/// in that order, as a text of a few lines. Returns nullopt if both
/// observations are equal.
std::optional<std::string> firstDifference(const NamedResult &left,
                                           const NamedResult &right);

/// Replaces all addresses in the output, as `%p` writes them, by `0x...`.
RunResult withoutAddresses(RunResult result);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_OUTPUTDIFFERENCE_H
