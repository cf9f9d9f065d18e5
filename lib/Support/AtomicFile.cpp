//===- AtomicFile.cpp - Whole files, in and out ---------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/FileDescriptor.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pinstripe {
namespace {

const char *writeRemedy(int error) {
  switch (error) {
  case ENOSPC:
  case EDQUOT:
    return "; free some space or write to another directory";
  case EACCES:
  case EPERM:
  case EROFS:
    return "; choose a directory that you may write to";
  case ENOENT:
    return "; create its directory first";
  case ENOTDIR:
    return "; a file is in the way, choose another place";
  case EISDIR:
    return "; name a file";
  default:
    return "";
  }
}

/// 0, or the errno of the write that failed.
int writeAll(int descriptor, llvm::StringRef content) {
  while (!content.empty()) {
    ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return errno;
    if (written == 0)
      return ENOSPC;
    content = content.drop_front(written);
  }
  return 0;
}

/// /dev and /proc hold names of things that are not ours to replace, even
/// when they lead to a regular file (/dev/stdout of a redirected shell).
bool isReplaceable(llvm::StringRef path, const struct stat &status) {
  return S_ISREG(status.st_mode) && !path.starts_with("/dev/") &&
         !path.starts_with("/proc/");
}

llvm::Error writeInPlace(const std::string &path, llvm::StringRef content) {
  FileDescriptor file(::open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC));
  if (!file.isOpen())
    return cannotWrite(path, errno);
  if (int error = writeAll(file.get(), content))
    return cannotWrite(path, error);
  if (file.close() != 0)
    return cannotWrite(path, errno);
  return llvm::Error::success();
}

/// What mkstemp does not know: the mode that open() would have given.
mode_t modeOfNewFiles() {
  mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

/// 0, or an errno; `temporary` stands complete in the target's directory.
int fillTemporary(FileDescriptor file, llvm::StringRef content, mode_t mode,
                  Durability durability) {
  if (int error = writeAll(file.get(), content))
    return error;
  if (::fchmod(file.get(), mode) != 0)
    return errno;
  // Some file systems can't do it and say EINVAL: nothing is lost by that.
  if (durability == Durability::PowerLoss && ::fsync(file.get()) != 0 &&
      errno != EINVAL)
    return errno;
  return file.close() == 0 ? 0 : errno;
}

/// Makes the rename itself survive a power loss; a failure leaves the file
/// intact, so it is no error.
void syncDirectoryOf(const std::string &path) {
  std::string parent(llvm::sys::path::parent_path(path));
  FileDescriptor directory(::open(parent.empty() ? "." : parent.c_str(),
                                  O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.isOpen())
    (void)::fsync(directory.get());
}

std::string resolveLinks(const std::string &path) {
  llvm::SmallString<256> resolved;
  if (llvm::sys::fs::real_path(path, resolved))
    return path;
  return std::string(resolved);
}

} // namespace

llvm::Error cannotWrite(llvm::StringRef path, int error) {
  return llvm::make_error<FileError>(
      path + ": can't write: " + std::strerror(error) + writeRemedy(error));
}

llvm::Error writeFileAtomically(llvm::StringRef path, llvm::StringRef content,
                                Durability durability) {
  std::string target = path.str();
  mode_t mode = modeOfNewFiles();
  struct stat status;
  if (::stat(target.c_str(), &status) == 0) {
    if (!isReplaceable(target, status))
      return writeInPlace(target, content);
    mode = status.st_mode & 07777;
    target = resolveLinks(target);
  }

  std::string temporary = target + ".XXXXXX";
  FileDescriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
  if (!file.isOpen())
    return cannotWrite(path, errno);
  int error = fillTemporary(std::move(file), content, mode, durability);
  if (error == 0 && ::rename(temporary.c_str(), target.c_str()) != 0)
    error = errno;
  if (error != 0) {
    ::unlink(temporary.c_str());
    return cannotWrite(path, error);
  }
  if (durability == Durability::PowerLoss)
    syncDirectoryOf(target);
  return llvm::Error::success();
}

llvm::Expected<std::string> readFile(llvm::StringRef path,
                                     uint64_t limitBytes) {
  auto readError = [&](const llvm::Twine &reason) {
    return llvm::make_error<UsageError>(path + ": can't read: " + reason +
                                        "; give the path of a readable file");
  };
  FileDescriptor file(::open(path.str().c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.isOpen())
    return readError(std::strerror(errno));
  struct stat status;
  std::string content;
  if (::fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode) &&
      static_cast<uint64_t>(status.st_size) <= limitBytes)
    content.reserve(status.st_size);
  char buffer[1 << 16];
  while (true) {
    ssize_t got = ::read(file.get(), buffer, sizeof(buffer));
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return readError(std::strerror(errno));
    if (got == 0)
      return content;
    if (content.size() + got > limitBytes)
      return readError("larger than " + llvm::Twine(limitBytes) + " bytes");
    content.append(buffer, got);
  }
}

} // namespace pinstripe
