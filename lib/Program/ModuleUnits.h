//===- ModuleUnits.h - The units of one module ------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Program. The part of `buildUnitTable` behind the parse of the
// sources.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_PROGRAM_MODULEUNITS_H
#define PINSTRIPE_LIB_PROGRAM_MODULEUNITS_H

#include "UnitCatalog.h"

namespace pinstripe {

/// Adds the functions of a module that is in the table, their entries and
/// units. A TargetError if none can be traced.
llvm::Error addUnits(DebugInfo info, const SourceModel &model,
                     const Decoder &decoder, ModuleId module, KnownUnits &known,
                     UnitTable &table);

/// What needs all modules: order, cleanups, notes.
void finishTable(const SourceModel &model, const KnownUnits &known,
                 UnitTable &table);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_MODULEUNITS_H
