// Traces the child that a server has forked for a run, and handles its signals.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Tracer.h"
#include "FinalFlush.h"
#include "Library.h"
#include "Ptrace.h"
#include "Runtime.h"
#include <signal.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>

namespace pinstripe::native {

namespace {

// The value of PTRACE_EVENT_STOP, which is defined in linux/ptrace.h. That
// header can't be included together with sys/ptrace.h.
constexpr int eventStop = 128;

uint64_t microseconds(const timeval &time) {
  return static_cast<uint64_t>(time.tv_sec * 1000000 + time.tv_usec);
}

constexpr uint64_t holdsSignalsAddress =
    libraryStateAddress + offsetof(LibraryState, holdsSignals);
constexpr uint64_t signalMaskAddress =
    libraryStateAddress + offsetof(LibraryState, signalMask);

bool isInRuntime(uint64_t pc) { return pc >= runtimeBase && pc < image().end; }

/// `pc` is the address after an int3. If the int3 is a patch of the tool,
/// returns the address of the patch's trampoline, which is the code that
/// replaces the patched instruction. Returns 0 if the int3 is the program's
/// own.
uint64_t trampolineOf(uint64_t pc) {
  const auto *traps = tableAt<const TrapRecord>(trapsAddress);
  uint32_t found =
      partitionPoint(traps, 0, setup().traps, [&](const TrapRecord &trap) {
        return trap.address < pc - 1;
      });
  bool isOurs = found < setup().traps && traps[found].address == pc - 1;
  return isOurs ? traps[found].trampoline : 0;
}

bool isIn(const HookRecord &hook, uint64_t pc) {
  return pc >= hook.start && pc < hook.body;
}

/// Returns the hook whose code contains `pc`; null if there is none. Also
/// returns null if the run is not a recording of instructions, since only such
/// a recording must finish a hook before a signal is delivered.
const HookRecord *hookWith(uint64_t pc) {
  if (setup().mode != RunMode::DetailedRecording)
    return nullptr;
  const auto *hooks = tableAt<const HookRecord>(hooksAddress);
  for (uint32_t i = 0; i < setup().hooks; ++i)
    if (isIn(hooks[i], pc))
      return &hooks[i];
  return nullptr;
}

// Stops

void setPC(pid_t child, uint64_t pc) {
  trace(PTRACE_POKEUSER, child, offsetof(user_regs_struct, rip), pc);
}

/// A traced process that has stopped, with the reason for the stop.
class Stop {
public:
  Stop(pid_t process, int status)
      : process(process), signal(status >> 8 & 0xff), event(status >> 16) {
    trace(PTRACE_GETREGS, process, 0, &registers);
  }

  uint64_t pc() const { return registers.rip; }
  /// Returns whether the process has just become a checkpoint (a server that
  /// forks later runs), and has stopped to tell its tracer. The function
  /// `prepare` single-steps the process, which can lead to this stop, so the
  /// caller must ask after it has called `prepare`.
  bool isNewServer() const {
    return event == 0 && pc() == image().checkpointReached;
  }

  /// Before a signal ends a process, the process is made to call fflush.
  /// Returns whether this call is over, because it has returned or has crashed.
  bool endsFlush() const {
    bool isReturn = signal == SIGTRAP && pc() == image().flushed;
    return event == 0 && (isReturn || isFault(signal) || signal == SIGABRT);
  }

  /// Returns the address of the instruction that has raised the signal. After
  /// an int3, the pc is one byte past the instruction. After a fault, the pc is
  /// at the instruction.
  uint64_t origin() const {
    bool isTrap = signal == SIGTRAP && (peek(process, pc() - 1) & 0xff) == 0xcc;
    return isTrap ? pc() - 1 : pc();
  }

  /// Stores the signal and the state of the process in `record`, for the tool.
  void describe(SignalRecord &record) const {
    const user_regs_struct &r = registers;
    record.registers = {{r.rax, r.rcx, r.rdx, r.rbx, r.rsp, r.rbp, r.rsi, r.rdi,
                         r.r8, r.r9, r.r10, r.r11, r.r12, r.r13, r.r14, r.r15},
                        origin()};
    siginfo_t info;
    trace(PTRACE_GETSIGINFO, process, 0, &info);
    record.code = info.si_code;
    record.faultAddress = addressOf(info.si_addr);
    record.stackBytes = copyStack();
  }

  /// Called when the process has stopped. A process that has stopped at a
  /// patch, or in the tool's own code, is moved to a place where it can
  /// continue or receive a signal. Returns the signal to deliver to the
  /// program; 0 if there is none to deliver.
  int prepare() {
    if (event != 0 || isNewServer())
      return 0;
    if (signal == SIGTRAP && redirectTrap())
      return 0;
    if (recoverFromPoison())
      return 0;
    const HookRecord *hook = hookWith(pc());
    if ((isInRuntime(pc()) || hook) && !isFromFault())
      stepOut(hook);
    return signal;
  }

