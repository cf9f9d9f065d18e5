// Finds out how to omit a statement, even if it has code in several places.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Change/StatementOmissions.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

StatementOmissions::StatementOmissions(const UnitTable &table,
                                       const Trace &trace)
    : table(table), plan(planOmissions(table, trace)) {
  for (Event event : trace.allEvents())
    entries[table.entry(event.entry).unit];
  for (const ChangeableUnit &unit : plan->units())
    if (!unit.leavesSwitch)
      entries[table.entry(unit.entry).unit].push_back(&unit);
}

std::vector<UnitId> StatementOmissions::statements() const {
  std::vector<UnitId> units;
  for (const auto &[unit, parts] : entries)
    units.push_back(unit);
  return units;
}

size_t StatementOmissions::waysOf(UnitId unit) const {
  size_t ways = 0;
  for (const ChangeableUnit *part : entries.at(unit))
    ways = std::max(ways, part->places.size());
  return ways;
}

void StatementOmissions::add(UnitId unit, size_t way,
                             std::vector<LiveChange> &changes) const {
  auto found = entries.find(unit);
  if (found == entries.end())
    return;
  for (const ChangeableUnit *part : found->second)
    changes.push_back(
        {.kind = LiveChange::Kind::Omit,
         .entry = part->entry,
         .target = part->places[std::min(way, part->places.size() - 1)]});
}

std::vector<std::vector<LiveChange>>
StatementOmissions::waysToOmit(UnitId unit) const {
  std::vector<std::vector<LiveChange>> ways;
  for (size_t way = 0; way < waysOf(unit); ++way) {
    std::vector<LiveChange> changes;
    add(unit, way, changes);
    for (const CleanupLink &link : table.cleanupLinks)
      if (link.declaration == unit)
        add(link.cleanup, way, changes);
    if (changes.size() <= maxLiveChanges)
      ways.push_back(std::move(changes));
  }
  return ways;
}

std::optional<LiveChange> StatementOmissions::omit(EventIndex event) const {
  for (const ChangeableUnit &part : plan->units()) {
    if (part.leavesSwitch)
      continue;
    auto place = llvm::lower_bound(part.events, event);
    if (place == part.events.end() || *place != event)
      continue;
    return LiveChange{.kind = LiveChange::Kind::Omit,
                      .entry = part.entry,
                      .target = part.taken[place - part.events.begin()],
                      .event = event};
  }
  return std::nullopt;
}
