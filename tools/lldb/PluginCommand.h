// Defines the class of all commands of the LLDB plugin.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_LLDB_PLUGINCOMMAND_H
#define PINSTRIPE_TOOLS_LLDB_PLUGINCOMMAND_H

#include "Replayer.h"
#include "lldb/API/LLDB.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <string>
#include <vector>

namespace pinstripe {

/// A subcommand of `pinstripe` in the debugger.
class PluginCommand final : public lldb::SBCommandPluginInterface {
public:
  using Words = std::vector<std::string>;
  /// The function that carries out a command of the plugin. `words` are the
  /// arguments that the user has typed. The function writes its output to
  /// `stream`.
  using Work = std::function<llvm::Error(Replayer &replayer, const Words &words,
                                         llvm::raw_ostream &stream)>;

  PluginCommand(Replayer &replayer, Work work)
      : replayer(replayer), work(std::move(work)) {}
  bool DoExecute(lldb::SBDebugger debugger, char **words,
                 lldb::SBCommandReturnObject &result) override;

private:
  Replayer &replayer;
  Work work;
};

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_LLDB_PLUGINCOMMAND_H
