// Groups suspect source lines that point to the same defect.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_LOCATE_LINEGROUPS_H
#define PINSTRIPE_LIB_DRIVER_LOCATE_LINEGROUPS_H

#include "pinstripe/Result/LocateSummary.h"
#include <map>
#include <set>

namespace pinstripe {

/// Maps each executed source line to the lines of its deciding conditions. A
/// deciding condition is in the same function, and has directly decided whether
/// a statement of the source line is executed.
using DecidingLines = std::map<SourceLine, std::set<SourceLine>>;

DecidingLines findDecidingLines(const UnitTable &table, const Trace &trace);

/// Groups source lines that point to the same defect into entries of the
/// ranking. Sorts the lines by entry, and numbers the entries
/// (LineEvidence::entry). `lines` must be ranked, the most suspect first.
///
/// The most suspect line without an entry begins a new entry. A less suspect
/// line of the same function joins the entry in two cases:
/// - One of the two lines has a condition that was sent the other way, and this
///   condition decides whether the other line is executed.
/// - One of the two lines sets a value that the other line uses, and the line
///   that uses the value has a condition that was sent the other way or a value
///   that was replaced.
/// If both lines were changed, their best changes must have had the same effect
/// on the output.
///
/// Within an entry, a line after which a `break` is missing comes first. If the
/// entry has no such line, a line comes first whose condition was sent the
/// other way and decides whether the most suspect line is executed, provided
/// that its score is not much smaller than that of the most suspect line.
/// Otherwise the most suspect line comes first.
void groupLines(std::vector<LineEvidence> &lines);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_LOCATE_LINEGROUPS_H
