//===- Tracer.cpp - What the server sees of its child ---------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tracer.h"
#include "Library.h"
#include "Ptrace.h"
#include "Runtime.h"
#include <fcntl.h>
#include <signal.h>
#include <sys/user.h>
#include <sys/wait.h>

namespace pinstripe::native {

namespace {

// Of linux/ptrace.h, which does not go together with sys/ptrace.h.
constexpr int eventStop = 128;

uint64_t microseconds(const timeval &time) {
  return static_cast<uint64_t>(time.tv_sec * 1000000 + time.tv_usec);
}

uint64_t peek(pid_t process, uint64_t address) {
  uint64_t word = 0;
  trace(PTRACE_PEEKDATA, process, address, addressOf(&word));
  return word;
}

void poke(pid_t process, uint64_t address, uint64_t word) {
  trace(PTRACE_POKEDATA, process, address, word);
}

constexpr uint64_t holdsSignalsAddress =
    libraryStateAddress + offsetof(LibraryState, holdsSignals);
constexpr uint64_t signalMaskAddress =
    libraryStateAddress + offsetof(LibraryState, signalMask);

bool isFault(int signal) {
  return signal == SIGSEGV || signal == SIGBUS || signal == SIGILL ||
         signal == SIGFPE;
}

const ImageHeader &image() { return at<const ImageHeader>(runtimeBase); }

bool isInRuntime(uint64_t pc) { return pc >= runtimeBase && pc < image().end; }

/// Where the trampoline of the int3 before `pc` is; 0 if that is none of ours.
uint64_t trampolineOf(uint64_t pc) {
  const auto *traps = tableAt<const TrapRecord>(trapsAddress);
  uint32_t low = 0, high = setup().traps;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (traps[middle].address < pc - 1)
      low = middle + 1;
    else
      high = middle;
  }
  bool isOurs = low < setup().traps && traps[low].address == pc - 1;
  return isOurs ? traps[low].trampoline : 0;
}

bool isIn(const HookRecord &hook, uint64_t pc) {
  return pc >= hook.start && pc < hook.body;
}

/// Of a detailed recording: the hook that is being executed; null if there is
/// none.
const HookRecord *hookWith(uint64_t pc) {
  if (setup().mode != RunMode::DetailedRecording)
    return nullptr;
  const auto *hooks = tableAt<const HookRecord>(hooksAddress);
  for (uint32_t i = 0; i < setup().hooks; ++i)
    if (isIn(hooks[i], pc))
      return &hooks[i];
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Last words
//===----------------------------------------------------------------------===//

char *append(char *place, const char *text) {
  while (*text != 0)
    *place++ = *text++;
  return place;
}

char *append(char *place, uint64_t number) {
  if (number >= 10)
    place = append(place, number / 10);
  *place++ = static_cast<char>('0' + number % 10);
  return place;
}

/// The value of a field of hexadecimal digits, or 0.
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

/// Whether the process has a handler for the signal, or ignores it.
bool survives(pid_t process, int signal) {
  char path[64], text[4096];
  char *end = append(path, "/proc/");
  end = append(append(end, static_cast<uint64_t>(process)), "/status");
  *end = 0;
  long file = systemCall(SYS_openat, static_cast<uint64_t>(AT_FDCWD),
                         addressOf(path), O_RDONLY);
  if (file < 0)
    return true;
  long size = systemCall(SYS_read, static_cast<uint64_t>(file), addressOf(text),
                         sizeof(text));
  systemCall(SYS_close, static_cast<uint64_t>(file));
  const char *behind = text + (size > 0 ? size : 0);
  uint64_t signals = hexadecimalField(text, behind, "SigCgt:") |
                     hexadecimalField(text, behind, "SigIgn:");
  return (signals >> (signal - 1) & 1) != 0;
}

/// In live flow, what a program has written but not flushed counts, also if it
/// crashes: before it does it calls fflush(NULL).
class LastWords {
public:
  bool haveBegun() const { return signal != 0; }
  bool areBeingSpoken() const { return haveBegun() && !haveEnded; }
  int delayedSignal() const { return signal; }

  /// True if the signal, which is about to be delivered, is to wait for them.
  bool begin(pid_t process, int fatal) {
    bool isCrash = isFault(fatal) || fatal == SIGABRT;
    if (setup().flush == 0 || haveBegun() || !isCrash ||
        survives(process, fatal))
      return false;
    signal = fatal;
    trace(PTRACE_GETREGS, process, 0, addressOf(&before));
    // Events of the program's own functions are none of these.
    poke(process, processStateAddress + offsetof(ProcessState, isLive), 0);
    poke(process, processStateAddress + offsetof(ProcessState, countdownOffset),
         0);
    user_regs_struct call; // no copy: there is no memcpy here
    trace(PTRACE_GETREGS, process, 0, addressOf(&call));
    // Hooks use the other half of the stack; the program's may be full.
    call.rsp = runtimeStackAddress + runtimeStackSize / 2 - 8;
    poke(process, call.rsp, image().lastWords);
    call.rip = setup().flush;
    call.rdi = 0;
    call.orig_rax = ~uint64_t(0); // no system call is to be repeated
    constexpr uint64_t trapFlag = 1u << 8, directionFlag = 1u << 10;
    call.eflags &= ~(trapFlag | directionFlag);
    trace(PTRACE_SETREGS, process, 0, addressOf(&call));
    return true;
  }

  void end(pid_t process) {
    haveEnded = true;
    trace(PTRACE_SETREGS, process, 0, addressOf(&before));
    trace(PTRACE_CONT, process, 0, static_cast<uint64_t>(signal));
  }

private:
  int signal = 0;
  bool haveEnded = false;
  user_regs_struct before;
};

//===----------------------------------------------------------------------===//
// Stops
//===----------------------------------------------------------------------===//

void setPC(pid_t child, uint64_t pc) {
  trace(PTRACE_POKEUSER, child, offsetof(user_regs_struct, rip), pc);
}

/// One process that is traced, at a stop.
class Stop {
public:
  Stop(pid_t process, int status)
      : process(process), signal(status >> 8 & 0xff), event(status >> 16) {
    trace(PTRACE_GETREGS, process, 0, addressOf(&registers));
  }

  uint64_t pc() const { return registers.rip; }
  int deliveredSignal() const { return event == 0 ? signal : 0; }
  /// Also after `prepare`.
  bool isNewServer() const {
    return event == 0 && pc() == image().checkpointReached;
  }

  /// Whether this is how last words end: as they should, or by a crash.
  bool endsLastWords() const {
    bool isReturn = signal == SIGTRAP && pc() == image().wordsSpoken;
    return event == 0 && (isReturn || isFault(signal) || signal == SIGABRT);
  }

  /// Of the instruction that raised the signal; an int3 lies behind the pc.
  uint64_t origin() const {
    bool isTrap = signal == SIGTRAP && (peek(process, pc() - 1) & 0xff) == 0xcc;
    return isTrap ? pc() - 1 : pc();
  }

  /// Brings the process where it can go on; returns the signal with which.
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
    trace(isGroupStop ? PTRACE_LISTEN : PTRACE_CONT, process, 0,
          static_cast<uint64_t>(delivered));
  }

private:
  bool redirectTrap() const {
    uint64_t trampoline = trampolineOf(pc());
    if (trampoline == 0)
      return false;
    setPC(process, trampoline);
    return true;
  }

  /// The latter behind the end of a mapped file.
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
    trace(PTRACE_GETSIGINFO, process, 0, addressOf(&info));
    return info.si_code > 0;
  }

