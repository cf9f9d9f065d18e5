// Makes the files with which shells complete command lines of the tool.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_COMPLETIONS_H
#define PINSTRIPE_TOOLS_COMPLETIONS_H

#include "Command.h"

namespace pinstripe {

/// Each of these functions returns a script for a shell. The shell then
/// completes verbs, options and their values, names of files and folders, and
/// after `--` a command with its arguments. All words come from the definition
/// of the command line, `tool`.
std::string bashCompletion(const CLI::App &tool);
std::string zshCompletion(const CLI::App &tool);
std::string fishCompletion(const CLI::App &tool);

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_COMPLETIONS_H
