//===- AtomicFile.h - Whole files, in and out -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_SUPPORT_ATOMICFILE_H
#define PINSTRIPE_SUPPORT_ATOMICFILE_H

#include "pinstripe/Support/FileDescriptor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <utility>

namespace pinstripe {

/// What a file must survive once `writeFileAtomically` has returned.
enum class Durability : uint8_t {
  PowerLoss,   ///< the data has reached the disk; costs milliseconds
  ProcessKill, ///< for what is written again and again
};

/// Replaces `path` as a whole: whoever reads it, at whatever moment this
/// process is killed, finds the old content or the new one. Writes through
/// symbolic links, keeps the mode of an existing file, and writes in place
/// what can't be replaced (`/dev/stdout`, a pipe). A FileError names the file
/// and the remedy.
llvm::Error writeFileAtomically(llvm::StringRef path, llvm::StringRef content,
                                Durability durability = Durability::PowerLoss);

/// The same for content that is not to be in memory as a whole. Without
/// `commit` the file stays what it was.
class AtomicFile {
public:
  static llvm::Expected<AtomicFile> create(llvm::StringRef path,
                                           Durability durability);
  AtomicFile(AtomicFile &&other) noexcept
      : path(std::move(other.path)), target(std::move(other.target)),
        temporary(std::exchange(other.temporary, std::string())),
        durability(other.durability), mode(other.mode),
        file(std::move(other.file)) {}
  ~AtomicFile();

  llvm::Error append(llvm::StringRef content);
  llvm::Error commit();

private:
  AtomicFile(llvm::StringRef path, Durability durability)
      : path(path), durability(durability) {}
  llvm::Error open();

  std::string path;      ///< as it was given
  std::string target;    ///< what is replaced
  std::string temporary; ///< what replaces it; empty: nothing, written in place
  Durability durability;
  unsigned mode = 0;
  FileDescriptor file;
};

/// The FileError for a file or folder of ours that can't be written, with the
/// reason (an errno) and the remedy.
llvm::Error cannotWrite(llvm::StringRef path, int error);

/// The content of a file that the user named; devices and pipes are read to
/// their end. A UsageError says why it can't be read: missing, a directory,
/// no permission, larger than `limitBytes`.
llvm::Expected<std::string> readFile(llvm::StringRef path,
                                     uint64_t limitBytes = uint64_t(1) << 30);

/// The same, piece by piece.
class InputFile {
public:
  static llvm::Expected<InputFile> open(llvm::StringRef path);
  /// Fills the buffer, unless the file ends before. Returns how far.
  llvm::Expected<size_t> read(llvm::MutableArrayRef<char> buffer);

private:
  explicit InputFile(llvm::StringRef path) : path(path) {}
  llvm::Error failure(const llvm::Twine &reason) const;
  friend llvm::Expected<std::string> readFile(llvm::StringRef, uint64_t);

  std::string path;
  FileDescriptor file;
};

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_ATOMICFILE_H
