// Reads the memory, mappings and status of a process from /proc.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Execution/ProcessFiles.h"
#include "pinstripe/Support/OutOfMemory.h"
#include "llvm/ADT/StringExtras.h"
#include <cerrno>
#include <climits>
#include <csignal>
#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

using namespace pinstripe;

static std::string processPath(pid_t pid, llvm::StringRef name) {
  return ("/proc/" + llvm::Twine(pid) + "/" + name).str();
}

ProcessMemory::ProcessMemory(pid_t pid)
    : file(open(processPath(pid, "mem").c_str(), O_RDWR | O_CLOEXEC)) {}

/// Calls `call`, which is pread or pwrite, until all bytes are read or written.
template <typename Call, typename Bytes>
static bool transfer(Call call, int file, uint64_t address, Bytes bytes) {
  while (!bytes.empty()) {
    ssize_t size =
        call(file, bytes.data(), bytes.size(), static_cast<off_t>(address));
    if (size <= 0)
      return false;
    bytes = bytes.drop_front(static_cast<size_t>(size));
    address += static_cast<uint64_t>(size);
  }
  return true;
}

bool ProcessMemory::read(uint64_t address,
                         llvm::MutableArrayRef<uint8_t> bytes) const {
  return transfer(pread, file.get(), address, bytes);
}

bool ProcessMemory::write(uint64_t address,
                          llvm::ArrayRef<uint8_t> bytes) const {
  return transfer(pwrite, file.get(), address, bytes);
}

std::optional<uint64_t> ProcessMemory::readWord(uint64_t address) const {
  uint64_t word = 0;
  if (!read(address, {reinterpret_cast<uint8_t *>(&word), sizeof(word)}))
    return std::nullopt;
  return word;
}

static std::string readLink(const std::string &path) {
  char target[PATH_MAX];
  ssize_t size = readlink(path.c_str(), target, sizeof(target));
  return size > 0 ? std::string(target, static_cast<size_t>(size)) : "";
}

namespace {

/// Converts the path by which the tool sees a file into the path by which a
/// process in a sandbox sees it.
class RootOfProcess {
public:
  explicit RootOfProcess(pid_t pid)
      : root(readLink(processPath(pid, "root"))) {}
  std::string inside(std::string path) const {
    llvm::StringRef rest = path;
    if (root.size() > 1 && rest.consume_front(root) &&
        (rest.empty() || rest[0] == '/'))
      return rest.empty() ? "/" : rest.str();
    return path;
  }

private:
  std::string root;
};

} // namespace

std::string pinstripe::readProcessLink(pid_t pid, llvm::StringRef name) {
  return RootOfProcess(pid).inside(readLink(processPath(pid, name)));
}

/// Parses a line such as "55d0-55d1 rw-p 00002000 fd:00 131 /usr/bin/x".
static std::optional<Mapping> parseMapping(llvm::StringRef line) {
  Mapping mapping;
  llvm::StringRef field;
  auto nextField = [&] {
    std::tie(field, line) = line.ltrim(' ').split(' ');
    return field;
  };
  auto [begin, end] = nextField().split('-');
  if (begin.getAsInteger(16, mapping.begin) ||
      end.getAsInteger(16, mapping.end))
    return std::nullopt;
  mapping.permissions = nextField().str();
  if (mapping.permissions.size() != 4 ||
      nextField().getAsInteger(16, mapping.offset))
    return std::nullopt;
  nextField(); // device
  nextField(); // inode
  mapping.name = line.trim(' ').str();
  return mapping;
}

std::vector<Mapping> pinstripe::readMappings(pid_t pid) {
  std::string text = readProcessFile(pid, "maps");
  RootOfProcess root(pid);
  std::vector<Mapping> mappings;
  for (llvm::StringRef line : llvm::split(text, '\n'))
    if (std::optional<Mapping> mapping = parseMapping(line)) {
      mapping->name = root.inside(std::move(mapping->name));
      mappings.push_back(std::move(*mapping));
    }
  return mappings;
}

bool pinstripe::endsByDefault(int signal) {
  return signal != SIGCHLD && signal != SIGCONT && signal != SIGURG &&
         signal != SIGWINCH && signal != SIGTSTP && signal != SIGTTIN &&
         signal != SIGTTOU;
}

std::optional<ProcessStatus> pinstripe::readStatus(pid_t pid) {
  std::string text = readProcessFile(pid, "status");
  if (text.empty())
    return std::nullopt;
  ProcessStatus status;
  for (llvm::StringRef line : llvm::split(text, '\n')) {
    auto [name, rest] = line.split(':');
    llvm::StringRef value = rest.trim();
    bool bad = false;
    if (name == "SigBlk")
      bad = value.getAsInteger(16, status.blockedSignals);
    else if (name == "SigIgn")
      bad = value.getAsInteger(16, status.ignoredSignals);
    else if (name == "SigCgt")
      bad = value.getAsInteger(16, status.caughtSignals);
    else if (name == "ShdPnd")
      bad = value.getAsInteger(16, status.pendingSignals);
    else if (name == "Threads")
      bad = value.getAsInteger(10, status.threads);
    else if (name == "PPid")
      bad = value.getAsInteger(10, status.parent);
    else if (name == "Umask")
      status.umask = value.str();
    if (bad)
      return std::nullopt;
  }
  return status;
}

std::map<int, std::string> pinstripe::readDescriptors(pid_t pid) {
  std::map<int, std::string> descriptors;
  DIR *directory = opendir(processPath(pid, "fd").c_str());
  if (!directory) {
    requireMemory(std::error_code(errno, std::generic_category()));
    return descriptors;
  }
  while (dirent *entry = readdir(directory)) {
    int number = 0;
    if (!llvm::StringRef(entry->d_name).getAsInteger(10, number))
      descriptors[number] =
          readProcessLink(pid, ("fd/" + llvm::Twine(number)).str());
  }
  closedir(directory);
  return descriptors;
}
