// Lets the threads of a run take turns.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Stops/ThreadTurns.h"
#include "pinstripe/Containment/Sandbox.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <cerrno>

using namespace pinstripe;

/// The processor time, in nanoseconds, for which a thread may run in code of
/// libraries before its turn ends. It is not wall time: on a busy machine a
/// thread gets little processor time, and the order of threads must not depend
/// on that.
static constexpr uint64_t longestRun = 500000000;
/// Limits the processor time, in nanoseconds, that is counted between two
/// ticks, at which the tool looks at the running thread. While a virtual
/// machine is stopped, the kernel inside wrongly counts the time as spent by
/// this thread.
static constexpr uint64_t maxTimePerTick = 100000000;
/// If all threads wait for something outside of the program, the metronome (the
/// thread that wakes up the tool) is ended after this many ticks. They take
/// about a second, or longer on a busy machine. From then on the process does
/// nothing, and the limit on the time that a process may sleep applies. The
/// order of threads does not depend on the moment at which the metronome ends:
/// nobody goes on before something from outside wakes a thread, and the first
/// thread that comes to a hook gets the turn.
static constexpr unsigned maxIdleTicks = 25;

// Seats

ThreadTurns::Seat *ThreadTurns::find(uint64_t id) {
  auto found =
      llvm::find_if(seats, [&](const Seat &each) { return each.id == id; });
  return found == seats.end() ? nullptr : &*found;
}

/// Adds a Seat for each new thread, and removes the seats of threads that have
/// ended. A seat holds what is known about one thread.
void ThreadTurns::update() {
  countProgress();
  std::vector<uint64_t> ids = process.threads();
  // The threads are in order of creation, so a new thread is the last in the
  // list. If the number of threads and the last thread are unchanged, the list
  // is unchanged.
  if (ids.size() == seats.size() && !ids.empty() &&
      ids.back() == seats.back().id)
    return;
  seats.remove_if(
      [&](const Seat &each) { return !llvm::is_contained(ids, each.id); });
  for (uint64_t id : ids) {
    if (find(id))
      continue;
    Seat seat;
    seat.id = id;
    seat.number = nextNumber++;
    seats.push_back(std::move(seat));
    handler.noteStart(id, current);
  }
  if (!find(metronome))
    metronome = 0;
}

/// Counts what the thread that has the turn has done without the help of the
/// tool since it last passed a hook.
void ThreadTurns::countProgress() {
  TurnProgress progress = process.takeProgress([&](const PassedHook &passed) {
    if (innerEnding)
      return;
    if (!passed.point) {
      handler.arriveAtExitFunction(passed.sp, current);
      return;
    }
    Arrival arrival;
    arrival.thread = current;
    arrival.sp = passed.sp;
    arrival.fp = passed.fp;
    Decision decision = handler.arrive(*passed.point, arrival);
    if (decision.kind == Decision::Kind::Stop)
      innerEnding = std::move(decision.ending);
  });
  if (countsInside)
    schedule.countEvents(progress.arrivals);
  Seat *seat = find(current);
  if (!seat || !progress.hasMoved)
    return;
  seat->time = 0;
  seat->interruptions = 0;
}

std::optional<TurnLimits> ThreadTurns::limitsOf(uint64_t thread) {
  bool isAlone = seats.size() == 1;
  if (hasFailed || thread != current || turnIsOver)
    return std::nullopt;
  TurnLimits limits;
  limits.arrivals = handler.eventsLeft();
  countsInside = !isAlone;
  if (isAlone)
    return limits;
  limits.arrivals =
      std::min(schedule.eventsInTurn(), limits.arrivals.value_or(UINT64_MAX));
  for (const Seat &each : seats) {
    if (each.isNew)
      return std::nullopt;
    if (each.id == thread)
      continue;
    if (!each.isSuspended && each.id != metronome)
      return std::nullopt;
    if (each.nextEvent &&
        (!limits.nextOfOthers || *each.nextEvent < *limits.nextOfOthers))
      limits.nextOfOthers = each.nextEvent;
  }
  return limits;
}

