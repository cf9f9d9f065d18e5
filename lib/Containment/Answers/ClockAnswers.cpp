// Answers system calls that read clocks, and notes system calls that wait.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Answers/ClockAnswers.h"
#include "Answers/ProgramMemory.h"
#include "Answers/SteadyCode.h"
#include "pinstripe/Containment/Sandbox.h"
#include "pinstripe/Support/AuxiliaryVector.h"
#include "pinstripe/Support/ProcessState.h"
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/times.h>

using namespace pinstripe;

static constexpr uint64_t second = 1'000'000; ///< in microseconds

static uint64_t microsecondsNow() {
  return static_cast<uint64_t>(
      std::chrono::duration_cast<std::chrono::microseconds>(
          std::chrono::steady_clock::now().time_since_epoch())
          .count());
}

// The following code finds out from the arguments of a system call how long the
// call may wait.

namespace {

/// The form in which the argument of a system call states a time.
enum class TimeForm : uint8_t {
  /// The argument is a number of milliseconds; negative means "for ever".
  Milliseconds,
  /// The argument is the address of a timeval (seconds and microseconds).
  Timeval,
  /// The argument is the address of a timespec (seconds and nanoseconds).
  Timespec
};

/// A system call that waits. The argument with index `argument` limits the time
/// of the wait.
struct WaitingCall {
  long number;
  unsigned argument;
  TimeForm form;
};

} // namespace

static constexpr WaitingCall waitingCalls[] = {
    {SYS_nanosleep, 0, TimeForm::Timespec},
    {SYS_clock_nanosleep, 2, TimeForm::Timespec},
    {SYS_poll, 2, TimeForm::Milliseconds},
    {SYS_ppoll, 2, TimeForm::Timespec},
    {SYS_epoll_wait, 3, TimeForm::Milliseconds},
    {SYS_epoll_pwait, 3, TimeForm::Milliseconds},
    {SYS_select, 4, TimeForm::Timeval},
    {SYS_pselect6, 4, TimeForm::Timespec}};

/// Converts the time that an argument states to microseconds. Returns nullopt
/// if the argument means "for ever" or is not a valid time.
static std::optional<uint64_t> readTime(pid_t thread, uint64_t argument,
                                        TimeForm form) {
  if (form == TimeForm::Milliseconds) {
    auto value = static_cast<int32_t>(argument);
    return value < 0 ? std::nullopt
                     : std::optional(static_cast<uint64_t>(value) * 1000);
  }
  auto time = readAt<std::array<int64_t, 2>>(thread, argument);
  if (!time || (*time)[0] < 0 || (*time)[1] < 0)
    return std::nullopt;
  constexpr int64_t year = 365 * 86400;
  uint64_t fractionsOfMicrosecond = form == TimeForm::Timespec ? 1000 : 1;
  return static_cast<uint64_t>(std::min((*time)[0], 100 * year)) * second +
         static_cast<uint64_t>((*time)[1]) / fractionsOfMicrosecond;
}

/// Returns the largest number of microseconds that a call waits; nullopt if the
/// call may wait for ever, or is not a call that waits.
static std::optional<uint64_t> longestWait(const seccomp_notif &call) {
  for (const WaitingCall &each : waitingCalls)
    if (each.number == call.data.nr)
      return readTime(static_cast<pid_t>(call.pid),
                      call.data.args[each.argument], each.form);
  return std::nullopt;
}

// The following functions keep the clock that the programs in the sandbox see.

void ClockAnswers::forgetProcesses() {
  states.clear();
  waits.clear();
  deadlines.clear();
}

void ClockAnswers::prepareProgram(pid_t thread) {
  states.erase(thread);
  waits.erase(thread);
  deadlines.erase(thread);
  std::optional<uint64_t> state = stateAddress(thread);
  uint64_t code = auxiliaryValue(thread, AT_SYSINFO_EHDR);
  if (code == 0 || !state)
    return;
  std::vector<CodePatch> clock = countingClock(start, *state);
  patch(thread, code, clock.empty() ? askingClock() : clock);
}

