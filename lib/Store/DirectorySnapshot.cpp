// Takes a snapshot of a folder, from which copies of the folder are made and
// restored.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "DirectorySnapshot.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace pinstripe {
namespace {

/// Returns the target of a link, or an empty string if it can't be read.
std::string linkTargetAt(int directory, const char *name) {
  char buffer[PATH_MAX];
  ssize_t length = ::readlinkat(directory, name, buffer, sizeof(buffer));
  return length < 0 ? "" : std::string(buffer, length);
}

/// Walks through a folder to take a snapshot. Stops when a limit is exceeded.
class SnapshotTaker {
public:
  SnapshotTaker(const SnapshotLimits &limits, std::string &refusal)
      : limits(limits), refusal(refusal) {}

  void fill(SnapshotEntry &folder, const std::string &path) {
    FileDescriptor opened(
        ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!opened.isOpen())
      return refuse(path + " can't be read: " + std::strerror(errno));
    auto names = namesIn(opened.get());
    if (!names)
      return refuse(path + " can't be read: " + std::strerror(errno));
    std::sort(names->begin(), names->end());
    for (const std::string &name : *names) {
      if (!refusal.empty())
        return;
      add(folder, opened.get(), name, path + "/" + name);
    }
  }

private:
  void refuse(std::string reason) {
    if (refusal.empty())
      refusal = std::move(reason);
  }

  void add(SnapshotEntry &folder, int directory, const std::string &name,
           const std::string &path) {
    struct stat status;
    if (::fstatat(directory, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0)
      return; // Another process has removed the file, so it is left out.
    bool isFolder = S_ISDIR(status.st_mode);
    if (!isFolder && !S_ISREG(status.st_mode) && !S_ISLNK(status.st_mode))
      return;
    if (isFolder && limits.isExcluded && limits.isExcluded(path))
      return;
    count(status, path);
    SnapshotEntry entry;
    entry.name = name;
    entry.mode = status.st_mode;
    entry.modified = status.st_mtim;
    entry.size = S_ISREG(status.st_mode) ? status.st_size : 0;
    if (S_ISLNK(status.st_mode))
      entry.linkTarget = linkTargetAt(directory, name.c_str());
    if (isFolder && refusal.empty())
      fill(entry, path);
    folder.children.push_back(std::move(entry));
  }

  void count(const struct stat &status, const std::string &path) {
    if (++entries > limits.entries)
      refuse("it has more than " + std::to_string(limits.entries) + " entries");
    if (!S_ISREG(status.st_mode))
      return;
    bytes += status.st_size;
    if (bytes > limits.bytes)
      refuse("it holds more than " + std::to_string(limits.bytes >> 20) +
             " MiB");
    else if (::access(path.c_str(), R_OK) != 0)
      refuse(path + " can't be read: " + std::strerror(errno));
  }

  const SnapshotLimits &limits;
  std::string &refusal;
  size_t entries = 0;
  uint64_t bytes = 0;
};

SnapshotEntry::Stamp stampOf(const struct stat &status) {
  return {status.st_ino, status.st_mtim, status.st_ctim};
}

bool isSame(const timespec &left, const timespec &right) {
  return left.tv_sec == right.tv_sec && left.tv_nsec == right.tv_nsec;
}

/// Returns true if a file may have changed although its times are still the
/// same. File systems count time in ticks of up to 10 ms. So a change right
/// after the restoration of the file, in the same tick, does not show.
bool mayHideChange(const timespec &changed, const timespec &restored) {
  constexpr int64_t ticks = 20'000'000;
  int64_t seconds = restored.tv_sec - changed.tv_sec;
  return seconds * 1'000'000'000 + restored.tv_nsec - changed.tv_nsec < ticks;
}

/// Copies the content of one file to another. Returns 0, or an errno value if
/// that fails.
int copyContent(int from, int to) {
  char buffer[1 << 16];
  while (ssize_t got = readAll(from, buffer)) {
    if (got < 0)
      return errno;
    if (int error = writeAll(to, {buffer, static_cast<size_t>(got)}))
      return error;
  }
  return 0;
}

bool haveSameContent(int left, int right) {
  char leftBuffer[1 << 16], rightBuffer[1 << 16];
  while (true) {
    ssize_t got = readAll(left, leftBuffer);
    if (got < 0 || readAll(right, rightBuffer) != got)
      return false;
    if (got == 0)
      return true;
    if (llvm::StringRef(leftBuffer, got) != llvm::StringRef(rightBuffer, got))
      return false;
  }
}

/// Sets the permissions and the modification time of an open file or folder to
/// those in `entry`, its entry in the snapshot. Returns 0, or an errno value if
/// that fails.
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

/// Restores a snapshot of a folder in one pass. Opens each folder and reaches
/// the files in it through the open folder, not by their paths. A program may
/// have put a link in the place of a folder. Such a link is removed and never
/// followed.
class SnapshotRestorer {
public:
  /// Makes `target` equal to the folder `source`. `restored` is the time when
  /// `target` was last restored.
  SnapshotRestorer(std::string source, std::string target, timespec restored)
      : source(std::move(source)), target(std::move(target)),
        restored(restored) {}

