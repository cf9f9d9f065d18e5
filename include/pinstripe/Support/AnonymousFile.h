// Files in memory that have no path.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_ANONYMOUSFILE_H
#define PINSTRIPE_SUPPORT_ANONYMOUSFILE_H

#include "pinstripe/Support/FileDescriptor.h"
#include "llvm/Support/Error.h"
#include <string>

namespace pinstripe {

/// A file in memory that is in no folder: it takes no space on disk, only
/// processes that were given it can find it, and it disappears with the last
/// process that has it open. Its descriptor is above those of the standard
/// streams and is closed by exec.
class AnonymousFile {
public:
  /// `name` is shown by /proc; several files may have the same name.
  static llvm::Expected<AnonymousFile> create(const std::string &name);
  /// Copies the file at `path`. Nobody can change the copy. Returns a
  /// UsageError if the file can't be read.
  static llvm::Expected<AnonymousFile> sealedCopy(const std::string &name,
                                                  const std::string &path);

  int descriptor() const { return file.get(); }
  /// The path under which this process can open the file again, with a position
  /// of its own.
  std::string path() const { return pathOf(file.get()); }
  /// The path under which a process can open the file again that it has open as
  /// `descriptor`.
  static std::string pathOf(int descriptor) {
    return "/proc/self/fd/" + std::to_string(descriptor);
  }

  llvm::Error clear() const;
  /// Restores the access rights, which a program that has the file open may
  /// have removed.
  void restoreRights() const;

private:
  explicit AnonymousFile(FileDescriptor file) : file(std::move(file)) {}
  FileDescriptor file;
};

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_ANONYMOUSFILE_H
