// Tells from the states of a program's threads whether it waits for its user.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_INTERACTION_STILLNESS_H
#define PINSTRIPE_INTERACTION_STILLNESS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <map>
#include <optional>
#include <sys/types.h>

namespace pinstripe {

/// The activity of a thread, according to the kernel (/proc).
enum class ThreadWait : uint8_t {
  /// The thread runs, or waits for something that happens without the user.
  None,
  /// The thread waits for other threads or processes, without a time limit.
  Others,
  /// The thread waits for input, or for one of several events, without a time
  /// limit.
  Events,
  /// The thread waits for input, or for one of several events, but for two
  /// seconds at most.
  EventsForMoment,
  /// The thread sleeps for at most two seconds, or until a given time of a
  /// clock, which may be near.
  Sleep,
  LongSleep, ///< The thread sleeps for more than two seconds.
};

/// Returns what a thread that is in a system call waits for. `arguments` are
/// the six arguments of the call. `readsEndByTime` is true if reading from the
/// terminal ends by itself. `secondsAt` reads a timeval or timespec at
/// `address` in the program, and returns its time in seconds. `divisor` is how
/// many units of the structure's second member make a second: a million for a
/// timeval, and a thousand million for a timespec.
ThreadWait
waitOf(long call, const uint64_t arguments[6], bool readsEndByTime,
       llvm::function_ref<double(uint64_t address, double divisor)> secondsAt);

/// Tells whether a program and its descendants are still. A still program waits
/// for its user, and does nothing before the user acts. This is not decided by
/// a time: the kernel must report that all threads wait without a limit, and
/// that none has run between two looks. So the speed of the machine makes no
/// difference.
///
/// Some programs wait for the user only for a moment, again and again. Such a
/// program counts as still when each of these waits has ended by itself and has
/// begun again. Before that, the program may be about to go on by itself, for
/// example after the moment that it waits after an Escape key.
class Stillness {
public:
  explicit Stillness(pid_t program) : program(program) {}

  /// Sets a process that works for the program, such as the server that draws
  /// its windows. While this process works, the program does not count as
  /// still. When the process waits, it does not matter for what.
  void watchServer(pid_t process) { server = process; }
  /// Forgets all waits that were seen. Must be called after each action of the
  /// user.
  void restart() { moments.clear(); }
  /// Returns whether the program is still: whether it waits for its user, and
  /// does nothing before the user acts. Calls `mayGoOn` between two looks at
  /// the program. `mayGoOn` must return true if the program has a reason to go
  /// on, such as output that nobody has read. The call takes some 20 us for
  /// each thread.
  bool isStill(bool readsEndByTime, llvm::function_ref<bool()> mayGoOn);

private:
  /// The state of a waiting thread: what it waits for, and how many times the
  /// kernel has let it run so far.
  struct Waiting {
    ThreadWait wait = ThreadWait::None;
    uint64_t runs = 0;
    bool operator==(const Waiting &) const = default;
  };
  using Threads = std::map<pid_t, Waiting>;
  struct Look {
    Threads program, server;
    bool operator==(const Look &) const = default;
  };

  std::optional<Look> look(bool readsEndByTime) const;
  bool addThreads(pid_t process, bool readsEndByTime, Threads &threads) const;
  bool hasWaitedLongEnough(const Threads &threads);

  pid_t program;
  /// The process that `watchServer` has set; 0 if it has set none.
  pid_t server = 0;
  /// For each thread that waits for two seconds at most, how many times it had
  /// run when it was first seen in such a wait.
  std::map<pid_t, uint64_t> moments;
};

} // namespace pinstripe

#endif // PINSTRIPE_INTERACTION_STILLNESS_H
