// Ranks the lines of the source by what all searches have found out about them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_LOCATE_LINERANKING_H
#define PINSTRIPE_LIB_DRIVER_LOCATE_LINERANKING_H

#include "pinstripe/Result/LocateSummary.h"

namespace pinstripe {

/// Scores the lines of source, and sorts them so that the best ones come first.
/// The score estimates the probability that the line is the faulty one. The
/// estimate is a conditional logit (McFadden, "Conditional Logit Analysis of
/// Qualitative Choice Behavior", 1973). It uses what is known about the line
/// and its neighbours from switched decisions, omitted statements, replaced
/// values, mutations, dynamic slices and the critical slice (the events that a
/// reduction could not remove). The weights come from real bugs. A line without
/// any evidence has the score 0.
///
/// Lines that use uninitialised memory come before all other lines. Lines with
/// equal scores are sorted by the Ochiai coefficient over dynamic slices (Wen,
/// Li, Sun and Li, "Program Slicing Spectrum-Based Software Fault
/// Localization", 2011). The coefficient is high for a line on which the wrong
/// line of output depends, but few right lines of output. Lines with equal
/// coefficients are sorted by their distance from the wrong line.
void rankLines(std::vector<LineEvidence> &lines);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_LOCATE_LINERANKING_H
