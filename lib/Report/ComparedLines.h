// Counts the events of each source line for the table of `pinstripe compare`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_COMPAREDLINES_H
#define PINSTRIPE_LIB_REPORT_COMPAREDLINES_H

#include "pinstripe/Result/CompareSummary.h"
#include "pinstripe/Result/SourceLine.h"
#include <map>

namespace pinstripe {

/// A set of events that `pinstripe compare` shows. The set has the same name in
/// the text and in the JSON output.
struct ComparedColumn {
  llvm::StringLiteral name;
  EventSet ComparedSets::*events;
  /// The clean-ups (ends of scopes, with destructor calls) that a reduction
  /// kept together with the events of this set. Null for a slice, which has
  /// clean-ups among its events.
  EventSet ComparedSets::*cleanups = nullptr;
  /// The name that the set of clean-ups has in the JSON output.
  llvm::StringLiteral cleanupsName = "";
};
/// The sets of events that `pinstripe compare` shows, in the order of its
/// columns.
inline constexpr ComparedColumn comparedColumns[] = {
    {"full", &ComparedSets::full},
    {"data", &ComparedSets::data},
    {"critical", &ComparedSets::critical, &ComparedSets::cleanups, "cleanups"},
    {"guarded", &ComparedSets::guarded, &ComparedSets::guardedCleanups,
     "guarded_cleanups"}};

/// Returns true if `set` was computed, even if it contains no event. A set that
/// was not computed has size 0, and a computed set has a bit for each event of
/// the recorded run.
inline bool isMade(const EventSet &set) { return !set.isUnset(); }

/// How many events one source line has, in the whole run and in each of the
/// sets that are compared.
struct LineCounts {
  uint64_t executed = 0;
  uint64_t in[std::size(comparedColumns)] = {};
  /// The condition on this line whose change improves the output most: in the
  /// changed run, control went the other way at this condition. Null if no such
  /// change improves the output.
  const ChangedUnit *switched = nullptr;
  /// The statements of this line, in the order in which they were first
  /// executed.
  std::vector<UnitId> units;
};

using CountedLines = std::map<SourceLine, LineCounts>;
CountedLines countLines(const CompareSummary &summary);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_COMPAREDLINES_H
