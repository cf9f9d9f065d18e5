// Adds the units of a module to the unit table, after the parse.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_UNITS_MODULEUNITS_H
#define PINSTRIPE_LIB_PROGRAM_UNITS_MODULEUNITS_H

#include "Units/UnitCatalog.h"
#include "pinstripe/Program/MachineCode.h"

namespace pinstripe {

/// Adds the functions of a module that is in the table, with their entries and
/// units. Returns a TargetError if no function can be traced.
llvm::Error addUnits(DebugInfo info, const SourceModel &model,
                     const Decoder &decoder, ModuleId module, KnownUnits &known,
                     UnitTable &table);

/// Completes a table with all modules: order, cleanup links, notes.
void finishTable(const SourceModel &model, const KnownUnits &known,
                 UnitTable &table);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_UNITS_MODULEUNITS_H
