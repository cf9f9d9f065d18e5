// Defines debugger commands that step through a partial execution.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_LLDB_REPLAYCOMMANDS_H
#define PINSTRIPE_TOOLS_LLDB_REPLAYCOMMANDS_H

#include "PluginCommand.h"

namespace pinstripe {

/// Adds `replay`, `next`, `prev`, `goto`, `list` and `output` to the command
/// `pinstripe`. `replayer` must outlive the debugger.
void addReplayCommands(lldb::SBCommand &pinstripe, Replayer &replayer);

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_LLDB_REPLAYCOMMANDS_H
