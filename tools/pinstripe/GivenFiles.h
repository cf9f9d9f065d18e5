// Finds the files that a command line names, and protects those that are read.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_GIVENFILES_H
#define PINSTRIPE_TOOLS_GIVENFILES_H

#include "Command.h"
#include "llvm/ADT/ArrayRef.h"

namespace pinstripe {

/// Returns the paths that words of a command line may name. A word may be a
/// path itself, or have a path in it, as `--in=a.txt` does. The paths need not
/// exist, since a word of the program under test may mean anything.
std::vector<std::string> pathsIn(llvm::ArrayRef<std::string> words);

/// Returns the paths that a command line may name as input. They are in the
/// arguments of options that stand for a file or a program, in files that list
/// runs, and in `words` (the program under test and its arguments). The result
/// includes the file that is standard input.
std::vector<std::string> givenFiles(const CLI::App &options,
                                    const CommandWords &words);

/// Returns a UsageError if a file that the verb will write, such as that of
/// `--json`, is one of the files that the user has given as input.
llvm::Error checkWrittenFiles(const CLI::App &options,
                              const CommandWords &words);

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_GIVENFILES_H
