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
/// entry if one of the two lines
/// - has a condition that was sent the other way, and decides about the other
///   line; or
/// - was changed by sending its condition the other way, or by replacing a
///   value that it uses, and the other line has set a value that it uses.
/// If both lines were changed, their best changes must have the same effect. At
/// least one of them must have been changed. Within an entry, the best line
/// comes first, but after a line that lacks a `break`, or a decision about it.
void groupLines(std::vector<LineEvidence> &lines);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_LOCATE_LINEGROUPS_H
