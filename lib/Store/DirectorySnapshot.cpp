// Takes snapshots of folders.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "DirectorySnapshot.h"
#include "SnapshotRestorer.h"
#include "pinstripe/Support/AtomicFile.h"
#include "llvm/Support/FileSystem.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

namespace pinstripe {
namespace {

/// Walks a folder and counts against the limits.
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
      return; // The file has vanished in the meantime.
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

bool same(const timespec &left, const timespec &right) {
  return left.tv_sec == right.tv_sec && left.tv_nsec == right.tv_nsec;
}

} // namespace

bool SnapshotEntry::Stamp::operator==(const Stamp &other) const {
  return inode == other.inode && same(modified, other.modified) &&
         same(changed, other.changed);
}

DirectorySnapshot DirectorySnapshot::take(llvm::StringRef folder,
                                          const SnapshotLimits &limits,
                                          std::string &refusal) {
  DirectorySnapshot snapshot;
  // Follow a link to the folder itself. Links within the folder stay links.
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
