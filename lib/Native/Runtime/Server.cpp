// Makes the process under test a server that forks a child for each run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The process stops at its entry point, patches its own code once, and then
// waits for commands. A process that becomes a checkpoint in the middle of a
// run waits for commands in the same way.

#include "Child.h"
#include "Runtime.h"
#include "SystemCalls.h"
#include "Tracer.h"
#include "WatchedValues.h"
#include <linux/futex.h>
#include <linux/sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/wait.h>
#include <time.h>

namespace pinstripe::native {

namespace {

constexpr uint64_t protectCode = PROT_READ | PROT_EXEC;

void reply(ServerControl &control) {
  __atomic_add_fetch(&control.reply, 1, __ATOMIC_RELEASE);
  futexWake(&control.reply);
}

/// Waits in a server for the tool's next command. Ends the server if the tool
/// has ended. The kernel can't do that by PR_SET_PDEATHSIG: one thread of the
/// tool starts the server, and the signal would come when that thread ends,
/// even if the tool goes on.
void waitForCommand(ServerControl &control, uint32_t seen, long parent) {
  static constexpr timespec second = {1, 0};
  while (__atomic_load_n(&control.command, __ATOMIC_ACQUIRE) == seen) {
    systemCall(SYS_futex, &control.command, FUTEX_WAIT, seen, &second);
    if (systemCall(SYS_getppid, ownCall) != parent)
      systemCall(SYS_exit_group, 0);
  }
}

// Preparation

long map(const MappingRequest &request, const Setup &setup) {
  uint64_t flags = MAP_FIXED_NOREPLACE;
  bool isWritable = (request.protection & PROT_WRITE) != 0;
  uint64_t file = isWritable ? setup.memoryFile : setup.readOnlyFile;
  switch (request.kind) {
  case MappingKind::SharedFile:
    flags |= MAP_SHARED;
    break;
  case MappingKind::PrivateFile:
    flags |= MAP_PRIVATE;
    break;
  case MappingKind::Anonymous:
    flags |= MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    file = ~uint64_t(0);
    break;
  }
  return systemCall(SYS_mmap, request.address, request.size, request.protection,
                    flags, file, request.offset);
}

/// Writes all patches over the program's code. The patches are sorted by
/// address, so each page is made writable only once.
void patchCode(const PatchRecord *patches, uint32_t count) {
  uint32_t next = 0;
  while (next < count) {
    uint32_t first = next;
    uint64_t begin = patches[first].address / pageSize * pageSize;
    uint64_t end = begin + pageSize;
    for (; next < count && patches[next].address < end; ++next)
      if (patches[next].address + patches[next].size > end)
        end += pageSize;
    if (!succeeded(systemCall(SYS_mprotect, begin, end - begin,
                              PROT_READ | PROT_WRITE),
                   SYS_mprotect))
      return;
    for (uint32_t i = first; i < next; ++i)
      for (uint32_t byte = 0; byte < patches[i].size; ++byte)
        at<volatile uint8_t>(patches[i].address + byte) =
            patches[i].bytes[byte];
    if (!succeeded(systemCall(SYS_mprotect, begin, end - begin, protectCode),
                   SYS_mprotect))
      return;
  }
}

/// Tells the exception unwinder number `unwinder` about recompiled functions.
/// Is called in the server only: the runs are forked from the server and
/// inherit the unwinder's memory.
void registerFrameTables(const FrameTables &tables, uint32_t unwinder) {
  if (tables.registerTables[unwinder] == 0)
    return;
  uint64_t *object = mutationState().unwinderObjects[unwinder];
  reinterpret_cast<void (*)(uint64_t, uint64_t *)>(
      tables.registerTables[unwinder])(frameTablesAddress, object);
  // At the first exception, the unwinder sorts the frame descriptions, and gets
  // memory from malloc for that. To avoid the call of malloc, the tool has
  // sorted them already. This code marks them as sorted in the unwinder's data.
  // The form of the data is known for libgcc up to version 12. Data in another
  // form is not changed.
  constexpr uint64_t isSorted = 1, isTable = 2, encodingShift = 3;
  constexpr uint64_t unknownEncoding = 0xff, distances = 0x1b, countShift = 11;
  bool isKnownForm = object[0] == ~uint64_t(0) && object[1] == 0 &&
                     object[2] == 0 && object[3] == frameTablesAddress &&
                     object[4] == (isTable | unknownEncoding << encodingShift);
  if (tables.sorted == 0 || !isKnownForm)
    return;
  object[0] = tables.firstFunction;
  object[3] = tables.sorted;
  object[4] = isSorted | isTable | distances << encodingShift |
              tables.count << countShift;
}

// Serving

struct RobustList {
  uint64_t head = 0, size = 0;
};

/// Forks like libc's fork. In the child, stores the child's thread id in the
/// thread's control block, where libc keeps the id. Then registers the list of
/// robust mutexes with the kernel, because a child does not inherit the
/// registration.
long fork(const RobustList &robust) {
  uint64_t threadId = setup().threadIdAddress;
  uint64_t flags = SIGCHLD;
  if (threadId != 0)
    flags |= CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID;
  long pid = systemCall(SYS_clone, flags, 0, ownCall, threadId, 0);
  if (pid == 0 && robust.head != 0)
    systemCall(SYS_set_robust_list, robust.head, robust.size);
  return pid;
}

/// Hides the server's memory from the runs that it forks, or shows it to them.
/// A run has the same user as the server and can find it in /proc. While the
/// server is hidden, the kernel does not let runs read or write its memory. The
/// runs themselves are not hidden.
void hide(bool isHidden) {
  if (setup().isHidden != 0)
    systemCall(SYS_prctl, PR_SET_DUMPABLE, isHidden ? 0 : 1);
}

/// Returns whether the last run has left shared memory, semaphores or message
/// queues of System V. Such objects outlive the process that has made them. A
/// sandbox has an IPC namespace of its own, so all objects in it were made by
/// runs.
bool hasSharedObjects() {
  union {
    shm_info memory;
    seminfo semaphores;
    msginfo queues;
  } info;
  auto ask = [&](long call, uint64_t command) {
    bool isThirdArgument = call == SYS_semctl;
    return systemCall(call, 0, isThirdArgument ? 0 : command,
                      isThirdArgument ? command : addressOf(&info), &info) >= 0;
  };
  // The kernel's answers to SHM_INFO, SEM_INFO and MSG_INFO tell how many
  // shared memory segments, semaphore sets and message queues exist.
  return (ask(SYS_shmctl, SHM_INFO) && info.memory.used_ids > 0) ||
         (ask(SYS_semctl, SEM_INFO) && info.semaphores.semusz > 0) ||
         (ask(SYS_msgctl, MSG_INFO) && info.queues.msgpool > 0);
}

/// Returns true if the child has ended. Does not reap the child, so a later
/// wait still gets its exit status.
bool hasEnded(pid_t child) {
  siginfo_t info;
  info.si_pid = 0;
  systemCall(SYS_waitid, P_PID, child, &info, WEXITED | WNOHANG | WNOWAIT, 0);
  return info.si_pid == child;
}

void runChild(ServerControl &control, pid_t child) {
  systemCall(SYS_setpgid, child, 0);
  // If attaching fails because the child was killed already, only the run has
  // ended. This is not an error of the server.
  long attached = attach(child, control.processLimit);
  if (attached < 0 && !hasEnded(child)) {
    succeeded(attached, SYS_ptrace);
    systemCall(SYS_kill, child, SIGKILL);
  }
  __atomic_store_n(&control.child, static_cast<uint32_t>(child),
                   __ATOMIC_RELEASE);
  __atomic_store_n(&control.go, 1, __ATOMIC_RELEASE);
  futexWake(&control.go);
  ChildEnd childEnd = follow(child, control.processLimit);
  control.isServer = childEnd.isServer;
  if (childEnd.isServer) {
    processState().checkpoints[control.slot] = static_cast<uint32_t>(child);
    return;
  }
  control.status = static_cast<uint32_t>(childEnd.status);
  control.hasSignal = childEnd.hasSignal;
  control.hasTooManyProcesses = childEnd.hasTooManyProcesses;
  control.processorMicroseconds = childEnd.processorMicroseconds;
  // Kills the processes that the run has left in the background. They are in
  // the process group of the run's first process.
  systemCall(SYS_kill, -child, SIGKILL);
  reapOthers();
  control.hasLeftovers = hasSharedObjects();
  __atomic_store_n(&control.child, 0, __ATOMIC_RELEASE);
}

/// Carries out the tool's commands in the server, one after the other. For each
/// run, forks a child; the function returns in the children only.
void serve() {
  ServerControl &control = currentServer();
  RobustList robust;
  systemCall(SYS_get_robust_list, 0, &robust.head, &robust.size);
  auto server = static_cast<pid_t>(systemCall(SYS_getpid, ownCall));
  long parent = systemCall(SYS_getppid, ownCall);
  uint32_t seen = __atomic_load_n(&control.command, __ATOMIC_ACQUIRE);
  reply(control);
  for (;;) {
    waitForCommand(control, seen, parent);
    seen = __atomic_load_n(&control.command, __ATOMIC_ACQUIRE);
    if (control.operation == Command::Quit) {
      reply(control);
      for (;;)
        systemCall(SYS_exit_group, 0);
    }
    control.go = 0;
    control.failure = 0;
    control.status = 0;
    control.hasSignal = 0;
    hide(false);
    long child = fork(robust);
    if (child == 0) {
      bool isCheckpoint = control.operation == Command::MakeCheckpoint;
      processState().checkpointSlot = isCheckpoint ? control.slot : 0;
      leaveServer(control, server);
      return;
    }
    hide(true);
    if (succeeded(child, SYS_clone))
      runChild(control, static_cast<pid_t>(child));
    reply(control);
  }
}

} // namespace

bool succeeded(long result, long call) {
  ServerControl &control = currentServer();
  if (result >= 0 || control.failure != 0)
    return result >= 0;
  control.failure = static_cast<uint32_t>(-result);
  control.failedCall = static_cast<uint32_t>(call);
  return false;
}

void serveAsCheckpoint(uint32_t slot) {
  ProcessState &state = processState();
  state.checkpointSlot = 0;
  if (hasTimers())
    // The runs that are forked from a checkpoint do not inherit its timers, so
    // a process with timers can't become a checkpoint.
    return;
  RunState run = runState();
  LiveState live = liveState();
  if (!mapRunStateOf(slot))
    return;
  state.slot = slot;
  for (uint32_t &each : state.checkpoints)
    each = 0;
  systemCall(SYS_prctl, PR_SET_CHILD_SUBREAPER, 1);
  systemCall(SYS_madvise, processStateAddress, pageSize, MADV_KEEPONFORK);
  FilePositions positions = currentPositions();
  announceCheckpoint();

  serve();
  openFiles(currentServer(), positions);
  runState() = run;
  publishWatches();
  liveState() = live;
}

void bootstrap(Setup *setup) {
  auto *mappings = reinterpret_cast<const MappingRequest *>(
      addressOf(setup) + setup->mappingsOffset);
  // The first mappings hold the ServerControl, a page that is shared with the
  // tool. So if a later mapping fails, the error can be stored there.
  long failure = 0;
  for (uint32_t i = 0; i < setup->mappings && failure >= 0; ++i)
    failure = map(mappings[i], *setup);
  succeeded(failure, SYS_mmap);
  systemCall(SYS_close, setup->memoryFile);
  systemCall(SYS_close, setup->readOnlyFile);
  auto *patches = reinterpret_cast<const PatchRecord *>(addressOf(setup) +
                                                        setup->patchesOffset);
  patchCode(patches, setup->patches);
  for (uint32_t unwinder = 0; unwinder < maxUnwinders; ++unwinder)
    registerFrameTables(setup->frameTables, unwinder);
  // A run can leave processes whose own parents have ended. As a subreaper,
  // this server becomes the parent of such processes. So the server can kill
  // them after the run.
  if (!setup->takesTurns)
    systemCall(SYS_prctl, PR_SET_CHILD_SUBREAPER, 1);

  if (setup->takesTurns) {
    succeeded(
        systemCall(SYS_madvise, processStateAddress, pageSize, MADV_WIPEONFORK),
        SYS_madvise);
    announceCheckpoint();
  } else {
    serve();
    openFiles(currentServer(), {});
  }
  processState().isLive = 1;
  switch (setup->mode) {
  case RunMode::Recording:
  case RunMode::DetailedRecording:
    startRecording();
    break;
  case RunMode::Execution:
    startDispatching();
    break;
  case RunMode::LiveRecording:
    startRecording();
    startLive();
    break;
  case RunMode::Live:
    startLive();
    break;
  }
  resumeProgram(&setup->registers);
}

} // namespace pinstripe::native
