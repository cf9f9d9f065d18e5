// Defines debugger commands that run the tool on the program being debugged.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_LLDB_TOOLCOMMANDS_H
#define PINSTRIPE_TOOLS_LLDB_TOOLCOMMANDS_H

#include "PluginCommand.h"

namespace pinstripe {

/// Adds `reduce`, `slice` and `locate` to the command `pinstripe`. `replayer`
/// must outlive the debugger.
void addToolCommands(lldb::SBCommand &pinstripe, Replayer &replayer);

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_LLDB_TOOLCOMMANDS_H
