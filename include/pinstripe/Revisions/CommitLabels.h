// Finds out which commit made each change between two states of a source tree.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REVISIONS_COMMITLABELS_H
#define PINSTRIPE_REVISIONS_COMMITLABELS_H

#include "pinstripe/Revisions/SourceDifference.h"

namespace pinstripe {

/// Finds the commit that made each change of a difference, and stores it in the
/// change as an index into `states`. The first state is the old state of the
/// difference. Each further state is the one after a commit, so that the index
/// is at least 1. The last state is the new state of the difference. Then
/// numbers the changes again, so that those of earlier commits come first.
llvm::Error labelCommits(SourceDifference &difference, const SourceStore &store,
                         llvm::ArrayRef<StateId> states);

} // namespace pinstripe

#endif // PINSTRIPE_REVISIONS_COMMITLABELS_H
