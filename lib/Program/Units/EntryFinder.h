// Finds the addresses at which control may be sent into statement units.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Such an address is called an entry. If control is sent to an entry, the code
// before the entry is not executed, and does not set any registers. An entry is
// clean if the code after it does not need these registers. An entry that is
// not clean is moved back over instructions that only set registers, if this
// makes it clean. Otherwise, the unit is executed or skipped together with the
// code before it (it is "glued").

#ifndef PINSTRIPE_LIB_PROGRAM_UNITS_ENTRYFINDER_H
#define PINSTRIPE_LIB_PROGRAM_UNITS_ENTRYFINDER_H

#include "Code/FrameLayout.h"
#include "Code/FunctionCode.h"
#include "Units/UnitCatalog.h"

namespace pinstripe {

struct FunctionModel {
  /// The entries of the function's units (the addresses at which control enters
  /// them), sorted by address.
  std::vector<UnitEntry> entries;
  std::vector<ModelNote> notes;
  /// The index of the first instruction that may be skipped.
  uint32_t bodyStart = 0;
  std::optional<uint32_t> exit;
  std::optional<uint32_t> resultReload;
  /// The reason why the function's units were made from the rows of the line
  /// table and not from the source. Empty if they come from the source.
  std::string fallbackReason;
};

/// Finds the entries of the units in one function. Adds these units to `table`,
/// and marks the units that must always be executed.
FunctionModel findEntries(const DebugFunction &function, FunctionId id,
                          const FunctionCode &code, const FrameLayout &frame,
                          const SourceScope &scope, UnitCatalog &catalog,
                          UnitTable &table);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_UNITS_ENTRYFINDER_H
