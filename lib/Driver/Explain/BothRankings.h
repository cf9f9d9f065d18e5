// Ranks suspect lines by the evidence from two failing runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_EXPLAIN_BOTHRANKINGS_H
#define PINSTRIPE_LIB_DRIVER_EXPLAIN_BOTHRANKINGS_H

#include "pinstripe/Result/LocateSummary.h"
#include "llvm/ADT/ArrayRef.h"
#include <set>

namespace pinstripe {

/// Returns the source lines in which a change of the run makes the output
/// right, or more of the output right than before, or prevents the crash.
std::set<SourceLine> changedLines(llvm::ArrayRef<LineEvidence> lines);

/// Ranks the lines of the smaller run again, with the evidence from the larger
/// run. The larger run is the user's; the smaller run was made from it by
/// leaving things out. The new score of a line is a weighted geometric mean of
/// its scores in both runs, in which the larger run counts twice. So a line
/// gets a high score only if both runs make it suspect.
///
/// Few lines are suspect in a small run. But the output of a small run is
/// short, so many changes of the run make the output right by chance. The same
/// change rarely makes the longer output of the larger run right. Lines that
/// only the larger run has executed are not ranked: the smaller run fails
/// without them.
///
/// If a line has a mutation or a part in a reduction in one of the runs only,
/// for example since the time was short, this counts for both runs.
void rankByBoth(std::vector<LineEvidence> &smaller,
                std::vector<LineEvidence> larger);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_EXPLAIN_BOTHRANKINGS_H
