// Composes a command line that repeats what was done with a recorded case.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_INSPECT_REPEATINGCOMMAND_H
#define PINSTRIPE_LIB_DRIVER_INSPECT_REPEATINGCOMMAND_H

#include "pinstripe/Store/BestResult.h"
#include "pinstripe/Store/CaseDirectory.h"

namespace pinstripe {

/// Returns the command line that makes the reduction `best` again. A user can
/// copy it into a shell. If `best` is null, returns the command line that
/// records the case again. The command line has the options with which the case
/// was recorded, but no options that have their default values.
std::string repeatingCommand(const CaseDirectory &directory, const Case &value,
                             const UnitTable &table, const Trace &trace,
                             const BestResult *best);

/// Returns the path of the case directory as a user types it: relative to the
/// case's working directory if it is inside this directory, otherwise absolute.
std::string caseDirectoryName(const CaseDirectory &directory,
                              const Case &value);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_INSPECT_REPEATINGCOMMAND_H
