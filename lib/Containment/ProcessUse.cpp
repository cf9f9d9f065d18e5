// Measures the memory, processes and open files of a sandbox, to limit them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ProcessUse.h"
#include "llvm/ADT/StringRef.h"
#include <dirent.h>
#include <fcntl.h>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

using namespace pinstripe;

/// Returns the names in a folder of /proc that are numbers, such as process ids
/// or descriptors. Skips numbers less than `least`, and returns at most
/// `maxEntries` names.
static std::vector<std::string> listNumbers(int parent, const std::string &name,
                                            int least, size_t maxEntries) {
  std::vector<std::string> found;
  FileDescriptor folder(
      ::openat(parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  DIR *entries = openEntries(std::move(folder));
  if (!entries)
    return found;
  while (dirent *entry =
             found.size() < maxEntries ? ::readdir(entries) : nullptr) {
    int number = 0;
    if (!llvm::StringRef(entry->d_name).getAsInteger(10, number) &&
        number >= least)
      found.push_back(entry->d_name);
  }
  ::closedir(entries);
  return found;
}

static std::string readSmallFile(int folder, const std::string &name) {
  FileDescriptor file(::openat(folder, name.c_str(), O_RDONLY | O_CLOEXEC));
  char buffer[4096];
  ssize_t size = file.isOpen() ? ::read(file.get(), buffer, sizeof(buffer)) : 0;
  return size > 0 ? std::string(buffer, static_cast<size_t>(size)) : "";
}

/// Counts the threads of a process: each is a folder in /proc/PID/task.
static unsigned threadCount(int processes, const std::string &pid) {
  struct stat folder;
  bool isThere = ::fstatat(processes, (pid + "/task").c_str(), &folder, 0) == 0;
  return isThere && folder.st_nlink > 2
             ? static_cast<unsigned>(folder.st_nlink - 2)
             : 1;
}

static uint64_t residentPages(int processes, const std::string &pid) {
  // The second number in the file /proc/PID/statm is the size of the process's
  // resident memory, in pages.
  std::string text = readSmallFile(processes, pid + "/statm");
  uint64_t pages = 0;
  llvm::StringRef fields = llvm::StringRef(text).split(' ').second;
  return fields.split(' ').first.getAsInteger(10, pages) ? 0 : pages;
}

/// Returns the soft limit of open files of a process. All descriptor numbers of
/// the process are less than this limit.
static uint64_t descriptorLimit(int processes, const std::string &pid) {
  std::string text = readSmallFile(processes, pid + "/limits");
  llvm::StringRef line =
      llvm::StringRef(text).split("Max open files").second.ltrim();
  uint64_t limit = 0;
  return line.split(' ').first.getAsInteger(10, limit) ? UINT64_MAX : limit;
}

static bool lacksDescriptors(int processes, const std::string &pid) {
  // The size of a new process's table of open files in the kernel (FDSize). A
  // process that still has this size has opened only few files, so its limit
  // need not be read. Runs of the native engine always have a larger table,
  // since the servers that fork them use descriptors from 62 on.
  constexpr uint64_t slotsAtFirst = 64;
  std::string text = readSmallFile(processes, pid + "/status");
  llvm::StringRef line =
      llvm::StringRef(text).split("\nFDSize:").second.ltrim();
  uint64_t slots = 0;
  if (line.split('\n').first.getAsInteger(10, slots) || slots <= slotsAtFirst)
    return false;
  // A new file gets the lowest free descriptor number. If the highest number
  // below the limit is in use, it is likely that the program has used all
  // numbers.
  std::string last =
      pid + "/fd/" + std::to_string(descriptorLimit(processes, pid) - 1);
  return ::faccessat(processes, last.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

/// Returns whether a descriptor belongs to a file in memory that has no name.
/// Such a file takes memory even if no process maps it. Returns false for the
/// tool's own files, since they have limits of their own.
static bool isMemoryFile(int processes, const std::string &path,
                         struct stat &status) {
  char target[64] = {};
  return ::fstatat(processes, path.c_str(), &status, 0) == 0 &&
         S_ISREG(status.st_mode) && status.st_nlink == 0 &&
         ::readlinkat(processes, path.c_str(), target, sizeof(target) - 1) >
             0 &&
         !llvm::StringRef(target).starts_with("/memfd:pinstripe-");
}

namespace {

/// Adds up the sizes of the nameless files in memory that processes have open
/// (see memfd_create). Counts each file once, even if several processes have it
/// open.
class MemoryFiles {
public:
  explicit MemoryFiles(int processes) : processes(processes) {}

  void add(const std::string &pid) {
    constexpr size_t maxDescriptors = 4096;
    for (const std::string &number :
         listNumbers(processes, pid + "/fd", 0, maxDescriptors)) {
      struct stat status;
      if (isMemoryFile(processes, pid + "/fd/" + number, status) &&
          seen.insert({status.st_dev, status.st_ino}).second)
        total += static_cast<uint64_t>(status.st_blocks) * blockSize;
    }
  }
  uint64_t bytes() const { return total; }

private:
  /// st_blocks counts blocks of this size, in bytes, on all file systems.
  static constexpr uint64_t blockSize = 512;

  int processes;
  std::set<std::pair<dev_t, ino_t>> seen;
  uint64_t total = 0;
};

} // namespace

SandboxUse pinstripe::measureUse(int processes, unsigned maxProcesses) {
  SandboxUse use;
  // Process 1 of the sandbox is the warden, which makes the sandbox. So the
  // program's processes have ids from 2 on.
  std::vector<std::string> all =
      listNumbers(processes, ".", 2, size_t(maxProcesses) + 1);
  for (const std::string &pid : all)
    use.processes += threadCount(processes, pid);
  // More than `maxProcesses` processes would take too long to measure, so the
  // memory use is left at 0 and only their number is returned.
  if (use.processes > maxProcesses)
    return use;
  uint64_t pages = 0;
  MemoryFiles files(processes);
  for (const std::string &pid : all) {
    pages += residentPages(processes, pid);
    files.add(pid);
    use.lacksDescriptors |= lacksDescriptors(processes, pid);
  }
  use.memoryBytes =
      pages * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE)) + files.bytes();
  return use;
}
