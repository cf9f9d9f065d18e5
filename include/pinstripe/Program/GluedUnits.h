// Finds the statements that can be skipped only together with another one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_PROGRAM_GLUEDUNITS_H
#define PINSTRIPE_PROGRAM_GLUEDUNITS_H

#include "pinstripe/Program/UnitTable.h"
#include <map>

namespace pinstripe {

/// Returns each unit that has code but no entry, with the unit that has the
/// last entry before that code: the two units are executed or skipped together.
std::map<UnitId, UnitId> gluedUnits(const UnitTable &table);

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_GLUEDUNITS_H
