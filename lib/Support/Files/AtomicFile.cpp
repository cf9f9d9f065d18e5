// Reads whole files, and replaces files atomically.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A reader of a replaced file sees either the old content or the new one.

#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/FileDescriptor.h"
#include "llvm/Support/Errno.h"
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

/// Returns whether a file may be replaced by a new file with the same path.
/// Files in /dev and /proc must be written in place, even if they lead to a
/// regular file. For example, /dev/stdout leads to a regular file if a shell
/// has redirected the output.
bool isReplaceable(llvm::StringRef path, const struct stat &status) {
  return S_ISREG(status.st_mode) && !path.starts_with("/dev/") &&
         !path.starts_with("/proc/");
}

/// Returns the access mode that open() would give to a new file. mkstemp
/// ignores the umask, so the mode must be set explicitly.
mode_t modeOfNewFiles() {
  mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

/// Flushes the folder of a file to the disk, so that the file's new name
/// survives a power loss. Errors are ignored, since the file is intact in any
/// case.
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

int writeAll(int file, llvm::StringRef bytes) {
  while (!bytes.empty()) {
    ssize_t written = llvm::sys::RetryAfterSignal(-1, ::write, file,
                                                  bytes.data(), bytes.size());
    if (written <= 0)
      return written < 0 ? errno : ENOSPC;
    bytes = bytes.drop_front(static_cast<size_t>(written));
  }
  return 0;
}

ssize_t readAll(int file, llvm::MutableArrayRef<char> buffer) {
  size_t filled = 0;
  while (filled < buffer.size()) {
    ssize_t got = llvm::sys::RetryAfterSignal(
        -1, ::read, file, buffer.data() + filled, buffer.size() - filled);
    if (got < 0)
      return -1;
    if (got == 0)
      break;
    filled += static_cast<size_t>(got);
  }
  return static_cast<ssize_t>(filled);
}

llvm::Error cannotWrite(llvm::StringRef path, int error) {
  return llvm::make_error<FileError>(
      path + ": can't write: " + std::strerror(error) + writeRemedy(error));
}

llvm::Expected<AtomicFile> AtomicFile::create(llvm::StringRef path,
                                              Durability durability) {
  AtomicFile created(path, durability);
  if (llvm::Error error = created.open())
    return error;
  return created;
}

llvm::Error AtomicFile::open() {
  target = path;
  mode = modeOfNewFiles();
  struct stat status;
  if (::stat(target.c_str(), &status) == 0) {
    if (!isReplaceable(target, status)) {
      file =
          FileDescriptor(::open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC));
      return file.isOpen() ? llvm::Error::success() : cannotWrite(path, errno);
    }
    mode = status.st_mode & 07777;
    target = resolveLinks(target);
  }
  std::string name = target + ".XXXXXX";
  file = FileDescriptor(::mkostemp(name.data(), O_CLOEXEC));
  if (!file.isOpen())
    return cannotWrite(path, errno);
  temporary = std::move(name);
  return llvm::Error::success();
}

AtomicFile::~AtomicFile() {
  if (!temporary.empty())
    ::unlink(temporary.c_str());
}

llvm::Error AtomicFile::append(llvm::StringRef content) {
  if (int error = writeAll(file.get(), content))
    return cannotWrite(path, error);
  return llvm::Error::success();
}

llvm::Error AtomicFile::commit() {
  bool isReplaced = !temporary.empty();
  if (isReplaced && ::fchmod(file.get(), mode) != 0)
    return cannotWrite(path, errno);
  // Some file systems can't flush files, so fsync fails with EINVAL. Such an
  // error is ignored, and the file counts as written.
  if (isReplaced && durability == Durability::PowerLoss &&
      ::fsync(file.get()) != 0 && errno != EINVAL)
    return cannotWrite(path, errno);
  if (file.close() != 0)
    return cannotWrite(path, errno);
  if (!isReplaced)
    return llvm::Error::success();
  if (::rename(temporary.c_str(), target.c_str()) != 0)
    return cannotWrite(path, errno);
  temporary.clear();
  if (durability == Durability::PowerLoss)
    syncDirectoryOf(target);
  return llvm::Error::success();
}

llvm::Error writeFileAtomically(llvm::StringRef path, llvm::StringRef content,
                                Durability durability) {
  llvm::Expected<AtomicFile> file = AtomicFile::create(path, durability);
  if (!file)
    return file.takeError();
  if (llvm::Error error = file->append(content))
    return error;
  return file->commit();
}

llvm::Error InputFile::failure(const llvm::Twine &reason) const {
  return llvm::make_error<UsageError>(path + ": can't read: " + reason +
                                      "; give the path of a readable file");
}

llvm::Expected<InputFile> InputFile::open(llvm::StringRef path) {
  InputFile opened(path);
  opened.file =
      FileDescriptor(::open(opened.path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!opened.file.isOpen())
    return opened.failure(std::strerror(errno));
  return opened;
}

llvm::Expected<size_t> InputFile::read(llvm::MutableArrayRef<char> buffer) {
  ssize_t filled = readAll(file.get(), buffer);
  if (filled < 0)
    return failure(std::strerror(errno));
  return static_cast<size_t>(filled);
}

llvm::Expected<std::string> readFile(llvm::StringRef path,
                                     uint64_t limitBytes) {
  llvm::Expected<InputFile> file = InputFile::open(path);
  if (!file)
    return file.takeError();
  struct stat status;
  std::string content;
  if (::fstat(file->file.get(), &status) == 0 && S_ISREG(status.st_mode) &&
      static_cast<uint64_t>(status.st_size) <= limitBytes)
    content.reserve(status.st_size);
  char buffer[1 << 16];
  while (true) {
    llvm::Expected<size_t> got = file->read(buffer);
    if (!got)
      return got.takeError();
    if (content.size() + *got > limitBytes)
      return file->failure("larger than " + llvm::Twine(limitBytes) + " bytes");
    content.append(buffer, *got);
    if (*got < sizeof(buffer))
      return content;
  }
}

} // namespace pinstripe
