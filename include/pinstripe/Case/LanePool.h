// Makes several runs of a case at once, on lanes (threads with engines).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_LANEPOOL_H
#define PINSTRIPE_CASE_LANEPOOL_H

#include "pinstripe/Case/CaseRunner.h"
#include <chrono>
#include <memory>
#include <mutex>
#include <thread>

namespace pinstripe {

/// A lane makes runs, one after the other, in a thread of its own, with an
/// engine and a working directory of its own.
struct Lane {
  std::unique_ptr<CaseRunner> runner;
  /// How runs on this lane (a thread with an engine) are started.
  LaunchSpec launch;
};

/// A function that makes the lane with the given number (from 1 on), in the
/// thread that will use the lane. Two lanes are never made at the same time.
using LaneFactory = std::function<llvm::Expected<Lane>(unsigned number)>;

/// Says how many runs are made at once at most, and how the lanes for them are
/// made. A lane is a thread with an engine of its own.
struct LaneChoice {
  unsigned lanes = 1;
  /// True if the lanes (threads with engines) are made at the start, even if
  /// they may not save time.
  bool atOnce = false;
  /// A function that makes a lane, that is, a worker for parallel runs. Null if
  /// `lanes` is 1, since the caller itself is the first worker.
  LaneFactory factory;
  /// A flag that ends the wait for runs on lanes (threads with engines) when it
  /// becomes true. May be null.
  const std::atomic<bool> *stop = nullptr;
  /// A function that receives the reason if a lane (a thread with an engine)
  /// could not be made. May be null.
  std::function<void(llvm::StringRef)> refused;

  /// Returns true if making lanes (threads with engines) will save time, given
  /// that a single thread has made `runs` runs in `seconds` seconds altogether.
  bool payOff(double seconds, size_t runs) const;
};

/// A pool of threads, each of which has an engine and a working directory of
/// its own: its lane. The function `serve` says what a lane does. All other
/// functions must be called by the thread that owns the pool.
class LanePool {
public:
  /// The interval at which a waiting thread looks for an interrupt, or tries
  /// again to cancel a run. It must try again because an attempt has no effect
  /// if the run has not begun yet.
  static constexpr std::chrono::milliseconds lookInterval{10};

  /// Makes the threads. Each thread calls `serve` once for its lane. When the
  /// owner of the pool is about to call `close`, it must make `serve` return in
  /// all threads, since `close` waits for them.
  LanePool(const LaneChoice &choice, std::function<void(Lane &)> serve);
  ~LanePool() { close(); }
  LanePool(const LanePool &) = delete;
  LanePool &operator=(const LanePool &) = delete;

  /// Waits for the end of all threads. No further lanes are made.
  void close();
  /// Returns the number of lanes (threads with engines) that were made so far.
  unsigned ready() const { return made; }
  /// Returns the number of lanes (threads with engines) that are still to be
  /// made.
  unsigned pending() const { return unmade; }
  /// Tells the user about each lane that could not be made since the last call,
  /// by calling `LaneChoice::refused` with the reason. A lane is a thread with
  /// an engine. Returns the number of these lanes.
  unsigned tellRefusals();

private:
  void work(unsigned number);

  LaneFactory factory;
  std::function<void(llvm::StringRef)> refused;
  std::function<void(Lane &)> serve;
  /// A mutex that is locked while a lane (a thread with an engine) is being
  /// made.
  std::mutex making;
  std::mutex mutex; ///< A mutex that protects `refusals`.
  std::vector<std::string> refusals;
  std::atomic<unsigned> made = 0, unmade = 0;
  std::atomic<bool> closing = false;
  std::vector<std::thread> threads;
};

} // namespace pinstripe

#endif // PINSTRIPE_CASE_LANEPOOL_H