  /// A handler must not run while the tables are being changed, nor where it
  /// would change what a hook has put aside. Other signals wait: each would
  /// stop the process before its next instruction.
  void stepOut(const HookRecord *hook) {
    siginfo_t info;
    uint64_t mask = 0;
    if (trace(PTRACE_GETSIGINFO, process, 0, addressOf(&info)) < 0)
      return; // it has been killed
    if (holdsSignals())
      mask = peek(process, signalMaskAddress);
    else
      trace(PTRACE_GETSIGMASK, process, sizeof(mask), addressOf(&mask));
    setSignalMask(signalsHeld);
    for (uint32_t steps = 1; isInRuntime(pc()) || (hook && isIn(*hook, pc()));
         ++steps) {
      if (!step() || isNewServer())
        break;
      // To go on like this would take seconds, and it is blocked anyhow.
      if (steps % 16 == 0 && canBeHeld() && holdsSignals()) {
        poke(process, signalMaskAddress, mask);
        return setInfo(info);
      }
    }
    setSignalMask(mask);
    setInfo(info);
  }

  /// False if the process is no more; how it ended is not asked for yet.
  bool step() {
    int passedOn = 0;
    for (;;) {
      int status = 0;
      trace(PTRACE_SINGLESTEP, process, 0, static_cast<uint64_t>(passedOn));
      if (!waitForStop(process, status))
        return false;
      Stop stepped(process, status);
      if (stepped.event != 0) {
        passedOn = 0;
      } else if (stepped.signal == SIGTRAP || stepped.recoverFromPoison()) {
        trace(PTRACE_GETREGS, process, 0, addressOf(&registers));
        return true;
      } else {
        // The kernel puts aside what is passed on but blocked.
        setSignalMask(signalsHeld);
        passedOn = stepped.signal;
      }
    }
  }

