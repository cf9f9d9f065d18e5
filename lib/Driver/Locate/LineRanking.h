// Ranks the lines of the source by what all searches have found out about them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_LOCATE_LINERANKING_H
#define PINSTRIPE_LIB_DRIVER_LOCATE_LINERANKING_H

#include "pinstripe/Result/LocateSummary.h"

namespace pinstripe {

/// Scores the lines of source, and sorts them so that the best ones come first.
/// There are five lists of lines:
/// - lines where a switched decision makes the output right;
/// - lines where an omitted statement makes it right;
/// - lines where a replaced value makes it right;
/// - lines where a mutation (a small change of the source) makes it right;
/// - lines of the critical slice, which has the statements that a reduction has
///   kept.
///
/// The lists are merged by reciprocal ranks (Cormack, Clarke and Buettcher,
/// "Reciprocal Rank Fusion", 2009), so lines with several kinds of evidence
/// rank high. Omitted statements and replaced values count as one kind of
/// evidence. Lines that use uninitialised memory come before all other lines.
///
/// In the critical slice, those lines come first on which the wrong line of
/// output depends but few right lines do. They are found by the Ochiai
/// coefficient over dynamic slices (Wen, Li, Sun and Li, "Program Slicing
/// Spectrum-Based Software Fault Localization", 2011). Lines with equal
/// coefficients are sorted by their distance from the wrong line.
void rankLines(std::vector<LineEvidence> &lines);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_LOCATE_LINERANKING_H
