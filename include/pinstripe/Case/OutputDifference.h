// Finds the first difference between the results of two runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_OUTPUTDIFFERENCE_H
#define PINSTRIPE_CASE_OUTPUTDIFFERENCE_H

#include "pinstripe/Execution/RunResult.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace pinstripe {

/// Returns the lines of a text without their line ends.
std::vector<llvm::StringRef> splitLines(llvm::StringRef text);

/// The result of a run, with a name for the run in messages, such as "the first
/// run".
struct NamedResult {
  const RunResult &result;
  llvm::StringRef name;
};

/// Returns the first difference between two results, as a text of a few lines.
/// Compares stdout, stderr, the ending and the observed files, in this order.
/// Returns nullopt if all are equal.
std::optional<std::string> firstDifference(const NamedResult &left,
                                           const NamedResult &right);

/// Appends the text of RunResult::bufferedOutput to the stdout of `result`.
/// When the recorded program crashed, it had this text in a buffer and had not
/// written it. In live flow, in which the program itself decides where control
/// goes, a crashing program does write such a text. So the returned result can
/// be compared with that of a run in live flow.
RunResult withBufferedOutput(RunResult result);

/// Returns `result` with `0x...` in place of each number in the output that
/// begins with 0x. `%p` prints addresses in this form. So results that differ
/// only in addresses become equal.
RunResult withoutAddresses(RunResult result);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_OUTPUTDIFFERENCE_H
