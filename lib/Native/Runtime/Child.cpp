//===- Child.cpp - From the server's fork to the program ------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Child.h"
#include "Runtime.h"
#include "SystemCalls.h"
#include <fcntl.h>
#include <initializer_list>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

namespace pinstripe::native {

FilePositions currentPositions() {
  auto position = [](uint64_t descriptor) {
    long offset = systemCall(SYS_lseek, descriptor, 0, SEEK_CUR);
    return offset > 0 ? static_cast<uint64_t>(offset) : 0;
  };
  return {position(0), position(1), position(2)};
}

/// What was written before the checkpoint, and the position behind it.
static void copyOutput(int from, long to, uint64_t size) {
  char path[] = "/proc/self/fd/0";
  path[sizeof(path) - 2] = static_cast<char>('0' + from);
  long source = systemCall(SYS_openat, static_cast<uint64_t>(AT_FDCWD),
                           addressOf(path), O_RDONLY);
  if (!succeeded(source, SYS_openat))
    return;
  while (size > 0) {
    long copied = systemCall(SYS_sendfile, static_cast<uint64_t>(to),
                             static_cast<uint64_t>(source), 0, size);
    if (!succeeded(copied, SYS_sendfile) || copied == 0)
      break;
    size -= static_cast<uint64_t>(copied);
  }
  systemCall(SYS_close, static_cast<uint64_t>(source));
}

static void redirect(int descriptor, const char *path, uint64_t flags,
                     uint64_t position) {
  if (path[0] == 0)
    return;
  long file = systemCall(SYS_openat, static_cast<uint64_t>(AT_FDCWD),
                         addressOf(path), flags, 0644);
  if (!succeeded(file, SYS_openat))
    return;
  if (descriptor == 0)
    systemCall(SYS_lseek, static_cast<uint64_t>(file), position, SEEK_SET);
  else if (position != 0)
    copyOutput(descriptor, file, position);
  if (file == descriptor)
    return;
  succeeded(systemCall(SYS_dup2, static_cast<uint64_t>(file),
                       static_cast<uint64_t>(descriptor)),
            SYS_dup2);
  systemCall(SYS_close, static_cast<uint64_t>(file));
}

void leaveServer(ServerControl &control, pid_t server) {
  systemCall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  // It may have died before that.
  if (systemCall(SYS_getppid) != server)
    systemCall(SYS_exit_group, 0);
  for (unsigned spins = 0;
       spins < 2000 && !__atomic_load_n(&control.go, __ATOMIC_ACQUIRE); ++spins)
    __builtin_ia32_pause();
  futexWait(&control.go, 0);
  if (control.workingDirectory[0] != 0)
    succeeded(systemCall(SYS_chdir, addressOf(control.workingDirectory)),
              SYS_chdir);
  if (control.outputLimit != 0) {
    const rlimit limit = {control.outputLimit, control.outputLimit};
    succeeded(systemCall(SYS_prlimit64, 0, RLIMIT_FSIZE, addressOf(&limit), 0),
              SYS_prlimit64);
  }
  // Children that the program forks see zeros: hooks let them pass.
  succeeded(
      systemCall(SYS_madvise, processStateAddress, pageSize, MADV_WIPEONFORK),
      SYS_madvise);
}

void openFiles(const ServerControl &control, const FilePositions &positions) {
  uint64_t forOutput = O_WRONLY | O_CREAT | O_TRUNC;
  redirect(0, control.standardInput, O_RDONLY, positions.input);
  redirect(1, control.standardOutput, forOutput, positions.output);
  redirect(2, control.standardError, forOutput, positions.error);
}

bool hasTimers() {
  for (uint64_t which : {ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF}) {
    itimerval timer{};
    systemCall(SYS_getitimer, which, addressOf(&timer));
    if (timer.it_value.tv_sec != 0 || timer.it_value.tv_usec != 0)
      return true;
  }
  return false;
}

// Another view of pages that are mapped already needs no file.
bool mapRunStateOf(uint32_t slot) {
  long place = systemCall(SYS_mremap, runStateOfSlot(slot), 0, pageSize,
                          MREMAP_MAYMOVE | MREMAP_FIXED, runStateAddress);
  return succeeded(place, SYS_mremap);
}

} // namespace pinstripe::native