/// Returns the address of the word that has the state of a program's clock;
/// nullopt if it can't be found. `thread` is a thread of the program.
static std::optional<uint64_t> findState(pid_t thread) {
  std::string maps = readProcessFile(thread, "maps");
  size_t name = maps.find("[stack]");
  if (name == std::string::npos)
    return std::nullopt;
  llvm::StringRef line = llvm::StringRef(maps).take_front(name);
  line = line.drop_front(line.rfind('\n') + 1);
  uint64_t end = 0;
  if (line.split('-').second.split(' ').first.getAsInteger(16, end))
    return std::nullopt;
  return end - sizeof(uint64_t);
}

std::optional<uint64_t> ClockAnswers::stateAddress(pid_t thread) {
  auto known = states.find(thread);
  if (known != states.end())
    return known->second;
  std::optional<uint64_t> found = findState(thread);
  if (found)
    states[thread] = *found;
  return found;
}

void pinstripe::passTime(pid_t process, uint64_t microseconds) {
  std::optional<uint64_t> place = findState(process);
  auto word = place ? readAt<uint64_t>(process, *place) : std::nullopt;
  // The word that holds the clock's state is 0 only if the program does not use
  // the sandbox's clock. The kernel leaves the word empty, but a program that
  // uses the clock reads it at the start, and each reading makes the word
  // larger.
  if (!word || *word == 0)
    return;
  SteadyClock clock(*word);
  clock.sleep(microseconds);
  (void)writeAt(process, *place, clock.word());
}

/// Notes that the program is about to make a system call that waits for at most
/// `microseconds`. The tool does not see when this call returns, so it checks
/// at the next reading of a clock whether the wait is over. For this purpose
/// the program's clock functions are patched, so that the next reading asks the
/// tool.
void ClockAnswers::noteWait(pid_t thread, uint64_t microseconds) {
  // Adds the time of the last wait to the clock, if that wait is over.
  (void)readClock(thread);
  waits[thread] = {microsecondsNow(), microseconds};
  if (uint64_t code = auxiliaryValue(thread, AT_SYSINFO_EHDR))
    patch(thread, code, askingClock());
}

std::optional<SteadyClock> ClockAnswers::readClock(pid_t thread) {
  std::optional<uint64_t> place = stateAddress(thread);
  auto word = place ? readAt<uint64_t>(thread, *place) : std::nullopt;
  if (!word)
    return std::nullopt;
  SteadyClock clock(*word);
  auto wait = waits.find(thread);
  if (wait != waits.end()) {
    if (microsecondsNow() - wait->second.since >= wait->second.limit)
      clock.sleep(wait->second.limit);
    waits.erase(wait);
  }
  clock.read();
  if (!writeAt(thread, *place, clock.word()))
    return std::nullopt;
  return clock;
}

// Answers

CallAnswer ClockAnswers::answer(const seccomp_notif &call) {
  putBackDeadline(static_cast<pid_t>(call.pid));
  switch (call.data.nr) {
  case SYS_clock_gettime:
  case SYS_gettimeofday:
  case SYS_time:
    return tellTime(call);
  case SYS_getrusage:
    return tellUse(call);
  case SYS_times:
    return tellTicks(call);
  case SYS_clock_nanosleep:
    if (call.data.args[1] & TIMER_ABSTIME)
      return sleepUntil(call);
    break;
  case SYS_futex:
    return waitForWord(call);
  default:
    break;
  }
  if (std::optional<uint64_t> wait = longestWait(call); wait && *wait != 0)
    noteWait(static_cast<pid_t>(call.pid), *wait);
  return CallAnswer::kernels();
}

