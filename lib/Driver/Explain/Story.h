// Chooses the results that `pinstripe explain` shows to the user.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_EXPLAIN_STORY_H
#define PINSTRIPE_LIB_DRIVER_EXPLAIN_STORY_H

#include "pinstripe/Result/ExplainSummary.h"

namespace pinstripe {

/// Returns the source line that is to be explained: the line at the top of the
/// ranking. Null if there is no evidence for any line.
const LineEvidence *suspectOf(const LocateSummary &location);

/// Returns the instance of a line that an experiment has shown to matter: the
/// instance whose change was most effective, or the instance that crashed.
/// Nullopt if there is no such instance.
std::optional<EventIndex> shownInstance(const LineEvidence &line);

/// Returns the remedies: the best change of each suspect line, if it makes the
/// output right at least up to the first wrong line, or prevents the crash. Of
/// two changes with equal effects in one line, a change of the source is better
/// than a change of the run, since a user can write it.
std::vector<Remedy> remediesIn(const LocateSummary &location);

/// Returns sentences about the questions that the summary leaves open.
std::vector<std::string> openQuestions(const ExplainSummary &summary);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_EXPLAIN_STORY_H
