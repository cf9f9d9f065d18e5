//===- SnapshotRestorer.h - Puts a folder back -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_STORE_SNAPSHOTRESTORER_H
#define PINSTRIPE_STORE_SNAPSHOTRESTORER_H

#include "DirectorySnapshot.h"
#include <optional>

namespace pinstripe {

/// One pass over a folder that brings it back to its snapshot. Works with
/// open folders throughout: what a program has put in the place of a folder
/// is never entered, only removed.
class SnapshotRestorer {
public:
  /// `restored`: when the last pass over `target` had ended.
  SnapshotRestorer(std::string source, std::string target, timespec restored)
      : source(std::move(source)), target(std::move(target)),
        restored(restored) {}

  llvm::Error restore(SnapshotEntry &root);

private:
  using Path = std::string; ///< below source and target, "/a/b"

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

/// Empty if it can't be read.
std::string linkTargetAt(int directory, const char *name);

/// All but "." and ".."; none: errno says why.
std::optional<std::vector<std::string>> namesIn(int directory);

} // namespace pinstripe

#endif // PINSTRIPE_STORE_SNAPSHOTRESTORER_H
