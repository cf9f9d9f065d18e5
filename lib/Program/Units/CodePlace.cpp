// Finds the function and the statement to which an address in code belongs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Program/CodePlace.h"
#include <algorithm>

namespace pinstripe {

std::optional<FunctionId> functionAt(const UnitTable &table, uint64_t address) {
  auto next = std::ranges::upper_bound(table.functions, address, {},
                                       &TracedFunction::low);
  if (next == table.functions.begin() || address >= std::prev(next)->high)
    return std::nullopt;
  return static_cast<FunctionId>(next - table.functions.begin() - 1);
}

std::optional<EntryId> entryOfCode(const UnitTable &table, uint64_t address) {
  std::optional<FunctionId> function = functionAt(table, address);
  // There is an entry at each place where control can come to a unit from
  // another one. So the code from an entry up to the next one belongs to the
  // first entry's unit.
  auto next =
      std::ranges::upper_bound(table.entries, address, {}, &UnitEntry::address);
  if (!function || next == table.entries.begin() ||
      std::prev(next)->function != *function)
    return std::nullopt;
  return static_cast<EntryId>(next - table.entries.begin() - 1);
}

} // namespace pinstripe
