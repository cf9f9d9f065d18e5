// Reads the memory, mappings and status of a process from /proc.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading from /proc is 10 to 100 times cheaper than asking a debugger. The
// process should be stopped while it is read.

#ifndef PINSTRIPE_EXECUTION_PROCESSFILES_H
#define PINSTRIPE_EXECUTION_PROCESSFILES_H

#include "pinstripe/Support/FileDescriptor.h"
#include "pinstripe/Support/ProcessState.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace pinstripe {

/// The memory of another process, accessed through /proc/PID/mem. A write below
/// the stack makes the stack grow, which process_vm_writev would not do.
class ProcessMemory {
public:
  explicit ProcessMemory(pid_t pid);

  bool read(uint64_t address, llvm::MutableArrayRef<uint8_t> bytes) const;
  bool write(uint64_t address, llvm::ArrayRef<uint8_t> bytes) const;
  std::optional<uint64_t> readWord(uint64_t address) const;

private:
  FileDescriptor file;
};

/// A mapping of a process: one line of /proc/PID/maps. Paths are written as the
/// process itself sees them.
struct Mapping {
  static constexpr uint64_t pageSize = 4096; ///< The size of a page in bytes.
  uint64_t begin = 0, end = 0;
  std::string permissions; ///< Four letters, such as "rw-p".
  uint64_t offset = 0;
  std::string name; ///< A path, a name such as "[heap]", or nothing.
  bool isWritable() const { return permissions[1] == 'w'; }
  bool isShared() const { return permissions[3] == 's'; }
  bool operator==(const Mapping &other) const = default;
};
std::vector<Mapping> readMappings(pid_t pid);

/// The signals, threads and parent of a process, from /proc/PID/status.
struct ProcessStatus {
  uint64_t blockedSignals = 0, ignoredSignals = 0, caughtSignals = 0;
  uint64_t pendingSignals = 0;
  unsigned threads = 0;
  pid_t parent = 0;
  std::string umask;
  bool catches(int signal) const { return has(caughtSignals, signal); }
  bool ignores(int signal) const { return has(ignoredSignals, signal); }
  bool operator==(const ProcessStatus &other) const = default;

private:
  static bool has(uint64_t set, int signal) {
    return signal > 0 && (set >> (signal - 1) & 1) != 0;
  }
};
/// Returns the status of a process; nullopt if there is no such process.
std::optional<ProcessStatus> readStatus(pid_t pid);

/// Returns true if the signal ends a process that has no handler for it and
/// does not ignore it. Also returns true for SIGSTOP. Returns false for signals
/// that such a process ignores, and for all others that only stop it.
bool endsByDefault(int signal);

/// Returns the open descriptors of a process, each with the file to which it
/// leads.
std::map<int, std::string> readDescriptors(pid_t pid);
/// Returns the target of a link such as /proc/PID/cwd, as the process itself
/// sees it; empty if the link can't be read.
std::string readProcessLink(pid_t pid, llvm::StringRef name);

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_PROCESSFILES_H
