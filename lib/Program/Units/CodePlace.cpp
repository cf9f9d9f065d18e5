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
  // Control can change from one unit (statement) to another only at an entry,
  // which is the address at which the other unit begins. So all code between an
  // entry and the next one belongs to the unit of the first entry.
  auto next =
      std::ranges::upper_bound(table.entries, address, {}, &UnitEntry::address);
  if (!function || next == table.entries.begin() ||
      std::prev(next)->function != *function)
    return std::nullopt;
  return static_cast<EntryId>(next - table.entries.begin() - 1);
}

} // namespace pinstripe
