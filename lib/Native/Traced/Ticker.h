// Stops a thread of a traced program after a time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tool waits for the program by waitpid, which knows no time limit. So
// another thread of the tool looks at the clock.

#ifndef PINSTRIPE_LIB_NATIVE_TRACED_TICKER_H
#define PINSTRIPE_LIB_NATIVE_TRACED_TICKER_H

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <set>
#include <sys/types.h>
#include <thread>

namespace pinstripe {

/// Sends SIGSTOP to a thread of a program when a given time has come. All
/// functions are called by the thread that traces the program.
class Ticker {
public:
  using Clock = std::chrono::steady_clock;

  Ticker() : worker([this] { run(); }) {}
  ~Ticker();
  Ticker(const Ticker &) = delete;
  Ticker &operator=(const Ticker &) = delete;

  /// Sets the time; nullopt means that no time is set.
  void set(std::optional<Clock::time_point> time);
  /// Waits until the time has come. A time must be set.
  void sleep();
  /// From now on, the thread `thread` of the process `process` runs, and is to
  /// be stopped when the time has come. Returns false if the time has come
  /// already.
  bool watch(pid_t process, pid_t thread);
  /// From now on, no thread is to be stopped.
  void unwatch();
  /// Returns whether this object has sent a SIGSTOP to the thread that was not
  /// taken before.
  bool take(pid_t thread);

private:
  void run();

  std::mutex mutex;
  std::condition_variable changed;
  std::optional<Clock::time_point> due;
  pid_t process = 0, thread = 0; ///< The watched thread; 0 if there is none.
  std::set<pid_t> sent;          ///< The threads to which a SIGSTOP was sent.
  bool isFinished = false;
  /// The thread uses all other members. So it is declared last: members are
  /// made in order of declaration, and the thread starts when it is made.
  std::thread worker;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_TRACED_TICKER_H
