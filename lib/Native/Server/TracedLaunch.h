// Launches a program and stops it at its entry point.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program is started as in a plain run, and stopped where the dynamic
// loader hands over to it, before static constructors. There the tool can make
// system calls in its name and send it elsewhere.

#ifndef PINSTRIPE_LIB_NATIVE_SERVER_TRACEDLAUNCH_H
#define PINSTRIPE_LIB_NATIVE_SERVER_TRACEDLAUNCH_H

#include "Runtime/Layout.h"
#include "pinstripe/Execution/KillTimer.h"
#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/ProcessFiles.h"
#include "pinstripe/Execution/RunOutput.h"
#include "llvm/Support/Error.h"
#include <array>
#include <sys/types.h>
#include <sys/user.h>

namespace pinstripe {

/// Orders the registers by their number in machine code.
native::GeneralRegisters generalRegisters(const user_regs_struct &from);

/// Owns the process until it is detached. All calls must come from the thread
/// that started it. The arguments of `start` must outlive the object.
class TracedLaunch {
public:
  /// The descriptor of the memory file in the program. It is high, so that
  /// files which libraries open before the entry point get their usual numbers.
  static constexpr int memoryFileNumber = 63;
  /// The descriptor of the memory file in the program, opened for reading only.
  static constexpr int readOnlyFileNumber = 62;
  /// The runs' standard files have the descriptors from this number on.
  static constexpr int standardFilesNumber = 64;

  /// Launches the program: for a server with this memory file, or for a single
  /// run, which may do anything before its entry point. Fails with a
  /// TargetError if the program does not reach its entry point, and with a
  /// NativeRefusal if that of a server has done something before that forks
  /// don't repeat.
  static llvm::Expected<std::unique_ptr<TracedLaunch>>
  start(const LaunchSpec &spec, const OutputFiles &outputs,
        std::optional<int> memoryFile, KillTimer &killTimer);
  ~TracedLaunch();
  TracedLaunch(const TracedLaunch &) = delete;
  TracedLaunch &operator=(const TracedLaunch &) = delete;

  pid_t processId() const { return pid; }
  uint64_t entryPoint() const { return entry; } ///< Run-time address.
  native::GeneralRegisters registers() const {
    return generalRegisters(atEntry);
  }
  std::vector<Mapping> mappings() const { return readMappings(pid); }

  /// Makes a system call in the program. Returns what the kernel returns: a
  /// negated errno value if the call failed.
  llvm::Expected<int64_t> systemCall(long number,
                                     const std::array<uint64_t, 6> &arguments);
  /// Returns the address at which the kernel clears the thread's id when the
  /// thread ends; 0 if the address is unknown.
  llvm::Expected<uint64_t> threadIdAddress();

  /// Returns `failure`; or, if somebody has killed the process, an error that
  /// says so.
  llvm::Error explain(llvm::Error failure) const;
  /// Puts the program back to its entry point. The caller continues it, as its
  /// tracer with these PTRACE_O options.
  llvm::Error handOver(uintptr_t traceOptions);
  /// Notes that the caller has reaped the process.
  void forget() { pid = 0; }
  /// Detaches the process, which goes on at `pc`, and returns its id. From then
  /// on the caller has to end it.
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
  bool isOneRun = false;
  pid_t pid; ///< The process id; 0 once the process is detached.
  ProcessMemory memory;
  uint64_t entry = 0;
  user_regs_struct atEntry{};
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_SERVER_TRACEDLAUNCH_H
