// Lets a program that dies of a signal write out what is in its buffers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FinalFlush.h"
#include "Ptrace.h"
#include "Runtime.h"

namespace pinstripe::native {

namespace {

/// Returns the value of a hexadecimal field in the text of a file in /proc; 0
/// if the text does not have the field.
uint64_t hexadecimalField(const char *text, const char *end, const char *name) {
  const char *expected = name;
  for (; text < end && *expected != 0; ++text)
    expected = *text == *expected ? expected + 1 : name;
  uint64_t value = 0;
  for (; text < end && *text != '\n'; ++text)
    if (*text > ' ')
      value = value * 16 + static_cast<uint64_t>(*text >= 'a' ? *text - 'a' + 10
                                                              : *text - '0');
  return value;
}

/// Returns whether the process survives the signal, because it handles or
/// ignores the signal.
bool survives(pid_t process, int signal) {
  char path[64], text[4096];
  char *end = append(path, "/proc/");
  end = append(append(end, static_cast<uint64_t>(process)), "/status");
  *end = 0;
  long size = readFile(path, text);
  if (size < 0)
    return true;
  uint64_t signals = hexadecimalField(text, text + size, "SigCgt:") |
                     hexadecimalField(text, text + size, "SigIgn:");
  return (signals >> (signal - 1) & 1) != 0;
}

} // namespace

bool FinalFlush::begin(pid_t process, int fatal) {
  bool isCrash = isFault(fatal) || fatal == SIGABRT;
  if (setup().flush == 0 || hasBegun() || !isCrash || survives(process, fatal))
    return false;
  signal = fatal;
  trace(PTRACE_GETREGS, process, 0, &before);
  // The call of fflush may run functions of the program. The events of these
  // functions must not count, so hooks are turned off.
  poke(process, processStateAddress + offsetof(ProcessState, isLive), 0);
  poke(process, processStateAddress + offsetof(ProcessState, countdownOffset),
       0);
  // The registers for the call of fflush are read from the process once more,
  // not copied from `before`. To copy them, the compiler would call memcpy, but
  // the runtime (the tool's code in the process) has no libc.
  user_regs_struct call;
  trace(PTRACE_GETREGS, process, 0, &call);
  // The call of fflush uses the half of the stack of Pinstripe's runtime that
  // hooks leave free, since the program's own stack may be full.
  call.rsp = runtimeStackAddress + runtimeStackSize / 2 - 8;
  poke(process, call.rsp, image().flushReturn);
  call.rip = setup().flush;
  call.rdi = 0;
  // The registers are now set for the call of fflush. If the signal has
  // interrupted a system call, the kernel must not restart this system call.
  call.orig_rax = ~uint64_t(0);
  constexpr uint64_t trapFlag = 1u << 8, directionFlag = 1u << 10;
  call.eflags &= ~(trapFlag | directionFlag);
  trace(PTRACE_SETREGS, process, 0, &call);
  return true;
}

void FinalFlush::end(pid_t process) {
  hasEnded = true;
  trace(PTRACE_SETREGS, process, 0, &before);
  trace(PTRACE_CONT, process, 0, signal);
}

} // namespace pinstripe::native
