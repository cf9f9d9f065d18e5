// Restores a folder from a snapshot.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SnapshotRestorer.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "llvm/ADT/STLExtras.h"
#include <cerrno>
#include <climits>
#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

namespace pinstripe {
namespace {

SnapshotEntry::Stamp stampOf(const struct stat &status) {
  return {status.st_ino, status.st_mtim, status.st_ctim};
}

bool isSame(const timespec &left, const timespec &right) {
  return left.tv_sec == right.tv_sec && left.tv_nsec == right.tv_nsec;
}

/// File systems count time in ticks of up to 10 ms. A file that changes within
/// the tick in which it was restored gets the same times (as in git's index).
bool mayHideChange(const timespec &changed, const timespec &restored) {
  constexpr int64_t ticks = 20'000'000;
  int64_t seconds = restored.tv_sec - changed.tv_sec;
  return seconds * 1'000'000'000 + restored.tv_nsec - changed.tv_nsec < ticks;
}

/// Copies the content of a file. Returns 0 or an errno.
int copyContent(int from, int to) {
  char buffer[1 << 16];
  while (true) {
    ssize_t got = ::read(from, buffer, sizeof(buffer));
    if (got <= 0)
      return got == 0 ? 0 : errno;
    for (ssize_t done = 0; done < got;) {
      ssize_t written = ::write(to, buffer + done, got - done);
      if (written < 0)
        return errno;
      done += written;
    }
  }
}

bool haveSameContent(int left, int right) {
  char leftBuffer[1 << 16], rightBuffer[1 << 16];
  while (true) {
    ssize_t got = ::read(left, leftBuffer, sizeof(leftBuffer));
    if (got < 0 || ::read(right, rightBuffer, sizeof(rightBuffer)) != got)
      return false;
    if (got == 0)
      return true;
    if (llvm::StringRef(leftBuffer, got) != llvm::StringRef(rightBuffer, got))
      return false;
  }
}

/// Sets permissions and time of an open file or folder. Returns 0 or an errno.
int setAttributes(int descriptor, const SnapshotEntry &entry) {
  struct stat present;
  if (::fstat(descriptor, &present) != 0)
    return errno;
  if ((present.st_mode & 07777) != (entry.mode & 07777) &&
      ::fchmod(descriptor, entry.mode & 07777) != 0)
    return errno;
  const timespec times[2] = {{0, UTIME_OMIT}, entry.modified};
  if (!isSame(present.st_mtim, entry.modified) &&
      ::futimens(descriptor, times) != 0)
    return errno;
  return 0;
}

} // namespace

std::string linkTargetAt(int directory, const char *name) {
  char buffer[PATH_MAX];
  ssize_t length = ::readlinkat(directory, name, buffer, sizeof(buffer));
  return length < 0 ? "" : std::string(buffer, length);
}

std::optional<std::vector<std::string>> namesIn(int directory) {
  // closedir closes the descriptor, so pass another one.
  int copy = ::openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *stream = copy < 0 ? nullptr : ::fdopendir(copy);
  if (!stream) {
    if (copy >= 0)
      ::close(copy);
    return std::nullopt;
  }
  std::vector<std::string> names;
  while (const dirent *entry = ::readdir(stream)) {
    llvm::StringRef name(entry->d_name);
    if (name != "." && name != "..")
      names.push_back(name.str());
  }
  ::closedir(stream);
  return names;
}

llvm::Error SnapshotRestorer::failed(const Path &path, int error) const {
  return cannotWrite(target + path, error);
}

llvm::Error SnapshotRestorer::restore(SnapshotEntry &root) {
  FileDescriptor opened(
      ::open(target.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!opened.isOpen() && errno == EACCES && ::chmod(target.c_str(), 0700) == 0)
    opened = FileDescriptor(::open(target.c_str(), O_RDONLY | O_DIRECTORY |
                                                       O_NOFOLLOW | O_CLOEXEC));
  if (!opened.isOpen())
    return failed("", errno);
  return restoreFolder(root, std::move(opened), "");
}

llvm::Error SnapshotRestorer::restoreFolder(SnapshotEntry &folder,
                                            FileDescriptor opened,
                                            const Path &path) {
  struct stat present;
  if (::fstat(opened.get(), &present) != 0)
    return failed(path, errno);
  // Entries can only be restored in a folder with write permission.
  if ((present.st_mode & 0700) != 0700 && ::fchmod(opened.get(), 0700) != 0)
    return failed(path, errno);
  if (llvm::Error error = removeStrangers(folder, opened.get(), path))
    return error;
  for (SnapshotEntry &child : folder.children)
    if (llvm::Error error =
            restoreEntry(child, opened.get(), path + "/" + child.name))
      return error;
  if (int error = setAttributes(opened.get(), folder))
    return failed(path, error);
  return llvm::Error::success();
}

llvm::Error SnapshotRestorer::removeStrangers(const SnapshotEntry &folder,
                                              int directory, const Path &path) {
  auto names = namesIn(directory);
  if (!names)
    return failed(path, errno);
  for (const std::string &name : *names) {
    auto known = llvm::lower_bound(
        folder.children, name,
        [](const SnapshotEntry &entry, const std::string &wanted) {
          return entry.name < wanted;
        });
    if (known != folder.children.end() && known->name == name)
      continue;
    if (int error = removeTreeAt(directory, name.c_str()))
      return failed(path + "/" + name, error);
  }
  return llvm::Error::success();
}

llvm::Error SnapshotRestorer::restoreEntry(SnapshotEntry &entry, int directory,
                                           const Path &path) {
  struct stat present;
  bool exists = ::fstatat(directory, entry.name.c_str(), &present,
                          AT_SYMLINK_NOFOLLOW) == 0;
  if (exists && (present.st_mode & S_IFMT) != (entry.mode & S_IFMT)) {
    if (int error = removeTreeAt(directory, entry.name.c_str()))
      return failed(path, error);
    exists = false;
  }
  if (S_ISDIR(entry.mode)) {
    if (!exists && ::mkdirat(directory, entry.name.c_str(), 0700) != 0)
      return failed(path, errno);
    return enterFolder(entry, directory, path);
  }
  if (exists && isUnchanged(entry, directory, present, path))
    return llvm::Error::success();
  if (S_ISLNK(entry.mode))
    return restoreLink(entry, directory, path);
  return restoreFile(entry, directory, exists ? &present : nullptr, path);
}

llvm::Error SnapshotRestorer::enterFolder(SnapshotEntry &entry, int directory,
                                          const Path &path) {
  constexpr int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  FileDescriptor opened(::openat(directory, entry.name.c_str(), flags));
  if (!opened.isOpen() && errno == EACCES) {
    // The program has taken away the permissions of this folder.
    (void)::fchmodat(directory, entry.name.c_str(), 0700, 0);
    opened = FileDescriptor(::openat(directory, entry.name.c_str(), flags));
  }
  if (!opened.isOpen())
    return failed(path, errno);
  return restoreFolder(entry, std::move(opened), path);
}

bool SnapshotRestorer::isUnchanged(const SnapshotEntry &entry, int directory,
                                   const struct stat &present,
                                   const Path &path) const {
  if (S_ISLNK(entry.mode))
    return isSame(present.st_mtim, entry.modified) &&
           linkTargetAt(directory, entry.name.c_str()) == entry.linkTarget;
  if (stampOf(present) != entry.stamp || present.st_mode != entry.mode ||
      static_cast<uint64_t>(present.st_size) != entry.size)
    return false;
  return !mayHideChange(entry.stamp.changed, restored) ||
         hasContentOf(path, directory, entry.name);
}

bool SnapshotRestorer::hasContentOf(const Path &path, int directory,
                                    const std::string &name) const {
  FileDescriptor wanted(::open((source + path).c_str(), O_RDONLY | O_CLOEXEC));
  FileDescriptor present(
      ::openat(directory, name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  return wanted.isOpen() && present.isOpen() &&
         haveSameContent(wanted.get(), present.get());
}

llvm::Error SnapshotRestorer::restoreLink(SnapshotEntry &entry, int directory,
                                          const Path &path) {
  const char *name = entry.name.c_str();
  const timespec times[2] = {{0, UTIME_OMIT}, entry.modified};
  if (int error = removeTreeAt(directory, name))
    return failed(path, error);
  if (::symlinkat(entry.linkTarget.c_str(), directory, name) != 0 ||
      ::utimensat(directory, name, times, AT_SYMLINK_NOFOLLOW) != 0)
    return failed(path, errno);
  return llvm::Error::success();
}

llvm::Error SnapshotRestorer::restoreFile(SnapshotEntry &entry, int directory,
                                          const struct stat *present,
                                          const Path &path) {
  const char *name = entry.name.c_str();
  // Write to the existing file, unless it has a hard link: that may be a file
  // elsewhere.
  if (!present || present->st_nlink != 1)
    if (int error = removeTreeAt(directory, name))
      return failed(path, error);
  FileDescriptor wanted(::open((source + path).c_str(), O_RDONLY | O_CLOEXEC));
  if (!wanted.isOpen())
    return cannotWrite(source + path, errno);
  constexpr int flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC;
  FileDescriptor file(::openat(directory, name, flags, 0600));
  if (!file.isOpen() && (errno == EACCES || errno == ETXTBSY) &&
      removeTreeAt(directory, name) == 0)
    file = FileDescriptor(::openat(directory, name, flags, 0600));
  if (!file.isOpen())
    return failed(path, errno);
  if (int error = copyContent(wanted.get(), file.get()))
    return failed(path, error);
  if (int error = setAttributes(file.get(), entry))
    return failed(path, error);
  struct stat status;
  if (::fstat(file.get(), &status) != 0)
    return failed(path, errno);
  entry.stamp = stampOf(status);
  return llvm::Error::success();
}

} // namespace pinstripe
