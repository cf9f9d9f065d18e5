// Tells with which statement one goes that can't be skipped alone.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_PROGRAM_GLUEDUNITS_H
#define PINSTRIPE_PROGRAM_GLUEDUNITS_H

#include "pinstripe/Program/UnitTable.h"
#include <map>

namespace pinstripe {

/// Returns the units that have code, but no entry of their own, each with the
/// unit whose code theirs goes on from: the two are executed or skipped
/// together.
std::map<UnitId, UnitId> gluedUnits(const UnitTable &table);

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_GLUEDUNITS_H
