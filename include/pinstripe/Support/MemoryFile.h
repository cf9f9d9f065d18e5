//===- MemoryFile.h - A file without a name -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_SUPPORT_MEMORYFILE_H
#define PINSTRIPE_SUPPORT_MEMORYFILE_H

#include "pinstripe/Support/FileDescriptor.h"
#include "llvm/Support/Error.h"
#include <string>

namespace pinstripe {

/// A file in memory that no folder holds: it needs no place on disk, can't be
/// found by who was not given it, and is gone with the last process that has it
/// open. Its descriptor is above those of the standard streams and closed by
/// exec.
class MemoryFile {
public:
  /// `name` is what /proc shows; several may have the same.
  static llvm::Expected<MemoryFile> create(const std::string &name);
  /// What `path` holds now. Nobody can change it, whoever opens it anew. A
  /// UsageError if it can't be read.
  static llvm::Expected<MemoryFile> sealedCopy(const std::string &name,
                                               const std::string &path);

  int descriptor() const { return file.get(); }
  /// By which this process opens it anew, with a position of its own.
  std::string path() const { return pathOf(file.get()); }
  /// The same in a process that has it open as `descriptor`.
  static std::string pathOf(int descriptor) {
    return "/proc/self/fd/" + std::to_string(descriptor);
  }

  llvm::Error clear() const;
  /// Whoever has it open may have taken the rights to open it from all.
  void restoreRights() const;

private:
  explicit MemoryFile(FileDescriptor file) : file(std::move(file)) {}
  FileDescriptor file;
};

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_MEMORYFILE_H
