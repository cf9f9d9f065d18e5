// Adds the statement units of one module to the unit table.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_UNITS_MODULEUNITS_H
#define PINSTRIPE_LIB_PROGRAM_UNITS_MODULEUNITS_H

#include "Units/UnitCatalog.h"
#include "pinstripe/Program/MachineCode.h"

namespace pinstripe {

/// Adds the functions of one module to a unit table, with their entries and
/// units. The table already lists the module. Returns a TargetError if no
/// function can be traced, or if most functions are built with optimisation.
llvm::Error addUnits(DebugInfo info, const SourceModel &model,
                     const Decoder &decoder, ModuleId module, KnownUnits &known,
                     UnitTable &table);

/// Completes a table to which all modules have been added. Sorts the table's
/// entries and the operands of conditions, and links each declaration to the
/// clean-up of its object. Adds notes about the statements of a macro expansion
/// that are merged into one unit, and drops clean-ups that have no code.
void finishTable(const SourceModel &model, const KnownUnits &known,
                 UnitTable &table);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_UNITS_MODULEUNITS_H