  llvm::Error restore(SnapshotEntry &root);

private:
  /// The path of a file relative to `source` or `target`, with a slash at the
  /// beginning, such as "/a/b".
  using Path = std::string;

  llvm::Error restoreFolder(SnapshotEntry &folder, FileDescriptor opened,
                            const Path &path);
  llvm::Error restoreEntry(SnapshotEntry &entry, int directory,
                           const Path &path);
  llvm::Error enterFolder(SnapshotEntry &entry, int directory,
                          const Path &path);
  llvm::Error restoreLink(SnapshotEntry &entry, int directory,
                          const Path &path);
  llvm::Error restoreFile(SnapshotEntry &entry, int directory,
                          const struct stat *present, const Path &path);
  llvm::Error removeStrangers(const SnapshotEntry &folder, int directory,
                              const Path &path);
  bool isUnchanged(const SnapshotEntry &entry, int directory,
                   const struct stat &present, const Path &path) const;
  bool hasContentOf(const Path &path, int directory,
                    const std::string &name) const;
  llvm::Error failed(const Path &path, int error) const;

  std::string source;
  std::string target;
  timespec restored;
};

} // namespace

bool SnapshotEntry::Stamp::operator==(const Stamp &other) const {
  return inode == other.inode && isSame(modified, other.modified) &&
         isSame(changed, other.changed);
}

DirectorySnapshot DirectorySnapshot::take(llvm::StringRef folder,
                                          const SnapshotLimits &limits,
                                          std::string &refusal) {
  DirectorySnapshot snapshot;
  // If `folder` itself is a symbolic link, the link is followed. Links inside
  // of the folder are not followed.
  llvm::SmallString<256> resolved;
  bool isThere = !llvm::sys::fs::real_path(folder, resolved);
  snapshot.source = isThere ? std::string(resolved) : folder.str();
  refusal.clear();
  struct stat status;
  if (::stat(snapshot.source.c_str(), &status) != 0) {
    refusal = snapshot.source + " can't be read: " + std::strerror(errno);
    return snapshot;
  }
  snapshot.root.mode = status.st_mode;
  snapshot.root.modified = status.st_mtim;
  SnapshotTaker(limits, refusal).fill(snapshot.root, snapshot.source);
  return snapshot;
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
  // The owner gets full rights to the folder, since otherwise nothing in it
  // could be restored.
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
    // The program may have removed its own right to open this folder. So the
    // right is restored, and the folder is opened a second time.
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
  // An existing file is only overwritten if it has a single hard link. Another
  // link may be outside of this folder, where the content must not change. So a
  // file with several links is replaced by a new one.
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

llvm::Error DirectorySnapshot::restore(llvm::StringRef target) {
  std::string path = target.str();
  if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST)
    return cannotWrite(path, errno);
  SnapshotRestorer restorer(source, path, restored);
  if (llvm::Error error = restorer.restore(root))
    return error;
  ::clock_gettime(CLOCK_REALTIME_COARSE, &restored);
  return llvm::Error::success();
}

} // namespace pinstripe
