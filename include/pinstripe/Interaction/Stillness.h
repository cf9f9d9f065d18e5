// Tells whether a program waits for its user, by what its threads do.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_INTERACTION_STILLNESS_H
#define PINSTRIPE_INTERACTION_STILLNESS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <map>
#include <optional>
#include <sys/types.h>

namespace pinstripe {

/// Says what a thread does, as the kernel shows it in /proc.
enum class ThreadWait : uint8_t {
  None,   ///< It runs, or waits for something that comes by itself.
  Others, ///< It waits for other threads or processes, without a time limit.
  /// It waits for input, or for one of several events, without a time limit.
  Events,
  /// As Events, but the wait ends by itself within two seconds.
  EventsForMoment,
  /// It sleeps until a time has passed: two seconds at most, or a time that is
  /// not known.
  Sleep,
  LongSleep, ///< It sleeps for more than two seconds.
};

/// Returns what a thread that waits in a system call waits for. `arguments` are
/// the six arguments of the call. `readsEndByTime` is true if to read from the
/// terminal ends by itself. `secondsAt` returns the time in seconds that a
/// timeval or timespec at an address of the program has; the divisor says which
/// of them it is: the second member counts 1/divisor seconds.
ThreadWait
waitOf(long call, const uint64_t arguments[6], bool readsEndByTime,
       llvm::function_ref<double(uint64_t address, double divisor)> secondsAt);

/// Tells whether a program, with its descendants, is still: it waits for its
/// user, and does nothing before he acts. Not a time decides that, but the
/// kernel's account of each thread: all of them wait without a limit, and none
/// has run between two looks. So a busy machine makes no difference.
///
/// A program that waits for its user only for a moment, again and again, is
/// still once each such wait has ended by itself and has begun again: so the
/// program has had the time that it takes after an Escape key, for example.
class Stillness {
public:
  explicit Stillness(pid_t program) : program(program) {}

  /// Names a process that works for the program, such as the server of its
  /// windows: while it works, the program is not still. Its own waits do not
  /// matter.
  void watchServer(pid_t process) { server = process; }
  /// Must be called after each action of the user.
  void restart() { moments.clear(); }
  /// Returns whether the program is still. `mayGoOn` is asked between two looks
  /// at the program; it returns true if there is a reason for it to go on, such
  /// as output that nobody has read. The call takes some 20 us for each thread.
  bool isStill(bool readsEndByTime, llvm::function_ref<bool()> mayGoOn);

private:
  /// The state of a thread that waits: for what it waits, and how many times
  /// the kernel has let it run until then.
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
  pid_t server = 0; ///< 0 if there is none.
  /// How often each thread that waits for a moment had run when this was first
  /// seen.
  std::map<pid_t, uint64_t> moments;
};

} // namespace pinstripe

#endif // PINSTRIPE_INTERACTION_STILLNESS_H
