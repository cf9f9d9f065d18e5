// Explains what is wrong with a command line.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_USAGEMESSAGES_H
#define PINSTRIPE_TOOLS_USAGEMESSAGES_H

#include "Command.h"
#include "llvm/ADT/ArrayRef.h"

namespace pinstripe {

/// Returns what is wrong with a command line, and what to type instead. `words`
/// are those before `--`, which is there if `hasSeparator`; `chosen` is the
/// verb, or null.
std::string explainUsage(const CLI::App &app, const CLI::ParseError &error,
                         llvm::ArrayRef<char *> words, bool hasSeparator,
                         const Command *chosen);

/// Prints a note for each option of the verb that stands after the program, to
/// which it then goes.
void noteMisplaced(const Command &verb, const CommandWords &words);

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_USAGEMESSAGES_H