/// Prepares for a stop of the thread `id`, and returns its seat, which holds
/// what is known about the thread. Returns null if the program has only this
/// thread: a single thread needs no turns.
ThreadTurns::Seat *ThreadTurns::arriving(uint64_t id) {
  update();
  Seat *seat = find(id);
  if (!seat || id == metronome) {
    // The metronome, the thread that wakes up from time to time, executes code
    // of the program only if a signal has come to it.
    hasFailed = true;
    return find(id);
  }
  seat->state = Seat::State::Running;
  seat->time = 0;
  seat->interruptions = 0;
  seat->wait = KernelWait();
  seat->isFree = false;
  seat->isTraced = true;
  endOutside(*seat);
  if (current == 0)
    current = id;
  if (seats.size() > 1)
    return seat;
  if (current != id)
    schedule.give(seat->number);
  current = id;
  seat->isNew = false;
  return nullptr;
}

bool ThreadTurns::mayPass(uint64_t thread, const HookPoint &hook,
                          uint64_t address) {
  Seat *seat = arriving(thread);
  if (!seat)
    return !hasFailed;
  bool hasTurn = seat->id == current;
  turnIsOver |= hasTurn && hook.entry && schedule.countEvent();
  seat->nextEvent = handler.nextEvent(seat->id);
  if (hasTurn)
    seat->isNew = false;
  bool isOver = turnIsOver || (hook.entry && !isNext(*seat));
  bool othersAreNew =
      llvm::any_of(seats, [](const Seat &each) { return each.isNew; });
  if (hasTurn && !isOver && !othersAreNew)
    return !hasFailed;
  if (!hook.isFunctionEntry)
    seat->isNew = false;
  keepsTurn |= hasTurn && !isOver;
  seat->state = Seat::State::Held;
  seat->hook = address;
  suspend(*seat, true);
  return false;
}

bool ThreadTurns::mayPause(uint64_t thread, uint64_t microseconds) {
  Seat *seat = arriving(thread);
  if (!seat)
    return true;
  seat->isNew = false;
  seat->state = Seat::State::Pausing;
  seat->nextEvent = handler.nextEvent(seat->id);
  seat->wakeTime = schedule.now() + microseconds;
  seat->yields = microseconds == 0;
  suspend(*seat, true);
  return false;
}

bool ThreadTurns::mayLeave(uint64_t thread) {
  Seat *seat = arriving(thread);
  if (!seat || seat->number != 0)
    return true;
  seat->isNew = false;
  seat->state = Seat::State::Leaving;
  seat->nextEvent.reset();
  suspend(*seat, true);
  return false;
}

void ThreadTurns::tick(uint64_t thread) {
  update();
  if (thread != metronome)
    return;
  period = std::min(2 * period, longestPeriod);
  for (Seat &each : seats)
    if (!each.isSuspended && each.id != metronome)
      countTime(each);
  if (!process.continueMetronome(period))
    hasFailed = true;
}

/// Returns the time until the deadline of a wait by the program's clock, in
/// microseconds.
uint64_t ThreadTurns::timeLeft(const Seat &seat) const {
  return programTimeLeft(process.id(), *seat.wait.deadline).value_or(0);
}

/// Finds out whether a thread that is not suspended executes code or waits, and
/// which recorded event it executes next.
void ThreadTurns::look(Seat &seat) {
  if (seat.isSuspended || seat.id == metronome)
    return;
  seat.wait = waitOf(seat.id, process, seat.wait);
  seat.state = seat.wait.kind == KernelWait::Kind::None ? Seat::State::Running
                                                        : Seat::State::Waiting;
  if (seat.wait.deadline)
    seat.wakeTime = schedule.now() + timeLeft(seat);
  seat.nextEvent = handler.nextEvent(seat.id);
}

/// Counts the processor time that a thread has used since the last tick, at
/// which the tool last looked at it.
void ThreadTurns::countTime(Seat &seat) {
  std::optional<uint64_t> time = firstNumberIn("schedstat", seat.id, process);
  if (time && seat.timeAtTick)
    seat.time += std::min(*time - *seat.timeAtTick, maxTimePerTick);
  seat.timeAtTick = time;
}

