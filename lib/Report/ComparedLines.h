// Counts the events of each source line in the sets of a comparison.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_COMPAREDLINES_H
#define PINSTRIPE_LIB_REPORT_COMPAREDLINES_H

#include "pinstripe/Result/CompareSummary.h"
#include "pinstripe/Result/SourceLine.h"
#include <map>

namespace pinstripe {

/// One of the compared sets, with its name in text and JSON.
struct ComparedColumn {
  llvm::StringLiteral name;
  EventSet ComparedSets::*events;
};
/// The compared sets in the order of the columns.
inline constexpr ComparedColumn comparedColumns[] = {
    {"full", &ComparedSets::full},
    {"data", &ComparedSets::data},
    {"critical", &ComparedSets::critical},
    {"guarded", &ComparedSets::guarded}};

/// A set that was not made has size 0, an empty one the size of the trace.
inline bool isMade(const EventSet &set) { return !set.isUnset(); }

/// The number of events that a line has in each set.
struct LineCounts {
  uint64_t executed = 0;
  uint64_t in[std::size(comparedColumns)] = {};
  const ChangedUnit *switched = nullptr; ///< Null if no switch helps here.
  std::vector<UnitId> units; ///< Executed units, by first execution.
};

using CountedLines = std::map<SourceLine, LineCounts>;
CountedLines countLines(const CompareSummary &summary);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_COMPAREDLINES_H
