// Finds the statements that can be skipped only together with another
// statement.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Program/GluedUnits.h"
#include "pinstripe/Program/CodePlace.h"
#include <set>

namespace pinstripe {

std::map<UnitId, UnitId> gluedUnits(const UnitTable &table) {
  std::set<UnitId> withEntry;
  for (const UnitEntry &entry : table.entries)
    withEntry.insert(entry.unit);
  std::map<UnitId, UnitId> hosts;
  for (const ModelNote &note : table.notes) {
    if (note.kind != ModelNote::Kind::Glued &&
        note.kind != ModelNote::Kind::Dropped)
      continue;
    std::optional<EntryId> host = entryOfCode(table, note.address);
    if (host && !withEntry.count(note.unit))
      hosts.emplace(note.unit, table.entry(*host).unit);
  }
  return hosts;
}

} // namespace pinstripe
