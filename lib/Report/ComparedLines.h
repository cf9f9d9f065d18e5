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
/// The columns of `pinstripe compare`, from left to right.
inline constexpr ComparedColumn comparedColumns[] = {
    {"full", &ComparedSets::full},
    {"data", &ComparedSets::data},
    {"critical", &ComparedSets::critical},
    {"guarded", &ComparedSets::guarded}};

/// Returns true if a set of a comparison was computed. A set that was not
/// computed has size 0, while a computed set without events has the size of the
/// trace.
inline bool isMade(const EventSet &set) { return !set.isUnset(); }

/// How many events one source line has, in total and in each compared set.
struct LineCounts {
  uint64_t executed = 0;
  uint64_t in[std::size(comparedColumns)] = {};
  /// The condition on this line that makes most of the output right if it is
  /// switched; null if switching no condition on this line makes more of the
  /// output right.
  const ChangedUnit *switched = nullptr;
  /// The statements of this line, in the order in which they were first
  /// executed.
  std::vector<UnitId> units;
};

using CountedLines = std::map<SourceLine, LineCounts>;
CountedLines countLines(const CompareSummary &summary);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_COMPAREDLINES_H
