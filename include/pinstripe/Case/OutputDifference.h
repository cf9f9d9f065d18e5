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
/// in that order, as a text of a few lines. Returns nullopt if both results are
/// equal in all of these.
std::optional<std::string> firstDifference(const NamedResult &left,
                                           const NamedResult &right);

/// Returns `result` with the text of RunResult::bufferedOutput moved to the end
/// of stdout. A crashed program had printed that text, but not yet written it.
/// In live flow (the program runs by itself, with some changes), a crashing
/// program writes the text itself, so stdout can be compared after the move.
RunResult withBufferedOutput(RunResult result);

/// Returns `result` with the text `0x...` in place of each hexadecimal number
/// with the prefix 0x in the output. Since `%p` prints addresses in this form,
/// results that differ only in addresses become equal.
RunResult withoutAddresses(RunResult result);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_OUTPUTDIFFERENCE_H
