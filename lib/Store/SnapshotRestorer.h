// Restores a folder from a snapshot.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_STORE_SNAPSHOTRESTORER_H
#define PINSTRIPE_STORE_SNAPSHOTRESTORER_H

#include "DirectorySnapshot.h"
#include <optional>

namespace pinstripe {

/// One pass over a folder that restores a snapshot. The pass works with open
/// folders throughout: a link that a program has put in the place of a folder
/// is removed and never entered.
class SnapshotRestorer {
public:
  /// `restored` is the end of the last pass over `target`.
  SnapshotRestorer(std::string source, std::string target, timespec restored)
      : source(std::move(source)), target(std::move(target)),
        restored(restored) {}

  llvm::Error restore(SnapshotEntry &root);

private:
  using Path = std::string; ///< The part below source and target: "/a/b".

  llvm::Error restoreFolder(SnapshotEntry &folder, FileDescriptor opened,
                            const Path &path);
  llvm::Error restoreEntry(SnapshotEntry &entry, int directory,
                           const Path &path);
  llvm::Error enterFolder(SnapshotEntry &entry, int directory,
                          const Path &path);
  llvm::Error restoreLink(SnapshotEntry &entry, int directory,
                          const Path &path);
  llvm::Error restoreFile(SnapshotEntry &entry, int directory,
                          const struct stat *present, const Path &path);
  llvm::Error removeStrangers(const SnapshotEntry &folder, int directory,
                              const Path &path);
  bool isUnchanged(const SnapshotEntry &entry, int directory,
                   const struct stat &present, const Path &path) const;
  bool hasContentOf(const Path &path, int directory,
                    const std::string &name) const;
  llvm::Error failed(const Path &path, int error) const;

  std::string source;
  std::string target;
  timespec restored;
};

/// Returns the target of a link, or an empty string if it can't be read.
std::string linkTargetAt(int directory, const char *name);

/// Returns all names but "." and "..", or nullopt with errno set.
std::optional<std::vector<std::string>> namesIn(int directory);

} // namespace pinstripe

#endif // PINSTRIPE_STORE_SNAPSHOTRESTORER_H
