// Tells with which statement one goes that can't be skipped alone.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Program/GluedUnits.h"

#include <algorithm>
#include <set>

namespace pinstripe {

/// Returns the last entry at or before the address that a note is about, if it
/// is in the same function; otherwise null.
static const UnitEntry *entryBefore(const UnitTable &table,
                                    const ModelNote &note) {
  auto next = std::ranges::upper_bound(table.entries, note.address, {},
                                       &UnitEntry::address);
  if (next == table.entries.begin() ||
      std::prev(next)->function != note.function)
    return nullptr;
  return &*std::prev(next);
}

std::map<UnitId, UnitId> gluedUnits(const UnitTable &table) {
  std::set<UnitId> withEntry;
  for (const UnitEntry &entry : table.entries)
    withEntry.insert(entry.unit);
  std::map<UnitId, UnitId> hosts;
  for (const ModelNote &note : table.notes) {
    if (note.kind != ModelNote::Kind::Glued &&
        note.kind != ModelNote::Kind::Dropped)
      continue;
    const UnitEntry *host = entryBefore(table, note);
    if (host && !withEntry.count(note.unit))
      hosts.emplace(note.unit, host->unit);
  }
  return hosts;
}

} // namespace pinstripe
