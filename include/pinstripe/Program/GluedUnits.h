// Finds the statements that can be skipped only together with another
// statement.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_PROGRAM_GLUEDUNITS_H
#define PINSTRIPE_PROGRAM_GLUEDUNITS_H

#include "pinstripe/Program/UnitTable.h"
#include <map>

namespace pinstripe {

/// Finds the statement units without an entry (an address at which control can
/// be sent to the unit). Such a unit can't be skipped alone. It is executed or
/// skipped together with the unit that has the last entry before its code. The
/// result maps each unit without an entry to this other unit.
std::map<UnitId, UnitId> gluedUnits(const UnitTable &table);

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_GLUEDUNITS_H
