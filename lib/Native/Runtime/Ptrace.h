// Wraps the system calls by which a server traces a child that it has forked.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_PTRACE_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_PTRACE_H

#include "SystemCalls.h"
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>

namespace pinstripe::native {

template <typename... Arguments>
long trace(long request, pid_t child, Arguments... addressAndData) {
  return systemCall(SYS_ptrace, request, child, addressAndData...);
}

constexpr long interruptedCall = -4; // EINTR

/// Waits for a child by wait4, and waits again if a signal interrupts the wait.
inline long waitFor(int64_t child, int *status, int options,
                    rusage *usage = nullptr) {
  for (;;) {
    long result = systemCall(SYS_wait4, child, status, options, usage);
    if (result != interruptedCall)
      return result;
  }
}

/// Waits until a traced process stops, and sets `status` as wait4 does. Returns
/// false if the process has ended instead, for example because it was killed.
/// The exit status of the process is left for a later wait.
inline bool waitForStop(pid_t process, int &status) {
  siginfo_t info;
  long result = interruptedCall;
  while (result == interruptedCall)
    result = systemCall(SYS_waitid, P_PID, process, &info, WSTOPPED | __WALL);
  constexpr int stopped = 0x7f;
  status = info.si_status << 8 | stopped;
  return result == 0;
}

/// Returns whether `signal` is one that the processor raises at an instruction
/// that it can't execute.
inline bool isFault(int signal) {
  return signal == SIGSEGV || signal == SIGBUS || signal == SIGILL ||
         signal == SIGFPE;
}

/// Reads eight bytes of the memory of a traced process that has stopped.
inline uint64_t peek(pid_t process, uint64_t address) {
  uint64_t word = 0;
  trace(PTRACE_PEEKDATA, process, address, &word);
  return word;
}

inline void poke(pid_t process, uint64_t address, uint64_t word) {
  trace(PTRACE_POKEDATA, process, address, word);
}

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_PTRACE_H
