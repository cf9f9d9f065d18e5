// Makes texts of the manual and the man pages from the command line's options.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_MANUALTEXT_H
#define PINSTRIPE_TOOLS_MANUALTEXT_H

#include "Command.h"

namespace pinstripe {

using Verbs = std::vector<std::unique_ptr<Command>>;

/// Returns the options of a verb, or of the tool: a Markdown table for each
/// group.
std::string optionTables(const CLI::App &command);

/// Returns a table of all verbs, with links to their pages in the folder
/// `manual`.
std::string verbTable(const Verbs &verbs, const std::string &manual);

/// Returns a table of the exit statuses of all verbs.
std::string exitStatusTable();

/// Returns the man page `pinstripe-VERB.1` of a verb.
std::string manPage(const Command &verb);

/// Returns the man page `pinstripe.1`.
std::string manPage(const CLI::App &tool, const Verbs &verbs);

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_MANUALTEXT_H