/// Returns whether a thread that is not suspended has run for so long in code
/// of libraries that its turn must end. Perhaps it waits for another thread in
/// a loop, as pthread_spin_lock does.
bool ThreadTurns::runsForLong(const Seat &seat) {
  // A thread that has just come to a hook (an address at which the engine takes
  // control) keeps its turn, because the hook is handled next.
  return seat.time > longestRun && !isOutside &&
         !process.isAtBreakpoint(seat.id);
}

/// Ends the turn of a thread that has run for long without coming to a hook. If
/// the thread loses its turn in this way twice, it probably waits for something
/// that happens later in the recorded run, or never. So from then on, other
/// threads need not wait for the next recorded event of this thread.
void ThreadTurns::interrupt(Seat &seat) {
  turnIsOver = true;
  if (++seat.interruptions > 1)
    seat.nextEvent.reset();
}

/// Returns true if a thread can go on now. A thread that waits can go on when
/// its wait is over. A thread that is to end can go on only when it is the last
/// one. Any other thread can always go on.
bool ThreadTurns::mayGoOn(const Seat &seat) {
  switch (seat.state) {
  case Seat::State::Waiting:
    return seat.wait.isOver(process.memory());
  case Seat::State::Leaving:
    return seats.size() == 1;
  default:
    return true;
  }
}

/// Returns false if, in the recorded run, another thread goes on first.
bool ThreadTurns::isNext(const Seat &seat) {
  return !seat.nextEvent || llvm::none_of(seats, [&](const Seat &each) {
    return (each.isSuspended || each.id == metronome) && each.nextEvent &&
           *each.nextEvent < *seat.nextEvent && mayGoOn(each);
  });
}

// Turns

TurnStep ThreadTurns::advance() {
  TurnStep failed{TurnStep::Kind::Failed};
  if (hasFailed)
    return failed;
  bool someoneRuns = false;
  for (Seat &each : seats) {
    look(each);
    if (each.state != Seat::State::Running || each.isSuspended || each.isFree)
      continue;
    if (!runsForLong(each))
      someoneRuns = true;
    else if (each.isTraced)
      interrupt(each);
    else
      each.isFree = true;
  }
  TurnStep step;
  if (!someoneRuns)
    step = chooseNext();
  return hasFailed || !keepTicking() ? failed : step;
}

/// Called when no thread runs. Chooses a thread and lets it go on.
TurnStep ThreadTurns::chooseNext() {
  for (Seat &each : seats) {
    bool isHeld = each.state == Seat::State::Held;
    if (each.isNew && isHeld)
      return release(each);
    each.isNew = false;
  }
  // Each new thread has now come to its first hook, or waits. So it is known
  // which thread the recorded run lets go on next.
  if (Seat *seat = find(current); keepsTurn && seat && isNext(*seat)) {
    keepsTurn = false;
    return release(*seat);
  }
  keepsTurn = false;
  std::vector<ThreadCandidate> candidates;
  for (const Seat &each : seats) {
    bool isBlocked = !mayGoOn(each);
    if ((isBlocked && !each.wait.deadline) || each.isFree)
      continue;
    bool pauses = each.state == Seat::State::Pausing;
    candidates.push_back({each.number, pauses || isBlocked ? each.wakeTime : 0,
                          pauses && each.yields,
                          turnIsOver ? std::nullopt : each.nextEvent});
  }
  turnIsOver = false;
  if (candidates.empty())
    return releaseOutside();
  uint64_t chosen = schedule.choose(candidates);
  Seat &seat = *llvm::find_if(
      seats, [&](const Seat &each) { return each.number == chosen; });
  current = seat.id;
  bool isTimedOut = !mayGoOn(seat);
  TurnStep step = release(seat);
  if (isTimedOut)
    endWait(seat);
  return step;
}

