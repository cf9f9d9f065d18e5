// Finds the files of which a check program of the user consists, without
// calling it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_PREDICATE_CHECKFILES_H
#define PINSTRIPE_PREDICATE_CHECKFILES_H

#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace pinstripe {

/// Returns the absolute paths of the files that the command line of a check
/// names (see PredicateSpec::checks): the program, and for example a script
/// among its arguments. Files that do not exist are left out.
std::vector<std::string> filesOfCheck(const std::string &commandLine);

/// Returns a UsageError if the command line of a check is not valid or names no
/// program that can be executed.
llvm::Error checkCommand(const std::string &commandLine);

} // namespace pinstripe

#endif // PINSTRIPE_PREDICATE_CHECKFILES_H
