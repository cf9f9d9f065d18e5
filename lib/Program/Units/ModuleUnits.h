// Adds the units of a module to the unit table, after the parse.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_UNITS_MODULEUNITS_H
#define PINSTRIPE_LIB_PROGRAM_UNITS_MODULEUNITS_H

#include "Units/UnitCatalog.h"
#include "pinstripe/Program/MachineCode.h"

namespace pinstripe {

/// Adds the functions of a module, with their entries and units, to a table
/// that has the module. Returns a TargetError if no function can be traced.
llvm::Error addUnits(DebugInfo info, const SourceModel &model,
                     const Decoder &decoder, ModuleId module, KnownUnits &known,
                     UnitTable &table);

/// Completes a table of all modules: sorts it, links cleanups, adds notes.
void finishTable(const SourceModel &model, const KnownUnits &known,
                 UnitTable &table);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_UNITS_MODULEUNITS_H
