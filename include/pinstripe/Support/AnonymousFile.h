// Provides files in memory that have no path, such as those for the output of
// runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_ANONYMOUSFILE_H
#define PINSTRIPE_SUPPORT_ANONYMOUSFILE_H

#include "pinstripe/Support/FileDescriptor.h"
#include "llvm/Support/Error.h"
#include <string>

namespace pinstripe {

/// A file in memory that is in no folder and takes no space on disk. Only
/// processes that were given its descriptor can find it. It disappears when the
/// last process closes it. The number of its descriptor is above 2, so it never
/// replaces a standard stream, and exec closes it.
class AnonymousFile {
public:
  /// Creates an empty file in memory. /proc shows it under `name`, and several
  /// files may have the same name.
  static llvm::Expected<AnonymousFile> create(const std::string &name);
  /// Creates a file in memory that is a copy of the file at `path`. Nobody can
  /// change the copy. Returns a UsageError if the file at `path` can't be read.
  static llvm::Expected<AnonymousFile> sealedCopy(const std::string &name,
                                                  const std::string &path);

  int descriptor() const { return file.get(); }
  /// Returns a path by which this process can open the file again. The newly
  /// opened file has its own position.
  std::string path() const { return pathOf(file.get()); }
  /// Returns a path that stands for the open file `descriptor`. Any process
  /// that has the file open under this number can use the path to open the file
  /// again.
  static std::string pathOf(int descriptor) {
    return "/proc/self/fd/" + std::to_string(descriptor);
  }

  llvm::Error clear() const;
  /// Restores the access rights of the file. A program that has the file open
  /// may have removed them.
  void restoreRights() const;

private:
  explicit AnonymousFile(FileDescriptor file) : file(std::move(file)) {}
  FileDescriptor file;
};

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_ANONYMOUSFILE_H
