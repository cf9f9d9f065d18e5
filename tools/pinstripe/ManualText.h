// Text of the manual and the man pages, made from the command line's
// definition. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_MANUALTEXT_H
#define PINSTRIPE_TOOLS_MANUALTEXT_H

#include "Command.h"

namespace pinstripe {

using Verbs = std::vector<std::unique_ptr<Command>>;

/// The options of a verb, or of the tool: a Markdown table for each group.
std::string optionTables(const CLI::App &command);

/// All verbs, with links to their pages in the folder `manual`.
std::string verbTable(const Verbs &verbs, const std::string &manual);

/// The exit statuses of all verbs.
std::string exitStatusTable();

/// The man page `pinstripe-VERB.1` of a verb.
std::string manPage(const Command &verb);

/// The man page `pinstripe.1`.
std::string manPage(const CLI::App &tool, const Verbs &verbs);

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_MANUALTEXT_H
