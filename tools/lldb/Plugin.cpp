// Adds the command `pinstripe` to the debugger LLDB when the plugin is loaded.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ExplainCommands.h"
#include "ReplayCommands.h"
#include "ToolCommands.h"
#include "lldb/API/LLDB.h"

using namespace pinstripe;

namespace lldb {
/// LLDB calls this function when it loads the plugin.
bool PluginInitialize(SBDebugger debugger);
} // namespace lldb

bool lldb::PluginInitialize(SBDebugger debugger) {
  SBCommandInterpreter interpreter = debugger.GetCommandInterpreter();
  SBCommand pinstripe = interpreter.AddMultiwordCommand(
      "pinstripe",
      "Step through a run in which everything is skipped that the output does "
      "not need.");
  if (!pinstripe.IsValid())
    return false;
  // The Replayer is never destroyed, since the commands use it until LLDB ends,
  // and LLDB does not say when this is.
  auto *replayer = new Replayer(debugger);
  addReplayCommands(pinstripe, *replayer);
  addExplainCommands(pinstripe, *replayer);
  addToolCommands(pinstripe, *replayer);
  return true;
}
