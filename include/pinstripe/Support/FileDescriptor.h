//===- FileDescriptor.h - Closes itself -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_SUPPORT_FILEDESCRIPTOR_H
#define PINSTRIPE_SUPPORT_FILEDESCRIPTOR_H

#include <dirent.h>

namespace pinstripe {

/// Owns an open file descriptor, or none (-1).
class FileDescriptor {
public:
  FileDescriptor() = default;
  explicit FileDescriptor(int number) : number(number) {}
  FileDescriptor(FileDescriptor &&other) noexcept : number(other.release()) {}
  FileDescriptor &operator=(FileDescriptor &&other) noexcept;
  ~FileDescriptor() { reset(); }

  bool isOpen() const { return number >= 0; }
  int get() const { return number; }
  int release();
  void reset();
  /// Closes and reports what close() says: with some file systems that is
  /// where a full disk shows.
  int close();

private:
  int number = -1;
};

/// As fdopendir; to be closed by closedir. Null, and closed, where there is no
/// such folder any more: that of a process that has ended.
DIR *openEntries(FileDescriptor folder);

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_FILEDESCRIPTOR_H
