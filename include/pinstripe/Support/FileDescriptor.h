// Owns an open file descriptor and closes it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_FILEDESCRIPTOR_H
#define PINSTRIPE_SUPPORT_FILEDESCRIPTOR_H

#include <dirent.h>
#include <utility>

namespace pinstripe {

/// Owns an open file descriptor and closes it in its destructor. The number is
/// -1 if the object owns no descriptor.
class FileDescriptor {
public:
  FileDescriptor() = default;
  explicit FileDescriptor(int number) : number(number) {}
  FileDescriptor(FileDescriptor &&other) noexcept : number(other.release()) {}
  FileDescriptor &operator=(FileDescriptor &&other) noexcept {
    FileDescriptor former(std::exchange(number, other.release()));
    return *this;
  }
  ~FileDescriptor() { reset(); }

  bool isOpen() const { return number >= 0; }
  int get() const { return number; }
  int release() { return std::exchange(number, -1); }
  void reset() { (void)close(); }
  /// Closes the file and returns the result of close(). The result matters,
  /// since on some file systems only close() reports that the disk is full.
  int close();

private:
  int number = -1;
};

/// Returns `descriptor` if its number is above 2, otherwise a copy with such a
/// number, which exec closes. The numbers 0 to 2 are left to the standard
/// streams of a program.
FileDescriptor aboveStandard(FileDescriptor descriptor);

/// Opens a folder for readdir; the caller must call closedir. Returns null if
/// the folder can't be read, for example because it has disappeared, like the
/// folder of an ended process in /proc.
DIR *openEntries(FileDescriptor folder);

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_FILEDESCRIPTOR_H
