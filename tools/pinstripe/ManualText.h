// Makes texts of the manual and the man pages from the command line's options.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_MANUALTEXT_H
#define PINSTRIPE_TOOLS_MANUALTEXT_H

#include "Command.h"

namespace pinstripe {

using Verbs = std::vector<std::unique_ptr<Command>>;

/// Returns Markdown tables of the options of a verb, or of the tool: one table
/// for each group of options.
std::string optionTables(const CLI::App &command);

/// Returns a Markdown table of all verbs, with links to their pages in the
/// folder `manual`.
std::string verbTable(const Verbs &verbs, const std::string &manual);

/// Returns a Markdown table of the exit statuses, which all verbs have in
/// common.
std::string exitStatusTable();

/// Returns the text of the man page of a verb, `pinstripe-VERB.1`.
std::string manPage(const Command &verb);

/// Returns the text of the man page of the tool, `pinstripe.1`.
std::string manPage(const CLI::App &tool, const Verbs &verbs);

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_MANUALTEXT_H