/// Lets one thread go on, and suspends all others.
TurnStep ThreadTurns::release(Seat &seat) {
  isOutside = false;
  idleTicks = 0;
  if (seat.id == metronome && !endMetronome())
    hasFailed = true;
  for (Seat &each : seats)
    suspend(each, each.id != seat.id && each.id != metronome && !each.isFree);
  bool isAtHook = seat.state == Seat::State::Held;
  seat.state = Seat::State::Running;
  seat.timeAtTick.reset();
  seat.time = 0;
  period = shortestPeriod;
  if (!isAtHook)
    return {};
  return {TurnStep::Kind::Pass, seat.id, seat.hook};
}

/// Makes the system call in which a thread waits return, as if its time limit
/// were over, and sets the program's clock to that time.
void ThreadTurns::endWait(const Seat &seat) {
  constexpr uint64_t syscallSize = 2;
  passTime(process.id(), timeLeft(seat));
  llvm::Error error =
      process.writeRegister(seat.id, RAX, static_cast<uint64_t>(-ETIMEDOUT));
  if (!error)
    error = process.goTo(seat.id, seat.wait.address + syscallSize);
  hasFailed |= static_cast<bool>(error);
  llvm::consumeError(std::move(error));
}

/// Called when all threads of the program wait. Lets those threads go on that a
/// file, a time or a signal may wake.
TurnStep ThreadTurns::releaseOutside() {
  auto mayBeWoken = [](const Seat &each) {
    return each.isFree || each.wait.kind == KernelWait::Kind::Outside;
  };
  if (llvm::none_of(seats, mayBeWoken))
    return {TurnStep::Kind::Deadlock};
  isOutside = true;
  bool isIdle = ++idleTicks > maxIdleTicks;
  Seat *old = find(metronome);
  if (old && (isIdle || mayBeWoken(*old)) && !endMetronome())
    hasFailed = true;
  for (Seat &each : seats)
    suspend(each, !isIdle && !mayBeWoken(each) && each.id != metronome);
  return {};
}

/// Called when a file, a time or a signal has woken the thread `woken`, and the
/// thread has come to a hook. Suspends all other threads.
void ThreadTurns::endOutside(const Seat &woken) {
  if (!isOutside)
    return;
  isOutside = false;
  for (Seat &each : seats) {
    if (each.id == woken.id || each.id == metronome || each.isFree)
      continue;
    look(each);
    suspend(each, true);
  }
  hasFailed |= !keepTicking();
}

void ThreadTurns::suspend(Seat &seat, bool isToBeSuspended) {
  if (seat.isSuspended == isToBeSuspended)
    return;
  seat.isSuspended = isToBeSuspended;
  process.suspend(seat.id, isToBeSuspended);
}

// The metronome

/// If some thread is suspended and there is no metronome, makes one: chooses a
/// suspended thread that wakes up the tool from time to time. A thread that was
/// suspended in the midst of its code is chosen only if there is no other
/// suspended thread.
bool ThreadTurns::keepTicking() {
  if (metronome != 0)
    return true;
  Seat *chosen = nullptr;
  for (Seat &each : seats) {
    if (!each.isSuspended)
      continue;
    if (each.state != Seat::State::Running)
      return makeMetronome(each);
    // A thread that was suspended in its code may have come to a breakpoint
    // that was not handled yet. It has to stay there, so it can't be the
    // metronome.
    if (!process.isAtBreakpoint(each.id))
      chosen = &each;
  }
  return !chosen || makeMetronome(*chosen);
}

bool ThreadTurns::makeMetronome(Seat &seat) {
  InterruptedCall call{seat.wait.address, seat.wait.call};
  if (!process.beginMetronome(seat.id, call.instruction == 0 ? nullptr : &call,
                              period))
    return false;
  metronome = seat.id;
  suspend(seat, false);
  return true;
}

/// Makes the metronome, the thread that wakes up the tool, a normal thread
/// again: suspends it, and restores the registers that it had before. Returns
/// false if that fails.
bool ThreadTurns::endMetronome() {
  Seat &seat = *find(metronome);
  metronome = 0;
  suspend(seat, true);
  return process.endMetronome();
}