  /// Whether the runtime itself does.
  bool holdsSignals() const {
    return setup().mode == RunMode::DetailedRecording &&
           peek(process, holdsSignalsAddress) != 0;
  }
  bool canBeHeld() const { return (signalsHeld >> (signal - 1) & 1) != 0; }

  /// What is told with the signal; otherwise it is that of the last step.
  void setInfo(const siginfo_t &info) const {
    trace(PTRACE_SETSIGINFO, process, 0, addressOf(&info));
  }
  void setSignalMask(uint64_t mask) const {
    trace(PTRACE_SETSIGMASK, process, sizeof(mask), addressOf(&mask));
  }

  pid_t process;
  int signal;
  int event;
  user_regs_struct registers{};
};

//===----------------------------------------------------------------------===//
// How many there are
//===----------------------------------------------------------------------===//

/// Processes and threads that come from the child. Each is stopped when it
/// begins, and so is who started it: a program that forks on and on gets
/// exactly as far as its limit.
class ProcessCount {
public:
  /// `limit` 0: none.
  ProcessCount(pid_t child, uint32_t limit) : child(child), limit(limit) {}

  /// What wait has said of any of them.
  void note(pid_t process, int status) {
    if (!WIFSTOPPED(status))
      alive -= process != child && alive > 1;
    else if (isBirth(status >> 16))
      ++alive;
    if (areTooMany() || limit == 0 || alive <= limit)
      return;
    tooMany = true;
    systemCall(SYS_kill, static_cast<uint64_t>(-static_cast<int64_t>(child)),
               SIGKILL);
    systemCall(SYS_kill, static_cast<uint64_t>(child), SIGKILL);
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
  // Without that an int3 of ours would be the end of a forked child, too.
  if (setup().traps != 0 || processLimit != 0)
    options |= PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE;
  return trace(PTRACE_SEIZE, child, 0, options);
}

ChildEnd follow(pid_t child, uint32_t processLimit) {
  ChildEnd end;
  ProcessCount processes(child, processLimit);
  LastWords words;
  int lastSignal = 0;
  for (;;) {
    int status = 0;
    rusage usage; // there is no memset here to clear it with
    long process = waitFor(-1, &status, __WALL, &usage);
    if (process < 0)
      return end;
    processes.note(static_cast<pid_t>(process), status);
    if (WIFSTOPPED(status) && processes.areTooMany()) {
      systemCall(SYS_kill, static_cast<uint64_t>(process), SIGKILL);
    } else if (WIFSTOPPED(status)) {
      Stop stop(static_cast<pid_t>(process), status);
      bool isChild = process == child;
      if (isChild && words.areBeingSpoken()) {
        if (stop.endsLastWords()) {
          words.end(child);
          continue;
        }
      } else if (isChild && stop.deliveredSignal() != 0) {
        lastSignal = stop.deliveredSignal();
        end.crashPC = stop.origin();
      }
      int delivered = stop.prepare();
      if (isChild && stop.isNewServer()) {
        trace(PTRACE_DETACH, child);
        end.isServer = true;
        return end;
      }
      if (isChild && words.begin(child, delivered))
        delivered = 0;
      stop.resume(delivered);
    } else if (process == child) {
      end.hasTooManyProcesses = processes.areTooMany();
      // However they ended, it is the crash that counts.
      end.status = words.haveBegun() ? words.delayedSignal() : status;
      end.processorMicroseconds =
          microseconds(usage.ru_utime) + microseconds(usage.ru_stime);
      if (!WIFSIGNALED(end.status) || WTERMSIG(end.status) != lastSignal)
        end.crashPC = 0;
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

/// Kills the children that are no checkpoints; false if there are none.
static bool killOthers() {
  char list[1024];
  long file = systemCall(SYS_openat, static_cast<uint64_t>(AT_FDCWD),
                         addressOf("/proc/thread-self/children"), O_RDONLY);
  if (file < 0)
    return false;
  long size = systemCall(SYS_read, static_cast<uint64_t>(file), addressOf(list),
                         sizeof(list));
  systemCall(SYS_close, static_cast<uint64_t>(file));
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
  // The rule is that there are none; and an orphan may have children.
  int status = 0;
  while (waitFor(-1, &status, __WALL | WNOHANG) >= 0)
    if (!killOthers() || waitFor(-1, &status, __WALL) < 0)
      return;
}

} // namespace pinstripe::native
