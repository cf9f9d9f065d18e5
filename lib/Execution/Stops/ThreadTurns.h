// Lets the threads of a run take turns.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only one thread at a time runs; all others are suspended. When the thread
// that runs waits in the kernel, or ends, nothing stops the process. So one of
// the suspended threads is the metronome: from time to time the process stops
// on its behalf (see HookedProcess::beginMetronome). Such a stop is called a
// tick. At a tick the tool looks at what the thread that has the turn is doing.

#ifndef PINSTRIPE_LIB_EXECUTION_STOPS_THREADTURNS_H
#define PINSTRIPE_LIB_EXECUTION_STOPS_THREADTURNS_H

#include "Flow/HookHandler.h"
#include "Stops/KernelWait.h"
#include "Stops/ThreadSchedule.h"
#include "pinstripe/Execution/HookedProcess.h"
#include <list>

namespace pinstripe {

/// Says how a run with threads goes on after a stop.
struct TurnStep {
  enum class Kind : uint8_t {
    GoOn, ///< The process goes on.
    /// The thread `thread`, which was held at the hook `hook`, may go on now.
    Pass,
    /// No thread can ever go on: each waits for another one.
    Deadlock,
    /// The metronome (the thread that wakes up the tool) does not work, so the
    /// threads can't take turns.
    Failed,
  };
  Kind kind = Kind::GoOn;
  uint64_t thread = 0;
  /// The table address of a hook, at which the engine takes control: the
  /// address in the module's file plus a constant for each module (see
  /// UnitTable).
  uint64_t hook = 0;
};

/// Lets the threads of one run take turns. All threads must be stopped when a
/// function is called.
class ThreadTurns {
public:
  ThreadTurns(HookedProcess &process, HookHandler &handler, uint64_t seed)
      : process(process), handler(handler), schedule(seed) {}

  /// Returns whether `thread`, which has arrived at the hook `hook`, may go on
  /// from there. If it may not, it is held, and the caller has to call
  /// `advance`. `address` is the table address of the hook: the address in the
  /// module's file plus a constant for each module (see UnitTable).
  bool mayPass(uint64_t thread, const HookPoint &hook, uint64_t address);
  /// Returns whether `thread` may go on. The thread is about to sleep for
  /// `microseconds`, or to yield if `microseconds` is 0. If it may not go on,
  /// it is held, and the caller has to call `advance`.
  bool mayPause(uint64_t thread, uint64_t microseconds);
  /// Returns whether `thread`, which has called pthread_exit, may go on. The
  /// first thread of the program is held until all others have ended: LLDB
  /// would wait for ever for a first thread that ends before others. If the
  /// thread is held, the caller has to call `advance`.
  bool mayLeave(uint64_t thread);
  /// Says that the time of `thread`, the metronome, is over. The caller then
  /// has to call `advance`.
  void tick(uint64_t thread);
  /// Decides after a stop how the run goes on: which threads may run, and which
  /// are suspended.
  TurnStep advance();
  /// Returns up to where `thread`, which passes a hook now, may pass further
  /// hooks without a call of `mayPass`; nullopt if it may not pass any.
  std::optional<TurnLimits> limitsOf(uint64_t thread);
  /// Lets the handler see all hooks that threads have passed without a call of
  /// `mayPass`. Called at the end of the run, too.
  void countProgress();
  /// Returns the ending if the handler has ended the run at such a hook;
  /// nullopt otherwise.
  const std::optional<Ending> &ending() const { return innerEnding; }
  /// Returns the number of threads that the run has had so far.
  uint64_t threads() const { return nextNumber; }

private:
  /// The shortest and the longest time, in microseconds, between two ticks. At
  /// a tick, the tool stops the process and looks at the running thread. The
  /// time is short at first, and is doubled at each tick. So a turn takes at
  /// most twice as long as the thread needs, and a long turn is hardly
  /// disturbed.
  static constexpr uint64_t shortestPeriod = 200, longestPeriod = 50000;

