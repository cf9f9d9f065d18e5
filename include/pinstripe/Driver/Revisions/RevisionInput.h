// Reads the two states of a source between which a search looks for changes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_REVISIONS_REVISIONINPUT_H
#define PINSTRIPE_DRIVER_REVISIONS_REVISIONINPUT_H

#include "pinstripe/Driver/Revisions/RevisionSearch.h"

namespace pinstripe {

/// The good and the bad revision, as the user has named them.
struct RevisionInput {
  /// The good revision: its name in git, or the path of a folder.
  std::string good;
  /// The bad revision: its name in git, or the path of a folder; empty for
  /// HEAD.
  std::string bad;
  std::string repository = "."; ///< A folder in the git repository.
  /// True if the bad state is HEAD with the local changes of the working tree.
  bool withLocal = false;
};

/// Reads the good and the bad state, and the commits between them. Stores them
/// in `request.store`, and fills the revision names and the commits of
/// `request`. The folder of `request` must be set. If both revisions are
/// folders, reads the contents of the folders. `say` is called with notes for
/// the user. Returns a UsageError if a state can't be read.
llvm::Error readRevisions(const RevisionInput &input, RevisionRequest &request,
                          llvm::function_ref<void(llvm::StringRef)> say);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_REVISIONS_REVISIONINPUT_H
