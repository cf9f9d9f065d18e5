// Decides which thread of the program runs next.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only one thread at a time runs. A turn of a thread ends when the thread waits
// or ends, or after a number of events. Then this class decides who gets the
// next turn. It knows nothing of debuggers and processes, and no decision
// depends on real time. So the order of threads is the same in each run.

#ifndef PINSTRIPE_LIB_EXECUTION_STOPS_THREADSCHEDULE_H
#define PINSTRIPE_LIB_EXECUTION_STOPS_THREADSCHEDULE_H

#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/ArrayRef.h"
#include <algorithm>
#include <cstdint>
#include <optional>

namespace pinstripe {

/// A thread that can get the next turn.
struct ThreadCandidate {
  /// The number of the thread, in order of creation.
  uint64_t number = 0;
  /// If the thread is about to sleep: the time at which it wakes up, in
  /// microseconds on the clock of ThreadSchedule::now. Otherwise 0.
  uint64_t wakeTime = 0;
  /// True if the thread lets other threads run before it goes on.
  bool yields = false;
  /// The event of the recorded run that the thread executes next; nullopt if
  /// there is none, or if the run does not follow a recorded one.
  std::optional<EventIndex> nextEvent = std::nullopt;
};

/// Decides for one run which thread gets the next turn, and after how many
/// events the turn ends.
class ThreadSchedule {
public:
  /// `seed` is the number of the order that the user has asked for. The order 0
  /// is the usual one: each thread keeps its turn for `longestTurn` events, and
  /// the threads get their turns one after the other, in order of creation. In
  /// all other orders, the next thread and the length of its turn are
  /// pseudo-random.
  explicit ThreadSchedule(uint64_t seed);

  /// Returns the number of the thread that gets the next turn. `candidates` are
  /// in order of creation, and there is at least one.
  ///
  /// If the run follows a recorded one, this is the thread whose next event
  /// comes first in the recorded run. Otherwise it is one of the threads that
  /// do not sleep. If all candidates sleep or yield, the simulated time first
  /// advances to the moment at which the first sleeper wakes up.
  uint64_t choose(llvm::ArrayRef<ThreadCandidate> candidates);
  /// Gives the turn to the thread with the number `number`, without choosing:
  /// the first thread of the program gets the first turn, and a thread that is
  /// the only one left needs no choice.
  void give(uint64_t number);
  /// Counts an event of the thread that has the turn. Returns true if the turn
  /// ends before this event.
  bool countEvent();
  /// Counts `number` events that were executed before the turn ended.
  void countEvents(uint64_t number) {
    eventsLeft -= std::min(number, eventsLeft);
  }
  /// Returns how many events of the turn are left.
  uint64_t eventsInTurn() const { return eventsLeft; }
  /// Returns how long threads have slept so far, in microseconds. This is not
  /// real time: it advances only when a thread is chosen that is about to
  /// sleep.
  uint64_t now() const { return time; }

  /// The number of events after which a turn ends in the usual order of threads
  /// (seed 0). The limit matters if a thread waits in a loop until another
  /// thread sets a variable: after that many events, the other thread gets its
  /// turn.
  static constexpr uint64_t longestTurn = 1000;

private:
  uint64_t random();

  uint64_t seed;
  uint64_t randomState;
  uint64_t last = 0;
  uint64_t eventsLeft;
  uint64_t time = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_STOPS_THREADSCHEDULE_H
