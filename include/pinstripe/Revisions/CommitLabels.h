// Finds out which commit made each change of a difference.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REVISIONS_COMMITLABELS_H
#define PINSTRIPE_REVISIONS_COMMITLABELS_H

#include "pinstripe/Revisions/SourceDifference.h"

namespace pinstripe {

/// Sets the commit of each change of a difference. `states` are the states of
/// the source after each commit: the first is the old state of the difference,
/// the last is the new one. The commit of a change is the index of a state, at
/// least 1. The changes are numbered again, so that those of earlier commits
/// come first.
llvm::Error labelCommits(SourceDifference &difference, const SourceStore &store,
                         llvm::ArrayRef<StateId> states);

} // namespace pinstripe

#endif // PINSTRIPE_REVISIONS_COMMITLABELS_H
