// Runs the tool `pinstripe` as a child process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_LLDB_TOOL_H
#define PINSTRIPE_TOOLS_LLDB_TOOL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace pinstripe {

/// Runs the tool with the arguments `words` in `folder`, or in the current
/// folder if `folder` is empty. Calls `write` with each part of the tool's
/// standard output. If `withMessages` is true, standard error is included.
/// Returns the exit status of the tool, or 128 plus the number of the signal
/// that has ended it. Returns a UsageError if the tool does not exist. Returns
/// an EngineError if the tool can't be started, or if its exit status can't be
/// found.
llvm::Expected<int> runTool(llvm::ArrayRef<std::string> words,
                            const std::string &folder, bool withMessages,
                            llvm::function_ref<void(llvm::StringRef)> write);

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_LLDB_TOOL_H