  /// Holds what is known about one thread of the program.
  struct Seat {
    enum class State : uint8_t {
      Running, ///< The thread executes code, or sleeps in the kernel.
      Held,    ///< The thread is held at the breakpoint `hook`.
      /// The thread is about to sleep until `wakeTime`, or to yield, but is
      /// held.
      Pausing,
      Waiting, ///< The thread waits in the kernel; `wait` says for what.
      /// The thread is to end, but is held until all others have ended.
      Leaving,
    };
    uint64_t id = 0;     ///< The id of the thread in the HookedProcess.
    uint64_t number = 0; ///< The number of the thread in order of creation.
    State state = State::Running;
    bool isSuspended = false;
    /// True from the start of the thread until it has entered its first traced
    /// function, or waits.
    bool isNew = true;
    /// True if the thread has come to a hook, an address at which the engine
    /// takes control.
    bool isTraced = false;
    /// True if the thread has run for long without waiting, and has never come
    /// to a hook. Such a thread takes no turns: it runs all the time, beside
    /// the thread that has the turn.
    bool isFree = false;
    /// The thread's processor time at the last tick, at which the tool last
    /// looked at the thread; nullopt if there was no tick since the thread was
    /// last released.
    std::optional<uint64_t> timeAtTick;
    /// The processor time, in nanoseconds, for which the thread has run since
    /// it was last released, or has last come to a hook.
    uint64_t time = 0;
    /// The number of times that the thread has lost its turn because it ran for
    /// too long without coming to a hook. Set to 0 whenever the thread comes to
    /// a hook.
    unsigned interruptions = 0;
    uint64_t hook = 0;
    /// The time at which a pause of the thread, or the time limit of its wait,
    /// is over. See ThreadSchedule::now.
    uint64_t wakeTime = 0;
    /// True if the thread pauses only to let other threads run, not to sleep.
    bool yields = false;
    /// The event of the recorded run that the thread executes next, see
    /// HookHandler::nextEvent. Known while the thread does not run.
    std::optional<EventIndex> nextEvent;
    KernelWait wait;
  };

  Seat *find(uint64_t id);
  Seat *arriving(uint64_t thread);
  void update();
  void look(Seat &seat);
  void countTime(Seat &seat);
  bool runsForLong(const Seat &seat);
  void interrupt(Seat &seat);
  void suspend(Seat &seat, bool isToBeSuspended);
  bool mayGoOn(const Seat &seat);
  bool isNext(const Seat &seat);
  TurnStep release(Seat &seat);
  uint64_t timeLeft(const Seat &seat) const;
  void endWait(const Seat &seat);
  TurnStep releaseOutside();
  void endOutside(const Seat &woken);
  bool keepTicking();
  bool makeMetronome(Seat &seat);
  bool endMetronome();
  TurnStep chooseNext();

  HookedProcess &process;
  HookHandler &handler;
  ThreadSchedule schedule;
  /// What is known about each thread that has not ended, in order of creation.
  /// The first thread is added when it arrives at the first hook.
  std::list<Seat> seats;
  uint64_t nextNumber = 0;
  uint64_t current = 0; ///< The thread that has the turn; 0 at first.
  /// True if the thread that has the turn is held only until new threads have
  /// come to their first hook. It then keeps the turn, unless the recorded run
  /// says that another thread comes first.
  bool keepsTurn = false;
  /// True if a turn has ended because it was too long. Then the recorded run
  /// does not decide who gets the next turn: perhaps the thread that it would
  /// choose waits in a loop for another thread.
  bool turnIsOver = false;
  /// The id of the metronome, the thread that wakes up the tool; 0 if there is
  /// none.
  uint64_t metronome = 0;
  /// True while all threads of the program wait, and a file, a time or a signal
  /// may wake some of them. All these threads may then run at the same time.
  bool isOutside = false;
  /// How many ticks have passed while all threads wait for something outside of
  /// the program. At a tick, the tool looks at the threads.
  unsigned idleTicks = 0;
  /// The time in microseconds after which the metronome next wakes up the tool.
  uint64_t period = shortestPeriod;
  bool hasFailed = false;
  /// True if the hooks that the thread with the turn passes by itself count in
  /// its turn.
  bool countsInside = false;
  std::optional<Ending> innerEnding;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_STOPS_THREADTURNS_H
