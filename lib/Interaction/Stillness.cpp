// Tells from the states of a program's threads whether it waits for its user.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Interaction/Stillness.h"
#include "pinstripe/Support/ProcessState.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <linux/futex.h>
#include <string>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <vector>

using namespace pinstripe;

/// A wait of at most this many seconds is called short. Pinstripe lets such a
/// wait end, to see whether the program then goes on by itself. The longest
/// short wait in common libraries takes one second: curses waits that long
/// after an Escape key.
static constexpr double longestMoment = 2;

static ThreadWait limited(double seconds) {
  return seconds <= longestMoment ? ThreadWait::EventsForMoment
                                  : ThreadWait::Events;
}

ThreadWait
pinstripe::waitOf(long call, const uint64_t arguments[6], bool readsEndByTime,
                  llvm::function_ref<double(uint64_t, double)> secondsAt) {
  auto milliseconds = [&](unsigned index) {
    auto limit = static_cast<int>(arguments[index]);
    return limit < 0 ? ThreadWait::Events : limited(limit / 1e3);
  };
  auto timeAt = [&](unsigned index, double divisor) {
    uint64_t address = arguments[index];
    return address == 0 ? ThreadWait::Events
                        : limited(secondsAt(address, divisor));
  };
  constexpr double micro = 1e6, nano = 1e9;
  switch (call) {
  case SYS_read:
  case SYS_readv:
    return readsEndByTime ? ThreadWait::EventsForMoment : ThreadWait::Events;
  case SYS_recvfrom:
  case SYS_recvmsg:
  case SYS_accept:
  case SYS_accept4:
    return ThreadWait::Events;
  case SYS_poll:
    return milliseconds(2);
  case SYS_epoll_wait:
  case SYS_epoll_pwait:
    return milliseconds(3);
  case SYS_ppoll:
    return timeAt(2, nano);
  case SYS_epoll_pwait2:
    return timeAt(3, nano);
  case SYS_select:
    return timeAt(4, micro);
  case SYS_pselect6:
    return timeAt(4, nano);
  case SYS_rt_sigtimedwait:
    return timeAt(2, nano);
  // When a signal has interrupted a wait with a time limit, the kernel
  // continues the wait by the system call restart_syscall.
  case SYS_restart_syscall:
    return ThreadWait::EventsForMoment;
  case SYS_pause:
  case SYS_rt_sigsuspend:
  case SYS_wait4:
  case SYS_waitid:
  case SYS_msgrcv:
  case SYS_semop:
    return ThreadWait::Others;
  case SYS_futex: {
    uint64_t operation = arguments[1] & FUTEX_CMD_MASK;
    bool isWait = operation == FUTEX_WAIT || operation == FUTEX_WAIT_BITSET;
    return isWait && arguments[3] != 0 ? ThreadWait::Sleep : ThreadWait::Others;
  }
  case SYS_nanosleep:
    return secondsAt(arguments[0], nano) <= longestMoment
               ? ThreadWait::Sleep
               : ThreadWait::LongSleep;
  case SYS_clock_nanosleep: {
    // If the second argument of clock_nanosleep is not 0, the sleep ends at a
    // given time of a clock, which may be near.
    bool isShort =
        arguments[1] != 0 || secondsAt(arguments[2], nano) <= longestMoment;
    return isShort ? ThreadWait::Sleep : ThreadWait::LongSleep;
  }
  }
  return ThreadWait::None;
}

/// Reads a timeval or timespec in the memory of a process. Returns the time in
/// seconds. If the memory can't be read, returns more than `longestMoment`.
static double timeIn(pid_t process, uint64_t address, double divisor) {
  int64_t words[2] = {0, 0};
  struct iovec here = {words, sizeof(words)};
  struct iovec there = {reinterpret_cast<void *>(address), sizeof(words)};
  if (::process_vm_readv(process, &here, 1, &there, 1, 0) !=
      static_cast<ssize_t>(sizeof(words)))
    return 2 * longestMoment;
  return static_cast<double>(words[0]) +
         static_cast<double>(words[1]) / divisor;
}

/// Returns the number after `label` in the text of /proc/PID/status.
static uint64_t numberAfter(llvm::StringRef status, llvm::StringRef label) {
  uint64_t number = 0;
  llvm::StringRef rest = status.split(label).second.ltrim();
  (void)rest.consumeInteger(10, number);
  return number;
}

