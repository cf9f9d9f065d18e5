// Rewinds a process under LLDB to its start.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LLDB/LLDBCheckpoint.h"
#include "LLDB/UntrackedState.h"
#include <csignal>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace pinstripe;

/// A process with more writable memory than this, in bytes, is not rewound: to
/// compare its memory with the saved memory would take longer than a launch.
static constexpr uint64_t snapshotLimit = uint64_t(32) << 20;
static constexpr size_t descriptorLimit = 16;
static bool isStack(const Mapping &mapping) {
  return mapping.name == "[stack]";
}
static bool isHeap(const Mapping &mapping) { return mapping.name == "[heap]"; }
static bool isRestorable(const Mapping &mapping) {
  return mapping.isWritable() && !mapping.isShared();
}

static bool isSameFile(const std::string &left, const std::string &right) {
  struct stat first{}, second{};
  return stat(left.c_str(), &first) == 0 && stat(right.c_str(), &second) == 0 &&
         first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

/// Returns the position and flags of an open file, as in /proc/PID/fdinfo.
static std::string descriptorState(pid_t pid, int descriptor) {
  return readProcessFile(pid, "fdinfo/" + std::to_string(descriptor));
}

llvm::Expected<std::unique_ptr<LLDBCheckpoint>>
LLDBCheckpoint::take(LLDBSession &session, const LaunchSpec &spec) {
  std::unique_ptr<LLDBCheckpoint> point(new LLDBCheckpoint(session, spec));
  LLDBProcess &process = session.process();
  pid_t pid = process.id();
  point->mappings = readMappings(pid);
  std::optional<ProcessStatus> status = readStatus(pid);
  point->syscallInstruction =
      SyscallInjector::findInstruction(process.memory(), pid);
  if (!status || point->syscallInstruction == 0 || session.isStatic() ||
      usesUntrackedState(point->mappings))
    return nullptr;
  point->status = *status;
  point->descriptors = readDescriptors(pid);
  point->directory = readProcessLink(pid, "cwd");
  if (!point->saveStandardFiles())
    return nullptr;

  point->registers = RegisterState::of(process.mainThread());
  SyscallInjector injector(process.mainThread(), point->syscallInstruction);
  llvm::Expected<int64_t> top = injector.call(SYS_brk, {0});
  if (!top)
    return top.takeError();
  point->programBreak = static_cast<uint64_t>(*top);
  if (llvm::Error error = ExtendedState::of(process, point->syscallInstruction,
                                            point->registers.stackPointer())
                              .moveInto(point->extendedState))
    return error;
  if (llvm::Error error = point->registers.restore(process.mainThread()))
    return error;
  if (!point->extendedState || !point->saveMemory())
    return nullptr;
  return point;
}

LLDBCheckpoint::~LLDBCheckpoint() {
  for (int file : standardFiles)
    close(file);
}

bool LLDBCheckpoint::saveMemory() {
  uint64_t size = 0;
  for (const Mapping &mapping : mappings)
    if (isRestorable(mapping))
      size += mapping.end - mapping.begin;
  if (size > snapshotLimit)
    return false;
  for (const Mapping &mapping : mappings) {
    if (!isRestorable(mapping))
      continue;
    Region region;
    region.begin = mapping.begin;
    region.bytes.resize(mapping.end - mapping.begin);
    if (!process.memory().read(region.begin, region.bytes))
      return false;
    regions.push_back(std::move(region));
  }
  return true;
}

bool LLDBCheckpoint::saveStandardFiles() {
  pid_t pid = process.id();
  int handle = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
  if (handle < 0)
    return false;
  for (int descriptor : {0, 1, 2}) {
    int copy =
        static_cast<int>(syscall(SYS_pidfd_getfd, handle, descriptor, 0));
    if (copy < 0)
      break;
    standardFiles.push_back(copy);
    struct stat information{};
    bool isSeekable = fstat(copy, &information) == 0 &&
                      (S_ISREG(information.st_mode) ||
                       descriptors[descriptor] == "/dev/null");
    if (!isSeekable)
      break;
    standardFileStates.push_back(descriptorState(pid, descriptor));
  }
  close(handle);
  return standardFileStates.size() == 3;
}

bool LLDBCheckpoint::startsAlike(const LaunchSpec &other) const {
  std::string folder = "/proc/" + std::to_string(process.id());
  std::string root = folder + "/root/"; // where its lane has mounts of its own
  return spec.program == other.program && spec.arguments == other.arguments &&
         spec.argument0 == other.argument0 &&
         spec.environment == other.environment &&
         spec.standardInput == other.standardInput &&
         spec.workingDirectory == other.workingDirectory &&
         spec.privateView == other.privateView &&
         spec.sandbox == other.sandbox &&
         isSameFile(folder + "/cwd", root + other.workingDirectory);
}

bool LLDBCheckpoint::kernelStateIsUnchanged() const {
  pid_t pid = process.id();
  std::optional<ProcessStatus> now = readStatus(pid);
  if (!now || now->threads != 1 || now->parent != status.parent ||
      now->umask != status.umask || now->pendingSignals != 0)
    return false;
  return !hasChildren(pid) && readProcessLink(pid, "cwd") == directory;
}

llvm::Expected<bool> LLDBCheckpoint::restore(const LaunchSpec &other,
                                             int pendingSignal) {
  if (!startsAlike(other) || !kernelStateIsUnchanged())
    return false;
  if (llvm::Error error = discardSignal(pendingSignal))
    return error;
  SyscallInjector injector(process.mainThread(), syscallInstruction);
  if (llvm::Error error = restoreSignals(injector))
    return error;
  llvm::Expected<bool> closed = closeNewDescriptors(injector);
  if (!closed || !*closed)
    return closed;
  if (llvm::Error error = removeNewMappings(injector))
    return error;
  if (llvm::Error error = extendedState->restore(process))
    return error;
  if (!mappingsAreRestored() || !clearGrownStack() || !restoreMemory() ||
      !rewindStandardFiles())
    return false;
  if (llvm::Error error = registers.restore(process.mainThread()))
    return error;
  return true;
}

/// Discards the signal with which the thread has stopped. Otherwise the signal
/// would be delivered when the thread continues. To discard the signal, the
/// thread executes one system call while LLDB suppresses the signal.
llvm::Error LLDBCheckpoint::discardSignal(int signal) {
  if (signal == 0)
    return llvm::Error::success();
  lldb::SBUnixSignals signals = process.lldb().GetUnixSignals();
  signals.SetShouldSuppress(signal, true);
  SyscallInjector injector(process.mainThread(), syscallInstruction);
  llvm::Expected<int64_t> result = injector.call(SYS_getpid, {});
  signals.SetShouldSuppress(signal, false);
  return result.takeError();
}

llvm::Error LLDBCheckpoint::restoreSignals(SyscallInjector &injector) {
  std::optional<ProcessStatus> now = readStatus(process.id());
  if (!now)
    return llvm::make_error<EngineError>("can't read the process status");
  // The system calls take pointers to their data, so the data is written to the
  // stack, below any red zone. The former content of the stack is restored
  // later.
  lldb::SBFrame frame = process.mainThread().GetFrameAtIndex(0);
  uint64_t scratch = registers.stackPointer() - 512;
  auto write = [&](std::array<uint64_t, 4> words) {
    return process.memory().write(
        scratch,
        {reinterpret_cast<const uint8_t *>(words.data()), sizeof(words)});
  };
  for (int signal = 1; signal <= 64; ++signal) {
    if (now->catches(signal) == status.catches(signal) &&
        now->ignores(signal) == status.ignores(signal))
      continue;
    // A program at its entry point has no signal handlers. So at the start, the
    // action of each signal was SIG_IGN (1) or SIG_DFL (0), and no handler has
    // to be restored.
    if (!write({status.ignores(signal) ? uint64_t(1) : uint64_t(0)}))
      return llvm::make_error<EngineError>("can't write to the stack");
    llvm::Expected<int64_t> result = injector.call(
        SYS_rt_sigaction, {static_cast<uint64_t>(signal), scratch, 0, 8});
    if (!result)
      return result.takeError();
  }
  if (now->blockedSignals == status.blockedSignals)
    return llvm::Error::success();
  if (!write({status.blockedSignals}))
    return llvm::make_error<EngineError>("can't write to the stack");
  return injector.call(SYS_rt_sigprocmask, {SIG_SETMASK, scratch, 0, 8})
      .takeError();
}

/// Closes all descriptors that were not open at the start. Returns false if
/// there are too many of them. Also returns false if a descriptor that was open
/// at the start is closed now, or leads to another file.
llvm::Expected<bool>
LLDBCheckpoint::closeNewDescriptors(SyscallInjector &injector) {
  std::map<int, std::string> now = readDescriptors(process.id());
  for (const auto &[descriptor, target] : descriptors) {
    auto found = now.find(descriptor);
    if (found == now.end() || found->second != target)
      return false;
  }
  if (now.size() > descriptors.size() + descriptorLimit)
    return false;
  for (const auto &[descriptor, target] : now) {
    if (descriptors.count(descriptor))
      continue;
    llvm::Expected<int64_t> result =
        injector.call(SYS_close, {static_cast<uint64_t>(descriptor)});
    if (!result)
      return result.takeError();
  }
  return true;
}

/// Returns those parts of `mapping` that the program has mapped since its
/// start. `saved` holds the mappings at the start.
static std::vector<std::pair<uint64_t, uint64_t>>
uncovered(const Mapping &mapping, llvm::ArrayRef<Mapping> saved) {
  std::vector<std::pair<uint64_t, uint64_t>> parts;
  uint64_t begin = mapping.begin;
  // One pass over `saved` finds all parts between the saved mappings, because
  // `saved` is sorted by address.
  for (const Mapping &old : saved) {
    if (old.end <= begin || old.begin >= mapping.end)
      continue;
    if (old.begin > begin)
      parts.push_back({begin, old.begin});
    begin = std::max(begin, old.end);
  }
  if (begin < mapping.end)
    parts.push_back({begin, mapping.end});
  return parts;
}

llvm::Error LLDBCheckpoint::removeNewMappings(SyscallInjector &injector) {
  pid_t pid = process.id();
  std::vector<Mapping> now = readMappings(pid);
  if (llvm::any_of(now, isHeap)) {
    llvm::Expected<int64_t> result = injector.call(SYS_brk, {programBreak});
    if (!result)
      return result.takeError();
    now = readMappings(pid);
  }
  for (const Mapping &mapping : now) {
    if (isStack(mapping))
      continue;
    for (auto [begin, end] : uncovered(mapping, mappings)) {
      llvm::Expected<int64_t> result =
          injector.call(SYS_munmap, {begin, end - begin});
      if (!result)
        return result.takeError();
    }
  }
  return llvm::Error::success();
}

/// Returns whether the memory mappings are the same as at the start, except
/// that the stack may have grown.
bool LLDBCheckpoint::mappingsAreRestored() const {
  std::vector<Mapping> now = readMappings(process.id());
  return llvm::equal(now, mappings, [](Mapping left, Mapping right) {
    if (isStack(left) && isStack(right))
      left.begin = right.begin = 0;
    return left == right;
  });
}

bool LLDBCheckpoint::clearGrownStack() {
  auto begin = [](llvm::ArrayRef<Mapping> list) {
    auto found = llvm::find_if(list, isStack);
    return found == list.end() ? 0 : found->begin;
  };
  uint64_t before = begin(mappings);
  uint64_t now = begin(readMappings(process.id()));
  if (now == before)
    return true;
  if (before - now > snapshotLimit)
    return false;
  return process.memory().write(now, std::vector<uint8_t>(before - now));
}

/// Restores the saved pages of memory. Writes only pages that have changed,
/// because the kernel makes a private copy of each page that is written.
bool LLDBCheckpoint::restoreMemory() {
  std::vector<uint8_t> current;
  for (const Region &region : regions) {
    current.resize(region.bytes.size());
    if (!process.memory().read(region.begin, current))
      return false;
    for (size_t at = 0; at < current.size(); at += Mapping::pageSize) {
      llvm::ArrayRef<uint8_t> page(region.bytes.data() + at, Mapping::pageSize);
      if (llvm::ArrayRef<uint8_t>(current.data() + at, Mapping::pageSize) !=
              page &&
          !process.memory().write(region.begin + at, page))
        return false;
    }
  }
  return true;
}

bool LLDBCheckpoint::rewindStandardFiles() {
  for (int descriptor : {0, 1, 2}) {
    int file = standardFiles[static_cast<size_t>(descriptor)];
    if (lseek(file, 0, SEEK_SET) != 0)
      return false;
    if (descriptor != 0 && ftruncate(file, 0) != 0)
      return false;
    // The duplicate `file` has been set back to its beginning. Normally it
    // shares its position with the program's descriptor, which is then at the
    // beginning, too. But if the program has opened another file under the
    // descriptor's number, the process can't be used again.
    if (descriptorState(process.id(), descriptor) !=
        standardFileStates[static_cast<size_t>(descriptor)])
      return false;
  }
  return true;
}
