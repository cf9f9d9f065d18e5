// Finds the clean entries of statement units.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An entry is clean if no register is live into it that control from elsewhere
// would not have. An entry slides back over instructions that only set
// registers; if that is not enough, the unit is glued to the code before it.

#ifndef PINSTRIPE_LIB_PROGRAM_UNITS_ENTRYFINDER_H
#define PINSTRIPE_LIB_PROGRAM_UNITS_ENTRYFINDER_H

#include "Code/FrameLayout.h"
#include "Code/FunctionCode.h"
#include "Units/UnitCatalog.h"

namespace pinstripe {

struct FunctionModel {
  /// The function's entries, sorted by address.
  std::vector<UnitEntry> entries;
  std::vector<ModelNote> notes;
  /// Index of the first instruction that can be skipped.
  uint32_t bodyStart = 0;
  std::optional<uint32_t> exit;
  std::optional<uint32_t> resultReload;
  /// Why the units are rows of the line table; empty if they come from the
  /// source.
  std::string fallbackReason;
};

/// Finds the entries of a function. Adds the units with code in the function to
/// the catalog's table, and pins those that must always run.
FunctionModel findEntries(const DebugFunction &function, FunctionId id,
                          const FunctionCode &code, const FrameLayout &frame,
                          const SourceScope &scope, UnitCatalog &catalog,
                          UnitTable &table);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_UNITS_ENTRYFINDER_H
