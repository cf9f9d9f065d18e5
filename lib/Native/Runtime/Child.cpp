// Prepares a process, which a server has just forked, for its run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

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

/// Opens the file of a descriptor again, so that the new descriptor has a file
/// position of its own.
static long reopen(uint64_t descriptor, uint64_t flags) {
  char path[64];
  *append(append(path, "/proc/self/fd/"), descriptor) = 0;
  return systemCall(SYS_openat, AT_FDCWD, path, flags);
}

/// A run that starts at a checkpoint (a process stopped in the middle of an
/// earlier run) needs the output that was printed before the checkpoint. This
/// function copies that output into the run's output file. The run then appends
/// to the file.
static void copyOutput(uint64_t from, long to, uint64_t size) {
  long source = reopen(from, O_RDONLY);
  if (!succeeded(source, SYS_openat))
    return;
  while (size > 0) {
    long copied = systemCall(SYS_sendfile, to, source, 0, size);
    if (!succeeded(copied, SYS_sendfile) || copied == 0)
      break;
    size -= static_cast<uint64_t>(copied);
  }
  systemCall(SYS_close, source);
}

static void replaceDescriptor(uint64_t descriptor, long file) {
  if (file == static_cast<long>(descriptor))
    return;
  succeeded(systemCall(SYS_dup2, file, descriptor), SYS_dup2);
  systemCall(SYS_close, file);
}

static void openInput(const ServerControl &control, uint64_t position) {
  long file = control.hasInput
                  ? reopen(setup().standardFiles, O_RDONLY)
                  : systemCall(SYS_openat, AT_FDCWD, "/dev/null", O_RDONLY);
  if (!succeeded(file, SYS_openat))
    return;
  systemCall(SYS_lseek, file, position, SEEK_SET);
  replaceDescriptor(0, file);
}

static void openOutput(uint64_t descriptor, uint32_t set, uint64_t position) {
  uint64_t number = setup().standardFiles + 2 * set + descriptor;
  long file = reopen(number, O_WRONLY | O_TRUNC);
  if (!succeeded(file, SYS_openat))
    return;
  if (position != 0)
    copyOutput(descriptor, file, position);
  replaceDescriptor(descriptor, file);
}

void leaveServer(ServerControl &control, pid_t server) {
  systemCall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  // From now on, the kernel kills this process when its server (the process
  // that has forked it) dies. But if the server has died before this point, the
  // kernel does nothing, so the process ends itself.
  if (systemCall(SYS_getppid, ownCall) != server)
    systemCall(SYS_exit_group, 0);
  for (unsigned spins = 0;
       spins < 2000 && !__atomic_load_n(&control.go, __ATOMIC_ACQUIRE); ++spins)
    __builtin_ia32_pause();
  futexWait(&control.go, 0);
  if (control.workingDirectory[0] != 0)
    succeeded(systemCall(SYS_chdir, control.workingDirectory), SYS_chdir);
  if (control.fileLimit != 0) {
    const rlimit limit = {control.fileLimit, control.fileLimit};
    succeeded(systemCall(SYS_prlimit64, 0, RLIMIT_FSIZE, &limit, 0),
              SYS_prlimit64);
  }
  // If the program forks, the kernel will give the new process a ProcessState
  // of zeros. Hooks do nothing in such a process.
  succeeded(
      systemCall(SYS_madvise, processStateAddress, pageSize, MADV_WIPEONFORK),
      SYS_madvise);
}

/// Replaces the pages that this run shares with the tool by private copies, so
/// that the program can't damage what the tool reads. Only the RunState stays
/// shared. Recordings, and runs that become checkpoints, keep all shared pages,
/// since they exchange data with the tool later.
static void leaveSharedPages() {
  RunMode mode = setup().mode;
  if (isRecording(mode) || mode == RunMode::LiveRecording ||
      processState().checkpointSlot != 0)
    return;
  constexpr uint64_t size = uint64_t(2) * serverSlots * pageSize;
  uint64_t control = addressOf(&currentServer());
  long place = systemCall(SYS_mmap, 0, size, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS, ~0ul, 0);
  if (!succeeded(place, SYS_mmap))
    return;
  auto ours = static_cast<uint64_t>(place);
  copyBytes(&at<uint8_t>(ours + control - serverSlotsAddress), control,
            sizeof(ServerControl));
  succeeded(systemCall(SYS_mremap, ours, size, size,
                       MREMAP_MAYMOVE | MREMAP_FIXED, serverSlotsAddress),
            SYS_mremap);
}

void openFiles(const ServerControl &control, const FilePositions &positions) {
  openInput(control, positions.input);
  openOutput(1, control.outputSet, positions.output);
  openOutput(2, control.outputSet, positions.error);
  // A process that is to become a checkpoint keeps the descriptors of all
  // output files for the runs that will be forked from it. Any other process
  // closes them.
  if (processState().checkpointSlot == 0)
    systemCall(SYS_close_range, setup().standardFiles,
               setup().standardFiles + 2 * serverSlots, 0);
  leaveSharedPages();
}

bool hasTimers() {
  for (uint64_t which : {ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF}) {
    itimerval timer{};
    systemCall(SYS_getitimer, which, &timer);
    if (timer.it_value.tv_sec != 0 || timer.it_value.tv_usec != 0)
      return true;
  }
  return false;
}

// The pages of a RunState are mapped a second time. They can't be mapped by a
// path, since their file has no name. But mremap with an old size of 0 maps
// shared pages again instead of moving them.
bool mapRunStateOf(uint32_t slot) {
  long place = systemCall(SYS_mremap, runStateOfSlot(slot), 0, pageSize,
                          MREMAP_MAYMOVE | MREMAP_FIXED, runStateAddress);
  return succeeded(place, SYS_mremap);
}

} // namespace pinstripe::native
