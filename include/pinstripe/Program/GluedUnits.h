// Finds the statements that can be skipped only together with another
// statement.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_PROGRAM_GLUEDUNITS_H
#define PINSTRIPE_PROGRAM_GLUEDUNITS_H

#include "pinstripe/Program/UnitTable.h"
#include <map>

namespace pinstripe {

/// Finds the statement units that have no entry, which is an address at which
/// control can be sent to a unit. Such a unit can't be skipped alone. It is
/// mapped to the unit with the last entry before its code. The two units are
/// executed or skipped together.
std::map<UnitId, UnitId> gluedUnits(const UnitTable &table);

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_GLUEDUNITS_H
