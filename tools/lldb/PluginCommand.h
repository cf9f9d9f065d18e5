// The base class of the commands of the LLDB plugin.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_LLDB_PLUGINCOMMAND_H
#define PINSTRIPE_TOOLS_LLDB_PLUGINCOMMAND_H

#include "Replayer.h"
#include "lldb/API/LLDB.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace pinstripe {

/// A subcommand of `pinstripe` in the debugger.
class PluginCommand : public lldb::SBCommandPluginInterface {
public:
  using Words = std::vector<std::string>;

  explicit PluginCommand(Replayer &replayer) : replayer(replayer) {}
  bool DoExecute(lldb::SBDebugger debugger, char **words,
                 lldb::SBCommandReturnObject &result) final;

protected:
  /// Does the work of the command. What it writes to `stream` is the output of
  /// the command.
  virtual llvm::Error run(const Words &words, llvm::raw_ostream &stream) = 0;

  Replayer &replayer;
};

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_LLDB_PLUGINCOMMAND_H
