//===- TracedLaunch.h - A program stopped at its entry point ----*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The program is started as in a plain run and stopped where the dynamic
// loader hands over, before static constructors. Here system calls can be made
// in its name, and it can be sent elsewhere.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_TRACEDLAUNCH_H
#define PINSTRIPE_LIB_NATIVE_TRACEDLAUNCH_H

#include "Runtime/Layout.h"
#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/ProcessFiles.h"
#include "pinstripe/Execution/RunOutput.h"
#include "pinstripe/Execution/Watchdog.h"
#include "llvm/Support/Error.h"
#include <array>
#include <sys/types.h>
#include <sys/user.h>

namespace pinstripe {

/// Owns the process until it is detached. All calls must come from the thread
/// that started it. What `start` was given must outlive the object.
class TracedLaunch {
public:
  /// The number under which the program has the memory file open. High, so
  /// that what libraries open before the entry point gets the usual numbers.
  static constexpr int memoryFileNumber = 63;
  /// The same, opened for reading only.
  static constexpr int readOnlyFileNumber = 62;
  /// From here on it has the standard files of its runs.
  static constexpr int standardFilesNumber = 64;

  /// Errors: a TargetError if the program does not come to its entry point,
  /// a NativeRefusal if it has done something there that forks don't repeat.
  static llvm::Expected<std::unique_ptr<TracedLaunch>>
  start(const LaunchSpec &spec, const OutputFiles &outputs, int memoryFile,
        Watchdog &watchdog);
  /// The same for a single run, which may do there what it likes.
  static llvm::Expected<std::unique_ptr<TracedLaunch>>
  startOnce(const LaunchSpec &spec, const OutputFiles &outputs,
            Watchdog &watchdog);
  ~TracedLaunch();
  TracedLaunch(const TracedLaunch &) = delete;
  TracedLaunch &operator=(const TracedLaunch &) = delete;

  pid_t processId() const { return pid; }
  uint64_t entryPoint() const { return entry; } ///< at run time
  native::GeneralRegisters registers() const;
  std::vector<Mapping> mappings() const { return readMappings(pid); }

  /// The result as the kernel gives it: negated errno values are failures.
  llvm::Expected<int64_t> systemCall(long number,
                                     const std::array<uint64_t, 6> &arguments);
  /// Where the kernel clears the thread's id at its end; 0: unknown.
  llvm::Expected<uint64_t> threadIdAddress();

  /// The same failure, or that somebody has killed the process before it was
  /// let go.
  llvm::Error explain(llvm::Error failure) const;
  /// Back to the entry point, to be continued by the caller, as a tracer with
  /// these PTRACE_O options.
  llvm::Error handOver(uintptr_t traceOptions);
  /// It was seen to have ended.
  void forget() { pid = 0; }
  /// The process goes on by itself at `pc`, and is the caller's to end.
  llvm::Expected<pid_t> detachAt(uint64_t pc);

private:
  static llvm::Expected<std::unique_ptr<TracedLaunch>>
  startFor(bool isOneRun, const LaunchSpec &spec, const OutputFiles &outputs,
           int memoryFile, Watchdog &watchdog);
  TracedLaunch(const LaunchSpec &spec, const OutputFiles &outputs, pid_t pid)
      : spec(spec), outputs(outputs), pid(pid), memory(pid) {}

  llvm::Error runToEntryPoint(Watchdog &watchdog);
  llvm::Expected<int> waitForStop();
  llvm::Error readEntryPoint();
  llvm::Error fixRandomness(const user_regs_struct &registers);
  llvm::Error checkIsFresh() const;
  llvm::Error endedEarly(int status) const;
  llvm::Error fail(const char *what) const;

  const LaunchSpec &spec;
  const OutputFiles &outputs;
  bool isOneRun = false;
  pid_t pid; ///< 0: detached
  ProcessMemory memory;
  uint64_t entry = 0;
  user_regs_struct atEntry{};
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_TRACEDLAUNCH_H
