// Finds the first difference between what came out of two runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_OUTPUTDIFFERENCE_H
#define PINSTRIPE_CASE_OUTPUTDIFFERENCE_H

#include "pinstripe/Execution/RunResult.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace pinstripe {

/// Returns the lines of a text without their line ends.
std::vector<llvm::StringRef> splitLines(llvm::StringRef text);

/// The result of a run, and a name for that run in messages, such as "the first
/// run".
struct NamedResult {
  const RunResult &result;
  llvm::StringRef name;
};

/// Returns the first difference in stdout, stderr, ending and observed files,
/// in that order, as a text of a few lines. Returns nullopt if both
/// observations are equal.
std::optional<std::string> firstDifference(const NamedResult &left,
                                           const NamedResult &right);

/// Returns the result with the output that the program would have written if it
/// had emptied its buffers before it crashed, as it does in live flow.
RunResult withBufferedOutput(RunResult result);

/// Returns the result with `0x...` in place of each address in the output, as
/// `%p` writes addresses.
RunResult withoutAddresses(RunResult result);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_OUTPUTDIFFERENCE_H
