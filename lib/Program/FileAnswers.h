//===- FileAnswers.h - What a parse learnt from files -----------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Program. Everything that a parse asks of the file system, and
// what it was told: a parse whose questions still have the same answers would
// come out the same. That a header is *not* in a folder is an answer too.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_PROGRAM_FILEANSWERS_H
#define PINSTRIPE_LIB_PROGRAM_FILEANSWERS_H

#include "llvm/Support/VirtualFileSystem.h"
#include <map>
#include <mutex>
#include <string>
#include <tuple>

namespace pinstripe {

struct FileQuestion {
  enum class Kind : uint8_t {
    Type,     ///< nothing, a file, a folder, something else
    Content,  ///< of a file
    RealPath, ///< with links resolved
    Names,    ///< of what is in a folder
  };
  Kind kind = Kind::Type;
  std::string path; ///< absolute
  bool operator<(const FileQuestion &other) const {
    return std::tie(path, kind) < std::tie(other.path, other.kind);
  }
};

/// Hashes; 0: there is nothing, or it can't be read.
using FileAnswers = std::map<FileQuestion, uint64_t>;

/// What the file system says now, each question asked once: for one opening of
/// one program, in any thread.
class CurrentFiles {
public:
  bool agreeWith(const FileAnswers &answers);

private:
  uint64_t answer(const FileQuestion &question);

  std::mutex mutex;
  FileAnswers known;
};

/// Files as they are, with a record of what was asked. For one thread.
class AskedFiles : public llvm::vfs::ProxyFileSystem {
public:
  /// Relative paths are looked up in `directory`. `answers` outlives this.
  AskedFiles(const std::string &directory, FileAnswers &answers);

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &path) override;
  bool exists(const llvm::Twine &path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &path) override;
  llvm::vfs::directory_iterator dir_begin(const llvm::Twine &path,
                                          std::error_code &error) override;
  std::error_code getRealPath(const llvm::Twine &path,
                              llvm::SmallVectorImpl<char> &output) override;

private:
  void note(FileQuestion::Kind kind, const llvm::Twine &path, uint64_t answer);

  FileAnswers &answers;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_FILEANSWERS_H
