// Ranks the lines of the source by what all searches have found out about them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_LOCATE_LINERANKING_H
#define PINSTRIPE_LIB_DRIVER_LOCATE_LINERANKING_H

#include "pinstripe/Result/LocateSummary.h"

namespace pinstripe {

/// Scores the lines of source, and sorts them so that the best ones come first.
/// The score is an estimate of the probability that the line is the faulty one:
/// a conditional logit (McFadden, "Conditional Logit Analysis of Qualitative
/// Choice Behavior", 1973) over what switched decisions, omitted statements,
/// replaced values, mutations, dynamic slices and the critical slice say about
/// the line and its neighbours. Its weights come from real bugs. A line without
/// any evidence has the score 0.
///
/// Lines that use uninitialised memory come before all other lines. Of lines
/// with equal scores, those come first on which the wrong line of output
/// depends but few right lines do. They are found by the Ochiai coefficient
/// over dynamic slices (Wen, Li, Sun and Li, "Program Slicing Spectrum-Based
/// Software Fault Localization", 2011). Lines with equal coefficients are
/// sorted by their distance from the wrong line.
void rankLines(std::vector<LineEvidence> &lines);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_LOCATE_LINERANKING_H
