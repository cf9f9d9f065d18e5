// Finds the user's LLDB and the plugin that Pinstripe has for it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_DEBUGGER_H
#define PINSTRIPE_TOOLS_DEBUGGER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace pinstripe {

/// Returns the major version of the LLDB for which the plugin is built. Plugins
/// of LLDB can't be loaded into another version.
std::string debuggerVersion();

/// Returns the path of the user's LLDB. `chosen` is its name or path. If
/// `chosen` is empty, looks for LLDB in the folders of PATH. Returns a
/// UsageError if there is no LLDB, or if it has another version than the one
/// for which the plugin is built.
llvm::Expected<std::string> findDebugger(llvm::StringRef chosen);

/// Returns the path of the plugin. Returns a UsageError if it is not there.
llvm::Expected<std::string> findPlugin();

/// Returns `word` as one argument of a command of LLDB.
std::string quoteForLLDB(llvm::StringRef word);

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_DEBUGGER_H
