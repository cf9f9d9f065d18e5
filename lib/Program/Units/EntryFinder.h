// Finds the addresses at which control may be sent into statement units.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Such an address is called an entry. When control is sent to an entry from
// elsewhere, the code before the entry has not set any registers. An entry is
// clean if the code after it does not need such register values. An entry that
// is not clean may move back over instructions that only set registers. If
// there is no clean place for the entry, the unit is executed or skipped
// together with the code before it (it is "glued").

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
  /// Says why the function's units were made from the rows of the line table
  /// and not from the source. Empty if they come from the source.
  std::string fallbackReason;
};

/// Finds the entries of a function's units. Adds the units that have code in
/// the function to `table`, and marks those that must always be executed.
FunctionModel findEntries(const DebugFunction &function, FunctionId id,
                          const FunctionCode &code, const FrameLayout &frame,
                          const SourceScope &scope, UnitCatalog &catalog,
                          UnitTable &table);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_UNITS_ENTRYFINDER_H
