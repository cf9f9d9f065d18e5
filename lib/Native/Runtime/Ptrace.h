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

/// Until there is something to wait for: whether it is a stop, not an end.
inline bool stops(pid_t process) {
  siginfo_t info;
  long result = interruptedCall;
  while (result == interruptedCall)
    result =
        systemCall(SYS_waitid, P_PID, static_cast<uint64_t>(process),
                   addressOf(&info), WEXITED | WSTOPPED | WNOWAIT | __WALL);
  return result == 0 &&
         (info.si_code == CLD_TRAPPED || info.si_code == CLD_STOPPED);
}

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_PTRACE_H
