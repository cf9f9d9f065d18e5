// A folder on disk that holds one state of a source tree at a time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REVISIONS_WORKFOLDER_H
#define PINSTRIPE_REVISIONS_WORKFOLDER_H

#include "pinstripe/Revisions/SourceStore.h"
#include "pinstripe/Support/FileDescriptor.h"

namespace pinstripe {

/// A folder that belongs to Pinstripe, in which states of the source are built.
/// Only files that differ from the last state are written, so that a build has
/// little to do. What a build has made stays, unless `clear` is called.
class WorkFolder {
public:
  /// Makes an empty folder. What was there before is removed.
  static llvm::Expected<WorkFolder> create(llvm::StringRef path);

  /// Makes the files in the folder those of `state`: writes the files that
  /// differ from the state shown before, and removes the files that `state`
  /// does not have. Written files get the present time, in nanoseconds, so that
  /// they are newer than all files that an earlier build has made.
  llvm::Error show(const SourceStore &store, const StateId &state);
  /// Removes everything in the folder. The next call of `show` then writes all
  /// files.
  llvm::Error clear();

  const std::string &path() const { return location; }
  /// Returns true if the last call of `show` has removed or added a file. Then
  /// files that were built before may be out of date without a build noticing
  /// it.
  bool hasOtherFiles() const { return otherFiles; }

private:
  explicit WorkFolder(llvm::StringRef path) : location(path) {}
  llvm::Error write(const SourceStore &store, const PathChange &change);
  llvm::Error remove(const std::string &path);
  llvm::Error open();

  std::string location;
  FileDescriptor root;
  std::optional<StateId> shown;
  bool otherFiles = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_REVISIONS_WORKFOLDER_H
