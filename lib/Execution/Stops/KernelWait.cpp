// Tells what a stopped thread waits for in the kernel.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Stops/KernelWait.h"
#include "pinstripe/Containment/Sandbox.h"
#include "pinstripe/Support/ProcessState.h"
#include "llvm/ADT/STLExtras.h"
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <linux/futex.h>
#include <sys/syscall.h>

using namespace pinstripe;

/// The value of rax (-ERESTART_RESTARTBLOCK) after a stop has interrupted a
/// system call that waits with a time limit. The kernel sets it.
static constexpr int64_t restartWithLimit = -516;

/// Returns whether `result` means that a stop has interrupted a system call
/// that will go on waiting. In that case the kernel leaves -ERESTARTSYS,
/// -ERESTARTNOINTR, -ERESTARTNOHAND or -ERESTART_RESTARTBLOCK in rax. Programs
/// never see these values.
static bool isRestarted(int64_t result) {
  return result == -512 || result == -513 || result == -514 ||
         result == restartWithLimit;
}

/// Returns whether a stop makes this system call fail with EINTR. All other
/// system calls go on waiting after a stop.
static bool failsAfterStop(uint64_t call) {
  static constexpr uint64_t calls[] = {
      SYS_epoll_wait,      SYS_epoll_pwait, SYS_epoll_pwait2,
      SYS_rt_sigtimedwait, SYS_semop,       SYS_semtimedop,
      SYS_msgrcv,          SYS_msgsnd,      SYS_io_getevents,
  };
  return llvm::is_contained(calls, call);
}

/// Returns whether a system call may wait for something outside of the process,
/// such as a file or a socket. All other calls take only moments. Yet a stop
/// can interrupt some of them: for example, a call that copies a process or a
/// thread, or a call that the kernel lets the tool answer (see
/// lib/Containment/Answers).
static bool mayWaitOutside(uint64_t call) {
  static constexpr uint64_t calls[] = {
      SYS_read,         SYS_readv,         SYS_pread64,
      SYS_preadv,       SYS_preadv2,       SYS_write,
      SYS_writev,       SYS_pwrite64,      SYS_pwritev,
      SYS_pwritev2,     SYS_open,          SYS_openat,
      SYS_openat2,      SYS_sendfile,      SYS_splice,
      SYS_tee,          SYS_vmsplice,      SYS_copy_file_range,
      SYS_flock,        SYS_fcntl,         SYS_poll,
      SYS_ppoll,        SYS_select,        SYS_pselect6,
      SYS_epoll_wait,   SYS_epoll_pwait,   SYS_epoll_pwait2,
      SYS_accept,       SYS_accept4,       SYS_connect,
      SYS_recvfrom,     SYS_recvmsg,       SYS_recvmmsg,
      SYS_sendto,       SYS_sendmsg,       SYS_sendmmsg,
      SYS_pause,        SYS_rt_sigsuspend, SYS_rt_sigtimedwait,
      SYS_semop,        SYS_semtimedop,    SYS_msgrcv,
      SYS_msgsnd,       SYS_mq_timedsend,  SYS_mq_timedreceive,
      SYS_io_getevents, SYS_io_pgetevents, SYS_io_uring_enter,
      SYS_futex_waitv,
  };
  return llvm::is_contained(calls, call);
}

std::optional<uint64_t> pinstripe::firstNumberIn(llvm::StringRef file,
                                                 uint64_t thread,
                                                 HookedProcess &process) {
  std::string text = process.threadFile(thread, file);
  uint64_t number = 0;
  if (llvm::StringRef(text).split(' ').first.getAsInteger(10, number))
    return std::nullopt;
  return number;
}

bool KernelWait::isOver(const ProcessMemory &memory) const {
  std::array<uint8_t, sizeof value> bytes = {};
  if (word == 0 || !memory.read(word, bytes))
    return false;
  uint32_t now = 0;
  std::memcpy(&now, bytes.data(), sizeof now);
  return now != value;
}