CallAnswer ClockAnswers::tellTime(const seccomp_notif &call) {
  auto thread = static_cast<pid_t>(call.pid);
  const auto &arguments = call.data.args;
  bool namesClock = call.data.nr == SYS_clock_gettime;
  std::optional<uint64_t> seconds = start.secondsOf(
      namesClock ? static_cast<clockid_t>(arguments[0]) : CLOCK_REALTIME);
  std::optional<SteadyClock> clock = readClock(thread);
  if (!seconds || !clock)
    return CallAnswer::kernels();
  CallAnswer answer;
  uint64_t now = *seconds * second + clock->microseconds();
  if (call.data.nr == SYS_time) {
    answer.value = static_cast<int64_t>(now / second);
    if (arguments[0] != 0 && !writeAt(thread, arguments[0], now / second))
      answer.error = EFAULT;
    return answer;
  }
  uint64_t place = arguments[namesClock ? 1 : 0];
  std::array<uint64_t, 2> time = {now / second,
                                  now % second * (namesClock ? 1000 : 1)};
  bool mayBeMissing = !namesClock && place == 0;
  if (!mayBeMissing && !writeAt(thread, place, time))
    answer.error = EFAULT;
  uint64_t zone = namesClock ? 0 : arguments[1];
  if (zone != 0 && !writeAt(thread, zone, uint64_t(0)))
    answer.error = EFAULT;
  return answer;
}

/// Answers getrusage. The user time is the time of the program's clock, or 0
/// for children; all other fields are 0.
CallAnswer ClockAnswers::tellUse(const seccomp_notif &call) {
  auto thread = static_cast<pid_t>(call.pid);
  std::optional<SteadyClock> clock = readClock(thread);
  auto whose = static_cast<int>(call.data.args[0]);
  if (!clock || (whose != RUSAGE_SELF && whose != RUSAGE_THREAD &&
                 whose != RUSAGE_CHILDREN))
    return CallAnswer::kernels();
  rusage use = {};
  if (whose != RUSAGE_CHILDREN) {
    use.ru_utime.tv_sec = static_cast<time_t>(clock->microseconds() / second);
    use.ru_utime.tv_usec =
        static_cast<suseconds_t>(clock->microseconds() % second);
  }
  CallAnswer answer;
  if (!writeAt(thread, call.data.args[1], use))
    answer.error = EFAULT;
  return answer;
}

CallAnswer ClockAnswers::tellTicks(const seccomp_notif &call) {
  auto thread = static_cast<pid_t>(call.pid);
  std::optional<SteadyClock> clock = readClock(thread);
  if (!clock)
    return CallAnswer::kernels();
  // The number of ticks in a second, which is the same for all programs
  // (sysconf(_SC_CLK_TCK)).
  constexpr uint64_t ticks = 100;
  uint64_t now = clock->microseconds() / (second / ticks);
  tms use = {};
  use.tms_utime = static_cast<clock_t>(now);
  CallAnswer answer;
  if (call.data.args[0] != 0 && !writeAt(thread, call.data.args[0], use))
    answer.error = EFAULT;
  answer.value = static_cast<int64_t>(start.uptime * ticks + now);
  return answer;
}

/// Answers a call that sleeps until a clock shows a certain time. The program
/// does not sleep: its clock is set to that time at once.
CallAnswer ClockAnswers::sleepUntil(const seccomp_notif &call) {
  auto thread = static_cast<pid_t>(call.pid);
  std::optional<uint64_t> begin =
      start.secondsOf(static_cast<clockid_t>(call.data.args[0]));
  std::optional<uint64_t> until =
      readTime(thread, call.data.args[2], TimeForm::Timespec);
  std::optional<SteadyClock> clock = readClock(thread);
  if (!begin || !until || !clock)
    return CallAnswer::kernels();
  uint64_t now = *begin * second + clock->microseconds();
  if (*until > now)
    clock->sleep(*until - now);
  (void)writeAt(thread, *stateAddress(thread), clock->word());
  return {};
}

