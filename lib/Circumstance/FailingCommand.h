// Finds a command line with which the program fails in the user's own shell.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_CIRCUMSTANCE_FAILINGCOMMAND_H
#define PINSTRIPE_LIB_CIRCUMSTANCE_FAILINGCOMMAND_H

#include "pinstripe/Circumstance/OptionsSearch.h"

namespace pinstripe {

/// Describes a start of the program. The description has a command line that
/// makes exactly this start when it is typed in the user's shell. It sets and
/// removes all variables in which the start differs from the shell.
TestedStart describedStart(const ProgramStart &start,
                           const OptionsRequest &request);

/// Shortens the command line in `failing`, which describes the failing start
/// that a search has minimised. The search has tested this start with few
/// variables, but the user's shell has more. The new command line removes only
/// those variables of the shell that hide the failure. Makes tests to find
/// them.
llvm::Error removeHidingVariables(TestedStart &failing,
                                  const OptionsRequest &request,
                                  const SearchTests &tests);

/// Shortens the command line of `failing` without a test, for a search that has
/// ended early. The new command line removes only those variables of the shell
/// that were also missing in `original`, the failing start before the search.
void removeMissingVariables(TestedStart &failing, const OptionsRequest &request,
                            const ProgramStart &original);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CIRCUMSTANCE_FAILINGCOMMAND_H
