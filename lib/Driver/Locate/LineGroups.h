// Puts source lines together that say the same about the defect.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_LOCATE_LINEGROUPS_H
#define PINSTRIPE_LIB_DRIVER_LOCATE_LINEGROUPS_H

#include "pinstripe/Result/LocateSummary.h"
#include <map>
#include <set>

namespace pinstripe {

/// Maps each executed source line to the lines with its deciding conditions:
/// the conditions in the same function that directly decided whether a
/// statement of the line was executed.
using DecidingLines = std::map<SourceLine, std::set<SourceLine>>;

DecidingLines findDecidingLines(const UnitTable &table, const Trace &trace);

/// Numbers the entries of the ranking (LineEvidence::entry) and sorts the
/// lines by them. `lines` are ranked, the best first. The best line that is in
/// no entry yet begins a new entry. A later line of the same function joins the
/// entry in these cases:
/// - The first line of the entry has a condition that was sent the other way,
///   and decides about the later line. If the later line was changed as well,
///   its best change has the same effect.
/// - The later line has a condition that decides about the first line of the
///   entry, and sending it the other way has the same effect.
void groupLines(std::vector<LineEvidence> &lines,
                const DecidingLines &deciding);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_LOCATE_LINEGROUPS_H
