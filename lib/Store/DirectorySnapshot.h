// A snapshot of a folder, from which the folder can be restored.
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

/// A file, folder or symbolic link of a snapshot.
struct SnapshotEntry {
  std::string name;
  /// The file's type and permissions, as in the field st_mode of stat.
  mode_t mode = 0;
  uint64_t size = 0;
  timespec modified = {};
  std::string linkTarget; ///< For a symbolic link: where it leads.
  /// For a folder: what it contains, sorted by name.
  std::vector<SnapshotEntry> children;

  /// Inode and times of a file after it was restored. If the file still has
  /// them, its content need not be compared.
  struct Stamp {
    /// Inode number of the file; 0 if it was not restored yet.
    ino_t inode = 0;
    timespec modified = {};
    timespec changed = {};
    bool operator==(const Stamp &other) const;
  } stamp;
};

struct SnapshotLimits : DirectoryLimits {
  /// Returns true for a folder that is not to be part of the snapshot. `path`
  /// is the whole path of the folder.
  std::function<bool(llvm::StringRef path)> isExcluded;
};

/// The files, folders and symbolic links below a folder at one moment. Pipes,
/// sockets and devices are left out. The snapshot has no copy of the files'
/// content, so the folder must not change as long as the snapshot is used.
class DirectorySnapshot {
public:
  /// Takes a snapshot of `folder`. Sets `refusal` to the limit that was
  /// exceeded or to what could not be read, otherwise to an empty string.
  static DirectorySnapshot take(llvm::StringRef folder,
                                const SnapshotLimits &limits,
                                std::string &refusal);

  /// Makes the folder `target` equal to the snapshot, which takes little time
  /// if it is so already. If `target` does not exist, it is made. Symbolic
  /// links that lead out of `target` are never followed. All calls must have
  /// the same target.
  llvm::Error restore(llvm::StringRef target);

private:
  std::string source;
  SnapshotEntry root;
  /// When the folder was restored last, by the clock of the file system. A file
  /// that has changed about then is compared byte by byte.
  timespec restored = {};
};

} // namespace pinstripe

#endif // PINSTRIPE_STORE_DIRECTORYSNAPSHOT_H
