// Chooses the results that `pinstripe explain` shows to the user.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_EXPLAIN_STORY_H
#define PINSTRIPE_LIB_DRIVER_EXPLAIN_STORY_H

#include "pinstripe/Result/ExplainSummary.h"

namespace pinstripe {

/// Returns the source line that is to be explained: the line at the top of the
/// ranking. Null if there is no evidence for any line.
const LineEvidence *suspectOf(const LocateSummary &location);

/// Returns the instance (execution) of a statement of `line` that matters most:
/// the instance whose change had the best effect, or the instance that crashed.
/// Returns nullopt if no experiment has shown such an instance.
std::optional<EventIndex> shownInstance(const LineEvidence &line);

/// Returns the remedies: for each suspect line, its best change, if this change
/// prevents the crash or makes the output right at least up to the first wrong
/// line. If two changes of a line have equal effects, a change of the source is
/// preferred to a change of the run, since a user can edit the source.
std::vector<Remedy> remediesIn(const LocateSummary &location);

/// Returns sentences about the questions that the summary leaves open.
std::vector<std::string> openQuestions(const ExplainSummary &summary);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_EXPLAIN_STORY_H