  void resume(int delivered) const {
    bool isGroupStop = event == eventStop && signal != SIGTRAP;
    trace(isGroupStop ? PTRACE_LISTEN : PTRACE_CONT, process, 0, delivered);
  }

private:
  bool redirectTrap() const {
    uint64_t trampoline = trampolineOf(pc());
    if (trampoline == 0)
      return false;
    setPC(process, trampoline);
    return true;
  }

  /// Handles a fault of the tool's code that fills or copies memory of the
  /// program. Such a fault is not an error: the program may have unmapped the
  /// memory, for example, or have mapped more than the length of a file
  /// (SIGBUS). Makes the process continue after this code, and returns true.
  /// Returns false for any other fault.
  bool recoverFromPoison() const {
    bool isHere = pc() >= image().poisonBegin && pc() < image().poisonEnd;
    if (!isHere || (signal != SIGSEGV && signal != SIGBUS))
      return false;
    setPC(process, image().poisonRecovery);
    return true;
  }

  bool isFromFault() const {
    if (!isFault(signal))
      return false;
    siginfo_t info{};
    trace(PTRACE_GETSIGINFO, process, 0, &info);
    return info.si_code > 0;
  }

  /// Single-steps the process until it has left the runtime (the tool's code in
  /// the process) and the hook. Only then can a signal be delivered: a signal
  /// handler must not run while the runtime changes its tables, and must not
  /// overwrite what a hook has saved. Other signals are blocked meanwhile,
  /// since they would stop the process again and again.
  void stepOut(const HookRecord *hook) {
    siginfo_t info;
    uint64_t mask = 0;
    if (trace(PTRACE_GETSIGINFO, process, 0, &info) < 0)
      // PTRACE_GETSIGINFO fails only if the process has been killed, so there
      // is nothing left to do.
      return;
    if (holdsSignals())
      mask = peek(process, signalMaskAddress);
    else
      trace(PTRACE_GETSIGMASK, process, sizeof(mask), &mask);
    setSignalMask(signalsHeld);
    for (uint32_t steps = 1; isInRuntime(pc()) || (hook && isIn(*hook, pc()));
         ++steps) {
      if (!step() || isNewServer())
        break;
      // The tool's code in the process holds back signals now. Single steps
      // through all of this code would take seconds, so stepping ends here.
      // When the code is done, it restores the program's signal mask, and then
      // the signal is delivered.
      if (steps % 16 == 0 && canBeHeld() && holdsSignals()) {
        poke(process, signalMaskAddress, mask);
        return setInfo(info);
      }
    }
    setSignalMask(mask);
    setInfo(info);
  }

  /// Executes one instruction of the stopped process. Returns false if the
  /// process has ended; the caller must then fetch its exit status by another
  /// wait.
  bool step() {
    int passedOn = 0;
    for (;;) {
      int status = 0;
      trace(PTRACE_SINGLESTEP, process, 0, passedOn);
      if (!waitForStop(process, status))
        return false;
      Stop stepped(process, status);
      if (stepped.event != 0) {
        passedOn = 0;
      } else if (stepped.signal == SIGTRAP || stepped.recoverFromPoison()) {
        trace(PTRACE_GETREGS, process, 0, &registers);
        return true;
      } else {
        // The process has stopped because of a signal for the program, not
        // because of the single step. The signal is blocked now, so the kernel
        // keeps it, and the program gets it later.
        setSignalMask(signalsHeld);
        passedOn = stepped.signal;
      }
    }
  }

  /// Copies the top of the process's stack, page by page, as far as it can be
  /// read. The tool needs this copy to describe a crash.
  uint32_t copyStack() const {
    constexpr uint32_t most = crashStackSize / pageSize + 1;
    iovec pages[most];
    uint64_t next = registers.rsp, end = next + crashStackSize;
    uint32_t count = 0;
    for (; next < end; ++count) {
      uint64_t pageEnd = next / pageSize * pageSize + pageSize;
      pages[count].iov_base = reinterpret_cast<void *>(next);
      pages[count].iov_len = smaller(pageEnd, end) - next;
      next += pages[count].iov_len;
    }
    iovec copy = {reinterpret_cast<void *>(crashStackAddress), crashStackSize};
    return static_cast<uint32_t>(larger(
        systemCall(SYS_process_vm_readv, process, &copy, 1, pages, count, 0),
        0l));
  }

  /// Returns whether the tool's code in the process holds back signals now (see
  /// LibraryState::holdsSignals).
  bool holdsSignals() const {
    return setup().mode == RunMode::DetailedRecording &&
           peek(process, holdsSignalsAddress) != 0;
  }
  bool canBeHeld() const { return (signalsHeld >> (signal - 1) & 1) != 0; }

  /// Restores the siginfo of the signal that is to be delivered. The trap of
  /// the last single step has replaced this siginfo.
  void setInfo(const siginfo_t &info) const {
    trace(PTRACE_SETSIGINFO, process, 0, &info);
  }
  void setSignalMask(uint64_t mask) const {
    trace(PTRACE_SETSIGMASK, process, sizeof(mask), &mask);
  }

