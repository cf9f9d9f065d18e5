// Defines the class of all commands of the LLDB plugin.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PluginCommand.h"

using namespace pinstripe;

bool PluginCommand::DoExecute(lldb::SBDebugger, char **words,
                              lldb::SBCommandReturnObject &result) {
  Words given;
  for (char **each = words; each && *each; ++each)
    given.push_back(*each);
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::Error error = work(replayer, given, stream);
  if (!text.empty())
    result.PutCString(text.c_str(), static_cast<int>(text.size()));
  if (error) {
    result.SetError(llvm::toString(std::move(error)).c_str());
    return false;
  }
  result.SetStatus(lldb::eReturnStatusSuccessFinishResult);
  return true;
}
