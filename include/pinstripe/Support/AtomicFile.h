// Reads whole files, and replaces files atomically.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

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

/// Says what the content of a written file must survive: a power loss, or only
/// the death of the process that writes the file.
enum class Durability : uint8_t {
  /// The file must survive a power loss of the machine. So its data is flushed
  /// to the disk, which takes milliseconds.
  PowerLoss,
  /// The file must survive a kill of this process, but need not survive a power
  /// loss. The data is not flushed to the disk. Files that are written again
  /// and again use this value, since it saves the time for the flush.
  ProcessKill,
};

/// Replaces the content of `path` atomically: a reader finds either the old or
/// the new content, even if this process is killed meanwhile. Writes through
/// symbolic links, and keeps the mode of an existing file. A file that can't be
/// replaced, such as `/dev/stdout` or a pipe, is written in place. On failure,
/// returns a FileError that names the file and a remedy.
llvm::Error writeFileAtomically(llvm::StringRef path, llvm::StringRef content,
                                Durability durability = Durability::PowerLoss);

/// Replaces a file piece by piece, for content that is too large for memory.
/// The file does not change before `commit`. But a file that can't be replaced,
/// such as `/dev/stdout` or a pipe, is written in place.
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

  /// Path of the file that is replaced, as the caller has given it.
  std::string path;
  /// Path of the file that is replaced, with symbolic links resolved.
  std::string target;
  /// Path of the temporary file that holds the new content until `commit`
  /// renames it. Empty if the old file is overwritten in place.
  std::string temporary;
  Durability durability;
  unsigned mode = 0;
  FileDescriptor file;
};

/// Writes all bytes to an open file. Returns 0, or an errno value if that
/// fails.
int writeAll(int file, llvm::StringRef bytes);
/// Reads from an open file until the buffer is full or the file ends. Returns
/// the number of bytes, or -1 with errno set.
ssize_t readAll(int file, llvm::MutableArrayRef<char> buffer);

/// Makes the FileError for a file or folder that Pinstripe can't write. The
/// message contains a remedy and the text for the errno value `error`.
llvm::Error cannotWrite(llvm::StringRef path, int error);

/// Returns the content of a file that the user named. Devices and pipes are
/// read to their end. Returns a UsageError if the file is missing, is a
/// directory, may not be read, or is larger than `limitBytes`.
llvm::Expected<std::string> readFile(llvm::StringRef path,
                                     uint64_t limitBytes = uint64_t(1) << 30);

/// A file that the user named and that is read piece by piece.
class InputFile {
public:
  static llvm::Expected<InputFile> open(llvm::StringRef path);
  /// Reads until the buffer is full or the file ends. Returns the number of
  /// bytes that were read.
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
