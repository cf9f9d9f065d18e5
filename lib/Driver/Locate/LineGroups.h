// Puts source lines together that say the same about the defect.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_LOCATE_LINEGROUPS_H
#define PINSTRIPE_LIB_DRIVER_LOCATE_LINEGROUPS_H

#include "pinstripe/Result/LocateSummary.h"
#include <map>
#include <set>

namespace pinstripe {

/// Maps each executed source line to the lines with its deciding conditions. A
/// deciding condition is in the same function as the line, and directly decided
/// whether a statement of the line was executed.
using DecidingLines = std::map<SourceLine, std::set<SourceLine>>;

DecidingLines findDecidingLines(const UnitTable &table, const Trace &trace);

/// Groups source lines that point to the same defect into entries of the
/// ranking. Sorts the lines by entry, and numbers the entries
/// (LineEvidence::entry). `lines` must be ranked, the best first.
///
/// The best line without an entry begins a new entry. A later line of the same
/// function joins the entry in two cases:
/// - One of the two lines has a condition that was sent the other way, and this
///   condition decides about the other line.
/// - One of the two lines has a condition that was sent the other way, or a
///   value that was replaced, and the line uses a value that the other line has
///   set.
/// If both lines were changed, their best changes must have the same effect.
///
/// Within an entry, the best line comes first, except in two cases. A line that
/// lacks a `break` comes before the best line. If no line lacks a `break`, a
/// condition comes first that was sent the other way and decides about the best
/// line.
void groupLines(std::vector<LineEvidence> &lines);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_LOCATE_LINEGROUPS_H
