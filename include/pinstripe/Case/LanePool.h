// Lanes, which make several runs of a case at once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_LANEPOOL_H
#define PINSTRIPE_CASE_LANEPOOL_H

#include "pinstripe/Case/CaseRunner.h"
#include <chrono>
#include <memory>
#include <mutex>
#include <thread>

namespace pinstripe {

/// Makes runs one after the other on a thread of its own, with its own engine
/// and its own place.
struct Lane {
  std::unique_ptr<CaseRunner> runner;
  LaunchSpec launch; ///< The launch of this lane's partial executions.
};

/// Makes the lane with this number, from 1 up, on the thread that will use it.
/// Two lanes are never made at the same time.
using LaneFactory = std::function<llvm::Expected<Lane>(unsigned number)>;

/// The number of runs that may be under way at once, and how to make lanes.
struct LaneChoice {
  unsigned lanes = 1;
  /// True if the lanes are to be opened immediately, and not only when they pay
  /// off.
  bool atOnce = false;
  /// Makes a lane; null if there is only one lane.
  LaneFactory factory;
  /// A flag that ends waiting for lanes when it becomes true; may be null.
  const std::atomic<bool> *stop = nullptr;
  /// Is called with the reason if a lane could not be made; may be null.
  std::function<void(llvm::StringRef)> refused;

  /// Returns true if lanes should be opened after `runs` runs on one thread
  /// that took `seconds` together.
  bool payOff(double seconds, size_t runs) const;
};

/// Threads with one lane each. The owner's function `serve` says what a lane
/// does; all other functions must be called on the owner's thread.
class LanePool {
public:
  /// Interval at which a waiting thread looks for an interrupt and repeats its
  /// attempt to cancel a run, since the first one may have come too early.
  static constexpr std::chrono::milliseconds lookInterval{10};

  /// `serve` is called once for each lane, on the lane's thread. It must return
  /// after the owner has decided to call `close`.
  LanePool(const LaneChoice &choice, std::function<void(Lane &)> serve);
  ~LanePool() { close(); }
  LanePool(const LanePool &) = delete;
  LanePool &operator=(const LanePool &) = delete;

  /// Waits for all threads. Lanes that are not made yet are not made any more.
  void close();
  /// Returns the number of lanes that were made so far.
  unsigned ready() const { return made; }
  /// Returns the number of lanes that are still to be made.
  unsigned pending() const { return unmade; }
  /// Calls `LaneChoice::refused` once for each new reason why a lane could not
  /// be made. Returns the number of new reasons.
  unsigned tellRefusals();

private:
  void work(unsigned number);

  LaneFactory factory;
  std::function<void(llvm::StringRef)> refused;
  std::function<void(Lane &)> serve;
  std::mutex making; ///< Held while a lane is made.
  std::mutex mutex;  ///< Guards `refusals`.
  std::vector<std::string> refusals;
  std::atomic<unsigned> made = 0, unmade = 0;
  std::atomic<bool> closing = false;
  std::vector<std::thread> threads;
};

} // namespace pinstripe

#endif // PINSTRIPE_CASE_LANEPOOL_H
