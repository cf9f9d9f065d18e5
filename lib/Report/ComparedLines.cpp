// Counts the events of each source line for the table of `pinstripe compare`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ComparedLines.h"
#include <set>

using namespace pinstripe;

CountedLines pinstripe::countLines(const CompareSummary &summary) {
  CountedLines lines;
  std::set<UnitId> seen;
  for (unsigned i = 0; i != summary.trace.size(); ++i) {
    UnitId id = summary.table.entry(summary.trace.entryOf(EventIndex(i))).unit;
    LineCounts &line = lines[lineOf(summary.table.unit(id))];
    ++line.executed;
    if (seen.insert(id).second)
      line.units.push_back(id);
    for (size_t c = 0; c != std::size(comparedColumns); ++c) {
      const EventSet &set = summary.sets.*comparedColumns[c].events;
      line.in[c] += isMade(set) && set.contains(EventIndex(i));
    }
  }
  for (const ChangedUnit &unit : summary.sets.switches) {
    LineCounts &line = lines[lineOf(summary.table.unitOf(unit.entry))];
    if (!line.switched)
      line.switched = &unit;
  }
  return lines;
}
