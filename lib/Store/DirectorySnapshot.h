// Takes a snapshot of a folder, from which copies of the folder are made and
// restored.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_STORE_DIRECTORYSNAPSHOT_H
#define PINSTRIPE_STORE_DIRECTORYSNAPSHOT_H

#include "pinstripe/Store/PrivateDirectory.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <string>
#include <sys/stat.h>
#include <vector>

namespace pinstripe {

/// One entry of a snapshot: a file, a folder or a symbolic link.
struct SnapshotEntry {
  std::string name;
  /// The file's type and permissions, as in the field st_mode of stat.
  mode_t mode = 0;
  uint64_t size = 0;
  timespec modified = {};
  /// For a symbolic link: the path to which the link leads.
  std::string linkTarget;
  /// For a folder: its entries, sorted by name.
  std::vector<SnapshotEntry> children;

  /// The inode and the times of a file just after it was restored. A file for
  /// which they are still the same counts as unchanged. But a file that changes
  /// within milliseconds after it was restored may have the same times. In such
  /// cases the content is compared, too.
  struct Stamp {
    /// Inode number of the file; 0 if the file was not restored yet.
    ino_t inode = 0;
    timespec modified = {};
    timespec changed = {};
    bool operator==(const Stamp &other) const;
  } stamp;
};

struct SnapshotLimits : DirectoryLimits {
  /// Returns true for a folder that is to be left out of the snapshot, such as
  /// `.git`. `path` is the whole path of the folder.
  std::function<bool(llvm::StringRef path)> isExcluded;
};

/// The files, folders and symbolic links below a folder at one moment. Pipes,
/// sockets and devices are left out. The snapshot has no copy of the files'
/// content. So the folder must not change while the snapshot is in use.
class DirectorySnapshot {
public:
  /// Takes a snapshot of `folder`. Sets `refusal` to the reason if the folder
  /// exceeds `limits`, or if something in the folder can't be read. Otherwise
  /// sets `refusal` to the empty text.
  static DirectorySnapshot take(llvm::StringRef folder,
                                const SnapshotLimits &limits,
                                std::string &refusal);

  /// Makes the folder `target` equal to the snapshot. Creates the folder if
  /// needed. Takes little time if little has changed in `target`. Never follows
  /// symbolic links that lead out of `target`. All calls for a snapshot must
  /// have the same target, since the snapshot remembers the times of the files
  /// there.
  llvm::Error restore(llvm::StringRef target);

private:
  std::string source;
  SnapshotEntry root;
  /// The time of the last restoration, by the clock of the file system. A file
  /// that was changed at about this time may have changed again without a
  /// change of its times. So such a file is compared byte by byte.
  timespec restored = {};
};

} // namespace pinstripe

#endif // PINSTRIPE_STORE_DIRECTORYSNAPSHOT_H
