// Defines debugger commands that say why an event is kept and show its values.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_LLDB_EXPLAINCOMMANDS_H
#define PINSTRIPE_TOOLS_LLDB_EXPLAINCOMMANDS_H

#include "PluginCommand.h"

namespace pinstripe {

/// Adds `why` and `values` to the command `pinstripe`. `replayer` must outlive
/// the debugger.
void addExplainCommands(lldb::SBCommand &pinstripe, Replayer &replayer);

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_LLDB_EXPLAINCOMMANDS_H
