// Makes the files with which shells complete command lines of the tool.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_COMPLETIONS_H
#define PINSTRIPE_TOOLS_COMPLETIONS_H

#include "Command.h"

namespace pinstripe {

/// Each of these functions returns a script for one shell. With the script, the
/// shell completes verbs, options and their values, and names of files and
/// folders. After `--` it completes a command with its arguments. All words
/// come from `tool`, the definition of the command line.
std::string bashCompletion(const CLI::App &tool);
std::string zshCompletion(const CLI::App &tool);
std::string fishCompletion(const CLI::App &tool);

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_COMPLETIONS_H