/// Returns the time that is `microseconds` later than a time with whole
/// seconds and some nanoseconds.
static std::array<int64_t, 2> later(int64_t seconds, int64_t nanoseconds,
                                    uint64_t microseconds) {
  constexpr int64_t billion = 1'000'000'000;
  nanoseconds += static_cast<int64_t>(microseconds % second) * 1000;
  return {seconds + static_cast<int64_t>(microseconds / second) +
              nanoseconds / billion,
          nanoseconds % billion};
}

/// If the engine has to end a wait, the kernel gets a deadline that it never
/// reaches: this number of seconds, plus the time from the start of the
/// program's clock to the deadline.
static constexpr int64_t farFuture = int64_t(1) << 40;

/// Answers a call that waits until a word in memory (a futex) changes, or a
/// clock shows a certain time. The deadline in the program's memory is a time
/// of the program's clock, but the kernel knows only the machine's clock. So
/// the deadline is changed, and put back after the wait.
CallAnswer ClockAnswers::waitForWord(const seccomp_notif &call) {
  auto thread = static_cast<pid_t>(call.pid);
  const auto &arguments = call.data.args;
  uint64_t operation = arguments[1], place = arguments[3];
  clockid_t which =
      operation & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC;
  std::optional<uint64_t> begin = start.secondsOf(which);
  auto ofProgram = readAt<Timespec>(thread, place);
  std::optional<uint64_t> until = readTime(thread, place, TimeForm::Timespec);
  std::optional<SteadyClock> clock = readClock(thread);
  if (!begin || !ofProgram || !until || !clock)
    return CallAnswer::kernels();
  uint64_t ofStart = *begin * second;
  uint64_t now = ofStart + clock->microseconds();
  uint64_t wait = *until - std::min(*until, now);
  bool mayBeWoken =
      !(operation & FUTEX_PRIVATE_FLAG) || threadsOf(thread).size() > 1;
  if (!mayBeWoken && readAt<uint32_t>(thread, arguments[0]) ==
                         static_cast<uint32_t>(arguments[2])) {
    // Nobody else can change the word. So the program does not wait: its clock
    // is set to the deadline at once.
    clock->sleep(wait);
    (void)writeAt(thread, *stateAddress(thread), clock->word());
    CallAnswer answer;
    answer.error = ETIMEDOUT;
    return answer;
  }
  ChangedDeadline deadline = {place, *ofProgram, {}};
  if (engineEndsWaits) {
    deadline.forKernel =
        later(farFuture, 0, *until - std::min(*until, ofStart));
  } else {
    timespec ofMachine{};
    ::clock_gettime(which, &ofMachine);
    deadline.forKernel = later(ofMachine.tv_sec, ofMachine.tv_nsec, wait);
    noteWait(thread, wait);
  }
  if (writeAt(thread, place, deadline.forKernel))
    deadlines[thread] = deadline;
  return CallAnswer::kernels();
}

/// Puts back the deadline that was changed for the last wait of a thread, if
/// the program has not changed it since.
void ClockAnswers::putBackDeadline(pid_t thread) {
  auto found = deadlines.find(thread);
  if (found == deadlines.end())
    return;
  const ChangedDeadline &deadline = found->second;
  if (readAt<Timespec>(thread, deadline.place) == deadline.forKernel)
    (void)writeAt(thread, deadline.place, deadline.ofProgram);
  deadlines.erase(found);
}

std::optional<uint64_t> pinstripe::programTimeLeft(pid_t process,
                                                   const timespec &deadline) {
  std::optional<uint64_t> place = findState(process);
  auto word = place ? readAt<uint64_t>(process, *place) : std::nullopt;
  if (!word || deadline.tv_sec < farFuture)
    return std::nullopt;
  uint64_t until = static_cast<uint64_t>(deadline.tv_sec - farFuture) * second +
                   static_cast<uint64_t>(deadline.tv_nsec) / 1000;
  return until - std::min(until, SteadyClock(*word).microseconds());
}
