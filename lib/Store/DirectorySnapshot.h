// Takes a snapshot of a folder, to make and to restore a copy of it.
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

  /// Inode and times of a file just after it was restored. A file that still
  /// has them counts as unchanged. But the times can stay the same if the file
  /// changes within milliseconds after the restoration. Where that is possible,
  /// the content is compared, too.
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
/// content, so the folder must not change as long as the snapshot is used.
class DirectorySnapshot {
public:
  /// Takes a snapshot of `folder`. If the folder exceeds `limits`, or if
  /// something in it can't be read, sets `refusal` to a text that says so.
  /// Otherwise sets `refusal` to an empty text.
  static DirectorySnapshot take(llvm::StringRef folder,
                                const SnapshotLimits &limits,
                                std::string &refusal);

  /// Makes the folder `target` equal to the snapshot, and creates it if needed.
  /// If `target` is equal to the snapshot already, the call takes little time.
  /// Symbolic links that lead out of `target` are never followed. All calls for
  /// a snapshot must have the same target, since the snapshot remembers the
  /// times of the files there.
  llvm::Error restore(llvm::StringRef target);

private:
  std::string source;
  SnapshotEntry root;
  /// When the folder was restored last, by the clock of the file system. A file
  /// that was changed at about that time is compared byte by byte, since its
  /// times may not show a later change.
  timespec restored = {};
};

} // namespace pinstripe

#endif // PINSTRIPE_STORE_DIRECTORYSNAPSHOT_H
