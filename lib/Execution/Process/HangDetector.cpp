// Recognises runs that will not end.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Process/HangDetector.h"
#include "pinstripe/Support/ProcessState.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <utility>

using namespace pinstripe;

/// The largest time, in seconds, that is counted between two calls of
/// `findHang`, both as processor time and as time asleep. Without this limit,
/// the counts would be wrong after a stop of a virtual machine: its kernel
/// counts the time of the stop as spent by the running process.
static constexpr double maxSecondsPerLook = 0.03;
/// A process that seems to have spent more processor time than this, in
/// seconds, is certainly busy. If it seems to have spent less, a stop of the
/// virtual machine may be the cause: the kernel counts the stop as time of the
/// running process.
static constexpr double maxForeignSeconds = 0.5;

static std::optional<double> processorSeconds(pid_t process) {
  clockid_t clock{};
  timespec spent{};
  if (::clock_getcpuclockid(process, &clock) != 0 ||
      ::clock_gettime(clock, &spent) != 0)
    return std::nullopt;
  return static_cast<double>(spent.tv_sec) + 1e-9 * spent.tv_nsec;
}

/// Returns whether a thread sleeps; the id of a process is that of its first
/// thread. A thread that waits for a disk does not count as asleep.
static bool isAsleep(pid_t thread) { return processState(thread) == 'S'; }

/// Returns whether a signal has stopped `process` for good. `tracer` is the
/// process that traces it. A traced process is also stopped for short times,
/// while its tracer handles an event. But the tracer is not asleep during such
/// a stop. So a stop counts only while the tracer is asleep.
bool HangDetector::findStop(pid_t process, pid_t tracer) {
  constexpr std::chrono::milliseconds longEnough(100);
  char state = process > 1 ? processState(process) : '\0';
  if ((state != 'T' && state != 't') || !isAsleep(tracer) ||
      hasChildren(process)) {
    stoppedSince.reset();
    return false;
  }
  Clock::time_point now = Clock::now();
  std::optional<double> spent = processorSeconds(process);
  if (!stoppedSince || spent != spentAtStop) {
    stoppedSince = now;
    spentAtStop = spent;
  }
  return now - *stoppedSince >= longEnough;
}

/// Returns whether a process sleeps and nothing is known that will wake it. A
/// child process could wake it, and so could a thread of its own that runs, or
/// that waits for a processor. Pinstripe could wake it, too: a thread may wait
/// until Pinstripe answers a system call, or until the engine that has stopped
/// the thread lets it go on. On a busy machine all this may take long.
static bool isIdle(pid_t process) {
  return !hasChildren(process) &&
         llvm::all_of(threadsOf(process), [](pid_t thread) {
           return isAsleep(thread) && !waitsForAnswer(thread);
         });
}

std::optional<TimedOut> HangDetector::findHang(pid_t process) {
  std::optional<double> spent;
  if (process > 1)
    spent = processorSeconds(process);
  if (!spent)
    return std::nullopt;
  counted += std::min(*spent - spentBefore, maxSecondsPerLook);
  if (spec.processorLimitSeconds != 0 && counted >= spec.processorLimitSeconds)
    return TimedOut{/*isCertain=*/counted > maxForeignSeconds};
  bool mayHang =
      spec.idleLimitSeconds != 0 && *spent == spentBefore && isIdle(process);
  spentBefore = *spent;
  Clock::time_point now = Clock::now();
  std::optional<Clock::time_point> before = std::exchange(idleAt, std::nullopt);
  if (!mayHang) {
    idleSeconds = 0;
    return std::nullopt;
  }
  idleAt = now;
  if (before) {
    std::chrono::duration<double> passed = now - *before;
    idleSeconds += std::min(passed.count(), maxSecondsPerLook);
  }
  if (idleSeconds < spec.idleLimitSeconds)
    return std::nullopt;
  // The time-out is not certain: perhaps the process only seems to hang,
  // because the virtual processor that should wake it was stopped for a moment.
  return TimedOut{/*isCertain=*/false};
}
