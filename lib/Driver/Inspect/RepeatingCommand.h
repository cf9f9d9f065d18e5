// Composes the command line that repeats what was done with a case.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_INSPECT_REPEATINGCOMMAND_H
#define PINSTRIPE_LIB_DRIVER_INSPECT_REPEATINGCOMMAND_H

#include "pinstripe/Store/BestResult.h"
#include "pinstripe/Store/CaseDirectory.h"

namespace pinstripe {

/// Returns the command line that makes the reduction `best` again, for a user
/// to copy into a shell. If `best` is null, returns the command line that
/// records the case again. The command line has all options with which the case
/// was recorded, except for those that have their default values.
std::string repeatingCommand(const CaseDirectory &directory, const Case &value,
                             const UnitTable &table, const Trace &trace,
                             const BestResult *best);

/// Returns the path of the case directory as a user types it: relative to the
/// working directory of the case if it is below that folder, else absolute.
std::string caseDirectoryName(const CaseDirectory &directory,
                              const Case &value);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_INSPECT_REPEATINGCOMMAND_H
