// Decides which thread of the program runs next.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only one thread at a time runs. A turn of a thread ends when the thread waits
// or ends, or after a number of events. Then this class decides who gets the
// next turn. It knows nothing of debuggers and processes, and no decision
// depends on real time. So the order of threads is the same in each run.

#ifndef PINSTRIPE_LIB_EXECUTION_LLDB_THREADSCHEDULE_H
#define PINSTRIPE_LIB_EXECUTION_LLDB_THREADSCHEDULE_H

#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <optional>

namespace pinstripe {

/// A thread that can get the next turn.
struct ThreadCandidate {
  /// The number of the thread, in order of creation.
  uint64_t number = 0;
  /// The time at which the thread wakes up if it is about to sleep, in
  /// microseconds of ThreadSchedule::now. 0 if the thread is not about to
  /// sleep.
  uint64_t wakeTime = 0;
  /// True if the thread lets other threads run before it goes on.
  bool yields = false;
  /// The event of the recorded run that the thread executes next; nullopt if
  /// there is none, or if the run does not follow a recorded one.
  std::optional<EventIndex> nextEvent = std::nullopt;
};

/// Chooses the threads of one run.
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
  /// If the run follows a recorded one, the thread whose next event comes first
  /// in the recorded run gets the turn. Otherwise the thread is chosen from
  /// those that do not sleep. If all candidates sleep or yield, the time first
  /// advances to the moment at which the first sleeper wakes up.
  uint64_t choose(llvm::ArrayRef<ThreadCandidate> candidates);
  /// Gives the turn to the thread with the number `number`, without choosing:
  /// the first thread of the program gets the first turn, and a thread that is
  /// the only one left needs no choice.
  void give(uint64_t number);
  /// Counts an event of the thread that has the turn. Returns true if the turn
  /// ends before this event.
  bool countEvent();
  /// Returns the time in microseconds for which threads have slept so far. It
  /// passes only when a thread is chosen that is about to sleep.
  uint64_t now() const { return time; }

  /// The number of events after which a turn ends in the order that the seed 0
  /// gives. The limit matters if a thread waits in a loop until another thread
  /// sets a variable: the other thread gets its turn after that many events.
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

#endif // PINSTRIPE_LIB_EXECUTION_LLDB_THREADSCHEDULE_H
