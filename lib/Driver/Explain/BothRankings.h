// Ranks suspect lines by the evidence from two failing runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_EXPLAIN_BOTHRANKINGS_H
#define PINSTRIPE_LIB_DRIVER_EXPLAIN_BOTHRANKINGS_H

#include "pinstripe/Result/LocateSummary.h"
#include "llvm/ADT/ArrayRef.h"
#include <set>

namespace pinstripe {

/// Returns the lines in which a change of the run makes the output right, or
/// more of it.
std::set<SourceLine> changedLines(llvm::ArrayRef<LineEvidence> lines);

/// Ranks the lines of the smaller run again, with the evidence from the larger
/// run. The new score of a line is the geometric mean of its scores in both
/// runs. So a line is at the top only if both runs suspect it.
///
/// A small run has few suspect lines. But its output is short, so many changes
/// make it right by chance. In the larger run, such a change rarely makes all
/// of the output right. Lines that only the larger run has executed are left
/// out, since the smaller run fails without them.
///
/// `larger` has the evidence of slices and of changed decisions, statements and
/// values. All other evidence comes from the smaller run.
void rankByBoth(std::vector<LineEvidence> &smaller,
                std::vector<LineEvidence> larger);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_EXPLAIN_BOTHRANKINGS_H
