//===- DirectorySnapshot.h - What a folder held, and how to restore it -*- C++
//-*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_STORE_DIRECTORYSNAPSHOT_H
#define PINSTRIPE_STORE_DIRECTORYSNAPSHOT_H

#include "pinstripe/Support/FileDescriptor.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <string>
#include <sys/stat.h>
#include <vector>

namespace pinstripe {

/// A file, folder or symbolic link of a snapshot.
struct SnapshotEntry {
  std::string name;
  mode_t mode = 0; ///< type and permissions
  uint64_t size = 0;
  timespec modified = {};
  std::string linkTarget;              ///< of a symbolic link
  std::vector<SnapshotEntry> children; ///< of a folder, by name

  /// What identifies the restored file: an unchanged file needs no look at
  /// its content.
  struct Stamp {
    ino_t inode = 0; ///< 0: not restored yet
    timespec modified = {};
    timespec changed = {};
    bool operator==(const Stamp &other) const;
  } stamp;
};

struct SnapshotLimits {
  size_t entries = 2000;
  uint64_t bytes = 32u << 20;
  /// Folders that are left out, asked with the whole path.
  std::function<bool(llvm::StringRef path)> isExcluded;
};

/// The files, folders and symbolic links below a folder at one moment. Other
/// kinds (pipes, sockets, devices) are no part of it. The content stays
/// in that folder, which must not change as long as the snapshot is used.
class DirectorySnapshot {
public:
  /// An empty `refusal` afterwards means success, otherwise it says which
  /// limit was exceeded or what could not be read.
  static DirectorySnapshot take(llvm::StringRef folder,
                                const SnapshotLimits &limits,
                                std::string &refusal);

  /// Makes `target`, an existing folder or nothing yet, the same as the
  /// snapshot; costs little where it is already. Never leaves `target`
  /// through a symbolic link. Always restore the same target.
  llvm::Error restore(llvm::StringRef target);

private:
  std::string source;
  SnapshotEntry root;
  /// When the last restore had ended, by the clock of the file system.
  timespec restored = {};
};

} // namespace pinstripe

#endif // PINSTRIPE_STORE_DIRECTORYSNAPSHOT_H
