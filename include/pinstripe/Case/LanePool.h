// Lanes: several runs of a case at once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_LANEPOOL_H
#define PINSTRIPE_CASE_LANEPOOL_H

#include "pinstripe/Case/CaseRunner.h"
#include <chrono>
#include <memory>
#include <mutex>
#include <thread>

namespace pinstripe {

/// Makes runs one after the other on a thread of its own, with an engine and a
/// place of its own.
struct Lane {
  std::unique_ptr<CaseRunner> runner;
  LaunchSpec launch; ///< For partial executions of this lane.
};

/// Makes the lane with this number, from 1 up, on the thread that will use it.
/// Two lanes are never made at the same time.
using LaneFactory = std::function<llvm::Expected<Lane>(unsigned number)>;

/// How many runs may be under way at once.
struct LaneChoice {
  unsigned lanes = 1;
  /// True if the lanes are to be opened at once, and not only when they pay
  /// off.
  bool atOnce = false;
  /// Makes the lanes; null if there is only one lane.
  LaneFactory factory;
  /// Ends waiting for lanes when it becomes true; may be null.
  const std::atomic<bool> *stop = nullptr;
  /// Gets the reason if a lane could not be made; may be null.
  std::function<void(llvm::StringRef)> refused;

  /// Returns true if lanes should be opened after so many runs that took so
  /// long.
  bool payOff(double seconds, size_t runs) const;
};

/// Threads, each with a lane. What a lane does is said by the owner's `serve`;
/// all other functions are for the owner's thread.
class LanePool {
public:
  /// How often a wait looks for an interrupt, and cancels a run again: the
  /// first attempt to cancel may have come too early.
  static constexpr std::chrono::milliseconds lookInterval{10};

  /// `serve` uses a lane on the lane's thread. It must return after the owner
  /// has decided to call `close`.
  LanePool(const LaneChoice &choice, std::function<void(Lane &)> serve);
  ~LanePool() { close(); }
  LanePool(const LanePool &) = delete;
  LanePool &operator=(const LanePool &) = delete;

  /// Waits for all threads. Makes no lane that is not made yet.
  void close();
  /// The number of lanes that could be made so far.
  unsigned ready() const { return made; }
  /// The number of lanes that are still to be made.
  unsigned pending() const { return unmade; }
  /// Tells `LaneChoice::refused` each reason once, and returns how many new
  /// reasons there were.
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
