// Chooses what `pinstripe explain` tells of all that was found.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_EXPLAIN_STORY_H
#define PINSTRIPE_LIB_DRIVER_EXPLAIN_STORY_H

#include "pinstripe/Result/ExplainSummary.h"

namespace pinstripe {

/// Returns the line of source that is to be explained: the best of those that
/// anything points to. Null if nothing does.
const LineEvidence *suspectOf(const LocateSummary &location);

/// Returns the instance of a line that an experiment has shown to matter: the
/// one whose change mended most, or the one that crashed. Nullopt if there is
/// no such experiment.
std::optional<EventIndex> shownInstance(const LineEvidence &line);

/// Returns the best change of each suspect line that makes the output right at
/// least up to the first wrong line, or prevents the crash. Changes of the
/// source come before those of a run that are equally good, since they are what
/// a user can write.
std::vector<Remedy> remediesIn(const LocateSummary &location);

/// Returns sentences that say what the summary leaves open.
std::vector<std::string> openQuestions(const ExplainSummary &summary);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_EXPLAIN_STORY_H
