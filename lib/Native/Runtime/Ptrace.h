//===- Ptrace.h - What a tracer asks of the kernel --------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_PTRACE_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_PTRACE_H

#include "SystemCalls.h"
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>

namespace pinstripe::native {

inline long trace(long request, pid_t child, uint64_t address = 0,
                  uint64_t data = 0) {
  return systemCall(SYS_ptrace, static_cast<uint64_t>(request),
                    static_cast<uint64_t>(child), address, data);
}

constexpr long interruptedCall = -4; // EINTR

/// As wait4, but not interrupted.
inline long waitFor(int64_t child, int *status, int options,
                    rusage *usage = nullptr) {
  for (;;) {
    long result =
        systemCall(SYS_wait4, static_cast<uint64_t>(child), addressOf(status),
                   static_cast<uint64_t>(options), addressOf(usage));
    if (result != interruptedCall)
      return result;
  }
}

/// Waits for a stop; `status` is as of wait4. False if the process has ended:
/// how is left to be asked for. wait4 would take the end as well, and after a
/// look at a stop, too, as who is killed need not be there any more.
inline bool waitForStop(pid_t process, int &status) {
  siginfo_t info;
  long result = interruptedCall;
  while (result == interruptedCall)
    result =
        systemCall(SYS_waitid, P_PID, static_cast<uint64_t>(process),
                   addressOf(&info), static_cast<uint64_t>(WSTOPPED | __WALL));
  constexpr int stopped = 0x7f;
  status = info.si_status << 8 | stopped;
  return result == 0;
}

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_PTRACE_H
