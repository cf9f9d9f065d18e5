// Reads where the host has mounted file systems, to plan a sandbox.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_CONTAINMENT_MOUNTTABLE_H
#define PINSTRIPE_LIB_CONTAINMENT_MOUNTTABLE_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace pinstripe {

/// A mounted file system: a line of /proc/PID/mountinfo. If several are mounted
/// at one place, the last one is visible.
struct Mount {
  std::string place; ///< absolute path at which the file system is mounted
  std::string fileSystem;
  bool isReadOnly = false;
};

class MountTable {
public:
  /// Parses the text of a mountinfo file. Skips lines that can't be parsed.
  static MountTable parse(llvm::StringRef text);

  const std::vector<Mount> &mounts() const { return all; }
  /// Returns the mount that contains `path`; null if no known mount does.
  const Mount *holderOf(llvm::StringRef path) const;
  /// Returns whether something is mounted below `folder`; `folder` itself does
  /// not count.
  bool hasMountsBelow(llvm::StringRef folder) const;

private:
  std::vector<Mount> all;
};

/// Returns whether `path` is `folder` or lies in it. Both paths are absolute,
/// without "." and "..".
bool isWithin(llvm::StringRef path, llvm::StringRef folder);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CONTAINMENT_MOUNTTABLE_H
