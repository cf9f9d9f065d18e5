// Explains what is wrong with a command line.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_USAGEMESSAGES_H
#define PINSTRIPE_TOOLS_USAGEMESSAGES_H

#include "Command.h"
#include "llvm/ADT/ArrayRef.h"

namespace pinstripe {

/// Returns an error message that says what is wrong with a command line, and
/// what to type instead. `words` are the words before `--`; `hasSeparator` is
/// false if the user typed no `--`. `chosen` is the verb that the user has
/// chosen, or null.
std::string explainUsage(const CLI::App &app, const CLI::ParseError &error,
                         llvm::ArrayRef<char *> words, bool hasSeparator,
                         const Command *chosen);

/// If another predicate would avoid `error`, adds to its message the options of
/// `verb` by which the user can choose such a predicate. Returns other errors
/// as they are.
llvm::Error adviseOnPredicate(llvm::Error error, const CLI::App &verb);

/// Returns an error message if the user has given an empty text in place of a
/// file, a name or another value; otherwise an empty text. Empty values are
/// mostly mistakes, such as a variable of the shell that is not set. Without
/// the message, they would mean the same as no option. `words` are the words
/// before `--`.
std::string explainEmpty(const CLI::App &verb, llvm::ArrayRef<char *> words);

/// Prints a note for each option of `verb` that was typed after the name of the
/// program under test. Such an option goes to that program and not to
/// Pinstripe.
void noteMisplaced(const Command &verb, const CommandWords &words);

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_USAGEMESSAGES_H
