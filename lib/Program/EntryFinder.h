//===- EntryFinder.h - Which code belongs to which unit, and where to enter it
//-*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Program. For one machine function: assigns every instruction to
// a statement unit or to prologue, epilogue, unwinding or glue, and finds the
// clean entries (UnitEntry) of each unit.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_PROGRAM_ENTRYFINDER_H
#define PINSTRIPE_LIB_PROGRAM_ENTRYFINDER_H

#include "FrameLayout.h"
#include "FunctionCode.h"
#include "UnitCatalog.h"

namespace pinstripe {

struct FunctionModel {
  std::vector<UnitEntry> entries; ///< sorted by address
  std::vector<ModelNote> notes;
  uint32_t bodyStart = 0; ///< indices into the instructions
  std::optional<uint32_t> exit;
  std::optional<uint32_t> resultReload;
  /// Why units come from the line table; empty if they come from the source.
  std::string fallbackReason;
};

/// Adds the units that have code here to the catalog's table, and pins those
/// that must always run.
FunctionModel findEntries(const DebugFunction &function, FunctionId id,
                          const FunctionCode &code, const FrameLayout &frame,
                          const SourceScope &scope, UnitCatalog &catalog,
                          UnitTable &table);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_ENTRYFINDER_H