/// Returns whether any thread of a process has child processes.
static bool hasAnyChildren(pid_t process) {
  return llvm::any_of(threadsOf(process), hasChildren);
}

/// Returns the deadline at the address `place`; nullopt if it is not one at
/// which the engine has to end a wait.
static std::optional<timespec> readDeadline(uint64_t place,
                                            HookedProcess &process) {
  std::array<uint8_t, sizeof(timespec)> bytes = {};
  if (!process.memory().read(place, bytes))
    return std::nullopt;
  timespec deadline{};
  std::memcpy(&deadline, bytes.data(), bytes.size());
  return programTimeLeft(process.id(), deadline) ? std::optional(deadline)
                                                 : std::nullopt;
}

/// Describes a wait by the system call futex. `hasBegun` says that the wait has
/// begun if it has a time limit.
static void readFutex(uint64_t thread, HookedProcess &process, bool hasBegun,
                      KernelWait &wait) {
  uint64_t operation = process.readRegister(thread, RSI);
  uint64_t command = operation & FUTEX_CMD_MASK;
  uint64_t limit = process.readRegister(thread, R10);
  wait.kind = KernelWait::Kind::Outside;
  if (command != FUTEX_WAIT && command != FUTEX_WAIT_BITSET)
    return;
  wait.word = process.readRegister(thread, RDI);
  wait.value = static_cast<uint32_t>(process.readRegister(thread, RDX));
  // In a sandbox, a call with a time limit first waits for the sandbox, which
  // translates the limit. That takes only a moment.
  if (wait.isOver(process.memory()) || (limit != 0 && !hasBegun)) {
    wait.kind = KernelWait::Kind::None;
    return;
  }
  // If the futex word is in shared memory, a child process can change the word
  // and so wake the thread.
  bool isShared =
      (operation & FUTEX_PRIVATE_FLAG) == 0 && hasAnyChildren(process.id());
  if (isShared)
    return;
  if (limit != 0)
    wait.deadline = readDeadline(limit, process);
  if (limit == 0 || wait.deadline)
    wait.kind = KernelWait::Kind::Thread;
}

KernelWait pinstripe::waitOf(uint64_t thread, HookedProcess &process,
                             const KernelWait &previous) {
  auto result = static_cast<int64_t>(process.readRegister(thread, RAX));
  constexpr std::array<uint8_t, 2> syscallInstruction = {0x0f, 0x05};
  std::array<uint8_t, 2> code = {};
  KernelWait wait;
  wait.address = process.readPC(thread) - code.size();
  if ((!isRestarted(result) && result != -EINTR) ||
      !process.memory().read(wait.address, code) || code != syscallInstruction)
    return {};
  // If the thread makes no system call, the file has a word instead of the
  // call's number.
  std::optional<uint64_t> call = firstNumberIn("syscall", thread, process);
  // If a stop has interrupted a call with a time limit, the kernel continues
  // the call as the system call restart_syscall. Only `previous`, the wait at
  // the thread's previous stop, then tells which call it is.
  if (call == SYS_restart_syscall && previous.address == wait.address)
    call = previous.call;
  // The tool may not have looked at the thread at that stop. But the engine has
  // to end only calls of futex at a deadline.
  if (call == SYS_restart_syscall &&
      readDeadline(process.readRegister(thread, R10), process))
    call = SYS_futex;
  if (!call || (result == -EINTR && !failsAfterStop(*call)))
    return {};
  wait.call = *call;
  switch (*call) {
  case SYS_futex:
    readFutex(thread, process, result == restartWithLimit, wait);
    break;
  case SYS_restart_syscall:
  case SYS_nanosleep:
  case SYS_clock_nanosleep:
  case SYS_wait4:
  case SYS_waitid:
    break;
  default:
    // If the program has child processes, the thread may wait for output of a
    // child, which comes at a random moment. The order of threads must not
    // depend on that moment, so the thread keeps its turn.
    if (mayWaitOutside(*call) && !hasAnyChildren(process.id()))
      wait.kind = KernelWait::Kind::Outside;
  }
  return wait;
}
