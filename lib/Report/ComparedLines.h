// Counts the events of each source line in the sets of a comparison.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_COMPAREDLINES_H
#define PINSTRIPE_LIB_REPORT_COMPAREDLINES_H

#include "pinstripe/Result/CompareSummary.h"
#include "pinstripe/Result/SourceLine.h"
#include <map>

namespace pinstripe {

/// One of the sets that `pinstripe compare` shows, with its name in text and
/// JSON.
struct ComparedColumn {
  llvm::StringLiteral name;
  EventSet ComparedSets::*events;
};
/// The compared sets, in the order of the columns.
inline constexpr ComparedColumn comparedColumns[] = {
    {"full", &ComparedSets::full},
    {"data", &ComparedSets::data},
    {"critical", &ComparedSets::critical},
    {"guarded", &ComparedSets::guarded}};

/// Returns false if the set was never made. Such a set has size 0; an empty set
/// that was made has the size of the trace.
inline bool isMade(const EventSet &set) { return !set.isUnset(); }

/// How many events one source line has, in total and in each compared set.
struct LineCounts {
  uint64_t executed = 0;
  uint64_t in[std::size(comparedColumns)] = {};
  /// The line's condition that helps most when switched; null if none helps.
  const ChangedUnit *switched = nullptr;
  /// The executed units of the line, in the order of their first events.
  std::vector<UnitId> units;
};

using CountedLines = std::map<SourceLine, LineCounts>;
CountedLines countLines(const CompareSummary &summary);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_COMPAREDLINES_H
