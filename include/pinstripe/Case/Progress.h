// Tells a waiting user how much of its work a command has done.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_PROGRESS_H
#define PINSTRIPE_CASE_PROGRESS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <functional>
#include <string>

namespace pinstripe {

/// The step that a verb is doing, and how much of the step is done. A verb is a
/// command of the tool, such as `reduce`.
struct Progress {
  llvm::StringRef step; ///< Such as "recording"; empty if a verb has one step.
  uint64_t done = 0;    ///< How many pieces of work (such as runs) are done.
  uint64_t all = 0; ///< How many pieces of work there are in all; 0 if unknown.
  llvm::StringRef unit = {}; ///< "run"; empty if the work can't be counted.
};

/// A function that is called now and then with the progress of a verb. It is
/// called in the thread of the verb. May be null.
using ProgressListener = std::function<void(const Progress &)>;

/// Returns a text such as "slicing", "reducing, 12 runs" or "12 of 300 changed
/// runs".
std::string describeProgress(const Progress &progress);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_PROGRESS_H