  pid_t process;
  int signal;
  int event;
  user_regs_struct registers{};
};

// Processes

/// Counts a run's processes and threads, and kills all of them if there are
/// more than the limit. Each new process stops when it begins, and so does its
/// parent. So a program that forks endlessly gets no further than its limit.
class ProcessCount {
public:
  /// If `limit` is 0, any number of processes is allowed.
  ProcessCount(pid_t child, uint32_t limit) : child(child), limit(limit) {}

  /// Called with each status that wait4 has returned. Counts the processes and
  /// threads whose start or end the status reports.
  void note(pid_t process, int status) {
    if (!WIFSTOPPED(status))
      alive -= process != child && alive > 1;
    else if (isBirth(status >> 16))
      ++alive;
    if (areTooMany() || limit == 0 || alive <= limit)
      return;
    tooMany = true;
    systemCall(SYS_kill, -child, SIGKILL);
    systemCall(SYS_kill, child, SIGKILL);
  }
  bool areTooMany() const { return tooMany; }

private:
  static bool isBirth(int event) {
    return event == PTRACE_EVENT_FORK || event == PTRACE_EVENT_VFORK ||
           event == PTRACE_EVENT_CLONE;
  }

  pid_t child;
  uint32_t limit;
  uint32_t alive = 1;
  bool tooMany = false;
};

} // namespace

long attach(pid_t child, uint32_t processLimit) {
  uint64_t options = PTRACE_O_EXITKILL;
  // Processes that the program forks must be traced if there are int3 patches,
  // which would end an untraced process. They must also be traced to enforce a
  // limit on the number of processes.
  if (setup().traps != 0 || processLimit != 0)
    options |= PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE;
  return trace(PTRACE_SEIZE, child, 0, options);
}

ChildEnd follow(pid_t child, uint32_t processLimit) {
  ChildEnd end;
  ProcessCount processes(child, processLimit);
  FinalFlush flush;
  int lastSignal = 0;
  for (;;) {
    int status = 0;
    // `usage` is not initialised on purpose. To initialise it, the compiler
    // would call memset, but Pinstripe's runtime, to which this code belongs,
    // has no libc.
    rusage usage;
    long process = waitFor(-1, &status, __WALL, &usage);
    if (process < 0)
      return end;
    processes.note(static_cast<pid_t>(process), status);
    if (WIFSTOPPED(status) && processes.areTooMany()) {
      systemCall(SYS_kill, process, SIGKILL);
    } else if (WIFSTOPPED(status)) {
      Stop stop(static_cast<pid_t>(process), status);
      bool isChild = process == child;
      if (isChild && flush.isUnderWay()) {
        if (stop.endsFlush()) {
          flush.end(child);
          continue;
        }
      }
      int delivered = stop.prepare();
      if (isChild && delivered != 0 && !flush.isUnderWay()) {
        lastSignal = delivered;
        stop.describe(currentServer().signal);
      }
      if (isChild && stop.isNewServer()) {
        trace(PTRACE_DETACH, child);
        end.isServer = true;
        return end;
      }
      if (isChild && flush.begin(child, delivered))
        delivered = 0;
      stop.resume(delivered);
    } else if (process == child) {
      end.hasTooManyProcesses = processes.areTooMany();
      // The fatal signal was held back during the final call of fflush. The run
      // counts as ended by the fatal signal, even if fflush itself has crashed.
      end.status = flush.hasBegun() ? flush.delayedSignal() : status;
      end.processorMicroseconds =
          microseconds(usage.ru_utime) + microseconds(usage.ru_stime);
      end.hasSignal =
          WIFSIGNALED(end.status) && WTERMSIG(end.status) == lastSignal;
      return end;
    }
  }
}

static bool isCheckpoint(uint64_t pid) {
  for (uint32_t each : processState().checkpoints)
    if (each == pid)
      return true;
  return false;
}

/// Kills all children of this server, except for checkpoints (stopped runs from
/// which other runs are forked). Returns whether there were any children to
/// kill.
static bool killOthers() {
  char list[1024];
  long size = readFile("/proc/thread-self/children", list);
  bool any = false;
  uint64_t pid = 0;
  for (long i = 0; i < size; ++i) {
    if (list[i] >= '0' && list[i] <= '9') {
      pid = pid * 10 + static_cast<uint64_t>(list[i] - '0');
      continue;
    }
    if (pid != 0 && !isCheckpoint(pid)) {
      systemCall(SYS_kill, pid, SIGKILL);
      any = true;
    }
    pid = 0;
  }
  return any;
}

void reapOthers() {
  // Usually the run has left no processes, and the loop ends at once. When a
  // process is killed, its own children become children of this server. So the
  // loop goes on until no child is left.
  int status = 0;
  while (waitFor(-1, &status, __WALL | WNOHANG) >= 0)
    if (!killOthers() || waitFor(-1, &status, __WALL) < 0)
      return;
}

} // namespace pinstripe::native
