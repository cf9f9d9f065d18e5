// Finds the statements that can be skipped only together with another one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_PROGRAM_GLUEDUNITS_H
#define PINSTRIPE_PROGRAM_GLUEDUNITS_H

#include "pinstripe/Program/UnitTable.h"
#include <map>

namespace pinstripe {

/// Finds the statement units that can't be skipped alone, since there is no
/// address at which control could be sent to them (no entry). Maps each of them
/// to the unit to which the code before it belongs: the unit whose entry is the
/// last one before this code. The two units are executed or skipped together.
std::map<UnitId, UnitId> gluedUnits(const UnitTable &table);

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_GLUEDUNITS_H
