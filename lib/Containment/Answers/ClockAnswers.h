// Answers system calls that read clocks, and notes system calls that wait.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All runs of a program must see the same clock. Otherwise they could do
// different things.

#ifndef PINSTRIPE_LIB_CONTAINMENT_ANSWERS_CLOCKANSWERS_H
#define PINSTRIPE_LIB_CONTAINMENT_ANSWERS_CLOCKANSWERS_H

#include "Answers/CallAnswer.h"
#include "Answers/SteadyClock.h"
#include <array>
#include <atomic>
#include <map>
#include <optional>
#include <sys/types.h>

struct seccomp_notif;

namespace pinstripe {

/// Shows the programs in a sandbox a clock that is the same in all runs (a
/// SteadyClock) instead of the machine's clocks.
class ClockAnswers {
public:
  explicit ClockAnswers(const ClockStart &start) : start(start) {}

  /// Answers a call that reads a clock or waits.
  CallAnswer answer(const seccomp_notif &call);
  /// Prepares a program that has just begun. The program must not read the
  /// machine's clock by way of the vDSO, which is code of the kernel. So this
  /// code is replaced by code that reads the program's own clock, a word in the
  /// program's memory.
  void prepareProgram(pid_t thread);
  /// Reads the simulated clock of a thread's process, which moves on with each
  /// reading. If the thread has made a system call that waits, and the wait is
  /// over by the machine's clock, first advances the simulated clock by the
  /// time limit of the wait. Returns nullopt if the memory of the process can't
  /// be accessed.
  std::optional<SteadyClock> readClock(pid_t thread);
  /// Returns the address of the word that holds the clock of a process: the
  /// last word of its stack, which the kernel leaves empty.
  std::optional<uint64_t> stateAddress(pid_t thread);
  /// See Sandbox::setEngineEndsWaits. May be called by any thread.
  void setEngineEndsWaits(bool engineEnds) { engineEndsWaits = engineEnds; }
  /// Forgets what is known about the processes of the last run: the addresses
  /// of their clocks, and the calls in which they wait.
  void forgetProcesses();

private:
  /// A system call in which a thread waits for at most `limit`.
  struct Wait {
    /// The time when the wait began, and the longest time of the wait. Both are
    /// in microseconds of the machine's clock.
    uint64_t since = 0, limit = 0;
  };

  /// A time in the form of a timespec: seconds and nanoseconds.
  using Timespec = std::array<int64_t, 2>;

  /// A deadline in the memory of the program that was changed for a wait.
  struct ChangedDeadline {
    uint64_t place = 0; ///< The address of the deadline.
    Timespec ofProgram = {}, forKernel = {};
  };

  void noteWait(pid_t thread, uint64_t microseconds);
  CallAnswer tellTime(const seccomp_notif &call);
  CallAnswer tellUse(const seccomp_notif &call);
  CallAnswer tellTicks(const seccomp_notif &call);
  CallAnswer sleepUntil(const seccomp_notif &call);
  CallAnswer waitForWord(const seccomp_notif &call);
  void putBackDeadline(pid_t thread);

  const ClockStart start;
  std::atomic<bool> engineEndsWaits = false;
  /// `states` holds the address of the clock of each thread's process. `waits`
  /// holds the system call in which each thread may still be waiting. The keys
  /// are thread ids.
  std::map<pid_t, uint64_t> states;
  std::map<pid_t, Wait> waits;
  /// The last deadline of each thread that was changed and not yet put back.
  std::map<pid_t, ChangedDeadline> deadlines;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CONTAINMENT_ANSWERS_CLOCKANSWERS_H