/// Returns what a thread of a process waits for.
static ThreadWait waitIn(pid_t process, pid_t thread, bool readsEndByTime) {
  std::string text = readProcessFile(thread, "syscall");
  llvm::SmallVector<llvm::StringRef> words;
  llvm::StringRef(text).trim().split(words, ' ');
  long call = 0;
  // The file `syscall` has the text "running" for a thread
  // that runs, and -1 for one that waits outside of a system call, such as for
  // a page of memory.
  if (words.size() < 7 || words[0].getAsInteger(10, call) || call < 0)
    return ThreadWait::None;
  uint64_t arguments[6] = {};
  for (unsigned i = 0; i < 6; ++i)
    if (words[i + 1].getAsInteger(0, arguments[i]))
      return ThreadWait::None;
  ThreadWait wait = waitOf(call, arguments, readsEndByTime,
                           [&](uint64_t address, double divisor) {
                             return timeIn(process, address, divisor);
                           });
  // In a sandbox, Pinstripe answers some system calls of the program. A thread
  // that waits for such an answer does not wait for the user.
  if (wait != ThreadWait::None && wait != ThreadWait::Others &&
      waitsForAnswer(thread))
    return ThreadWait::None;
  return wait;
}

/// Adds the threads of a process and of its descendants to `threads`. Returns
/// false if one of these threads is not waiting.
bool Stillness::addThreads(pid_t process, bool readsEndByTime,
                           Threads &threads) const {
  for (pid_t thread : threadsOf(process)) {
    std::string status = readProcessFile(thread, "status");
    llvm::StringRef text = status;
    llvm::StringRef state = text.split("State:").second.ltrim();
    // A thread that has ended does not count.
    if (state.starts_with("Z") || state.starts_with("X"))
      continue;
    Waiting waiting;
    waiting.runs = numberAfter(text, "\nvoluntary_ctxt_switches:") +
                   numberAfter(text, "nonvoluntary_ctxt_switches:");
    // A thread that is neither stopped (state T) nor asleep (state S) counts as
    // working, even one that waits for the disk (state D).
    if (state.starts_with("T"))
      waiting.wait = ThreadWait::Others;
    else if (state.starts_with("S"))
      waiting.wait = waitIn(process, thread, readsEndByTime);
    if (waiting.wait == ThreadWait::None)
      return false;
    threads[thread] = waiting;
    llvm::SmallVector<llvm::StringRef> children;
    std::string list = readProcessFile(
        process, "task/" + std::to_string(thread) + "/children");
    llvm::StringRef(list).split(children, ' ', -1, /*KeepEmpty=*/false);
    for (llvm::StringRef child : children) {
      pid_t id = 0;
      if (!child.trim().getAsInteger(10, id) &&
          !addThreads(id, readsEndByTime, threads))
        return false;
    }
  }
  return true;
}

/// Returns the states of all threads of the program and of its server, a
/// process that works for the program. Returns nullopt if one of these threads
/// does not wait.
std::optional<Stillness::Look> Stillness::look(bool readsEndByTime) const {
  Look seen;
  if (!addThreads(program, readsEndByTime, seen.program))
    return std::nullopt;
  if (server != 0 && !addThreads(server, /*readsEndByTime=*/false, seen.server))
    return std::nullopt;
  return seen;
}

/// Returns true if each short wait (of two seconds at most) of the program's
/// threads has ended by itself at least once. Returns false if a thread sleeps
/// and none waits for events.
bool Stillness::hasWaitedLongEnough(const Threads &threads) {
  // If a thread sleeps for a certain time and no thread waits for events, the
  // program is not waiting for its user: it goes on after the sleep.
  bool hasSleep = false, hasEvents = false, isEnough = true;
  for (const auto &[thread, waiting] : threads) {
    bool isMoment = waiting.wait == ThreadWait::EventsForMoment;
    bool isSleep = waiting.wait == ThreadWait::Sleep;
    hasSleep |= isSleep || waiting.wait == ThreadWait::LongSleep;
    hasEvents |= isMoment || waiting.wait == ThreadWait::Events;
    if (!isMoment && !isSleep)
      continue;
    uint64_t first = moments.try_emplace(thread, waiting.runs).first->second;
    isEnough &= waiting.runs != first;
  }
  if (hasSleep && !hasEvents)
    return false;
  return isEnough;
}

bool Stillness::isStill(bool readsEndByTime,
                        llvm::function_ref<bool()> mayGoOn) {
  std::optional<Look> before = look(readsEndByTime);
  // If there are no threads, the program has ended. A program that has ended
  // does not count as still; the caller finds out itself that it has ended.
  if (!before || before->program.empty() || mayGoOn())
    return false;
  std::optional<Look> after = look(readsEndByTime);
  // If no thread has run between the first and the second look at the threads,
  // all of them were waiting at the same moment.
  return after && *after == *before && hasWaitedLongEnough(after->program);
}
