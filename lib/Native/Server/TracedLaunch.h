// Launches a program and stops it at its entry point.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program is started as in a plain run, and stopped where the dynamic
// loader hands over to it, before static constructors. While the program is
// stopped there, the tool can make system calls in its place, and make it
// continue at another address.

#ifndef PINSTRIPE_LIB_NATIVE_SERVER_TRACEDLAUNCH_H
#define PINSTRIPE_LIB_NATIVE_SERVER_TRACEDLAUNCH_H

#include "Runtime/Layout.h"
#include "pinstripe/Execution/KillTimer.h"
#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/ProcessFiles.h"
#include "pinstripe/Execution/RunOutput.h"
#include "llvm/Support/Error.h"
#include <array>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/user.h>

namespace pinstripe {

/// Converts registers from the form of ptrace to an array, in which each
/// register has the index that it has in machine code.
native::GeneralRegisters generalRegisters(const user_regs_struct &from);

/// A launched program. Owns the process until it is detached. All functions
/// must be called by the thread that has called `start`, since ptrace demands
/// this. The arguments of `start` must outlive the TracedLaunch.
class TracedLaunch {
public:
  /// The descriptor of the shared memory file in the program. The number is
  /// high, so that it takes no low number from the files that libraries open
  /// before the program's entry point.
  static constexpr int memoryFileNumber = 63;
  /// The descriptor by which the program has the shared memory file open for
  /// reading only. The program can't make memory writable that is mapped by
  /// this descriptor, so it can't change what the tool keeps in that memory.
  static constexpr int readOnlyFileNumber = 62;
  /// The lowest descriptor of the files that a server (a process that forks
  /// runs) has open for the standard input and output of its runs.
  static constexpr int standardFilesNumber = 64;
  /// Options for `handOver`: all threads and children that the program starts
  /// are traced, too, and are killed if the tool ends.
  static constexpr uintptr_t followOptions =
      PTRACE_O_EXITKILL | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK |
      PTRACE_O_TRACEVFORK | PTRACE_O_TRACEVFORKDONE | PTRACE_O_TRACEEXEC;

  /// Launches the program for a single run. If `memoryFile` is given, the
  /// program gets this file, which holds the memory that it shares with the
  /// tool; if `isServer` is true as well, launches it as a server, which will
  /// fork runs. Returns a TargetError if the program
  /// does not reach its entry point. Returns a NativeRefusal if a server has
  /// already done something that its forks would lack, such as starting a
  /// thread.
  static llvm::Expected<std::unique_ptr<TracedLaunch>>
  start(const LaunchSpec &spec, const OutputFiles &outputs,
        std::optional<int> memoryFile, KillTimer &killTimer,
        bool isServer = true);
  ~TracedLaunch();
  TracedLaunch(const TracedLaunch &) = delete;
  TracedLaunch &operator=(const TracedLaunch &) = delete;

  pid_t processId() const { return pid; }
  /// Returns the run-time address of the entry point.
  uint64_t entryPoint() const { return entry; }
  native::GeneralRegisters registers() const {
    return generalRegisters(atEntry);
  }
  std::vector<Mapping> mappings() const { return readMappings(pid); }

  /// Makes a system call in the program's place. Returns the kernel's result:
  /// an errno value with a minus sign if the call failed.
  llvm::Expected<int64_t> systemCall(long number,
                                     const std::array<uint64_t, 6> &arguments);
  /// Returns the address at which libc keeps the thread's id; 0 if it is
  /// unknown. The kernel sets the word at this address to 0 when the thread
  /// ends. A forked process has to store its own id there.
  llvm::Expected<uint64_t> threadIdAddress();

  /// Returns the error to report after an operation on the process has failed.
  /// If somebody has killed the process while it was stopped, the error says
  /// so. Otherwise, returns `failure`.
  llvm::Error explain(llvm::Error failure) const;
  /// Restores the registers that the program has at its entry point, and sets
  /// the PTRACE_O options `traceOptions`. Then the caller can continue the
  /// program by ptrace.
  llvm::Error handOver(uintptr_t traceOptions);
  /// Makes the destructor leave the process alone. The caller calls this when
  /// it has waited for the end of the process, since another process may have
  /// its id from then on.
  void forget() { pid = 0; }
  /// Stops tracing the process, which goes on at `pc`, and returns its process
  /// id. From then on the caller is responsible for ending it.
  llvm::Expected<pid_t> detachAt(uint64_t pc);

private:
  TracedLaunch(const LaunchSpec &spec, const OutputFiles &outputs, pid_t pid)
      : spec(spec), outputs(outputs), pid(pid), memory(pid) {}

  llvm::Error runToEntryPoint(KillTimer &killTimer);
  llvm::Expected<int> waitForStop();
  llvm::Error readEntryPoint();
  llvm::Error fixRandomness(const user_regs_struct &registers);
  llvm::Error checkIsFresh() const;
  llvm::Error endedEarly(int status) const;
  llvm::Error fail(const char *what) const;

  const LaunchSpec &spec;
  const OutputFiles &outputs;
  /// True if the tool will patch the program's code.
  bool isPatched = false;
  bool isServer = false;
  /// The process id of the program; 0 if this object no longer controls a
  /// program.
  pid_t pid;
  ProcessMemory memory;
  uint64_t entry = 0;
  user_regs_struct atEntry{};
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_SERVER_TRACEDLAUNCH_H
