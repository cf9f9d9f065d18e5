// Makes several runs of a case at once, in threads with engines of their own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_LANEPOOL_H
#define PINSTRIPE_CASE_LANEPOOL_H

#include "pinstripe/Case/CaseRunner.h"
#include <chrono>
#include <limits>
#include <memory>
#include <mutex>
#include <thread>

namespace pinstripe {

/// A lane is a thread that makes one run after the other. It has its own engine
/// and working directory.
struct Lane {
  std::unique_ptr<CaseRunner> runner;
  /// Says how this lane starts its runs.
  LaunchSpec launch;
};

/// Reports that a lane (a thread that makes runs) can make no more runs,
/// although other lanes can still make them. For example, the other machine on
/// which its engine works may have been switched off.
struct LaneLostError : MessageError<LaneLostError> {
  using MessageError::MessageError;
};

/// A function that makes a lane (a thread that makes runs). It is called in
/// that thread. The numbers of the lanes begin at 1. Two lanes of this process
/// are never made at the same time.
using LaneFactory = std::function<llvm::Expected<Lane>(unsigned number)>;

/// Says how many runs may be made at once, and how the lanes (the threads that
/// make them) are created.
struct LaneChoice {
  unsigned lanes = 1;
  /// The number of lanes whose engines are in this process. These lanes have
  /// the lowest numbers, and are made one at a time. The engines of all other
  /// lanes are in other processes, and are made at the same time.
  unsigned lanesHere = std::numeric_limits<unsigned>::max();
  /// True if the lanes are made at the start. False if they are made as soon as
  /// they are likely to save time.
  bool atOnce = false;
  /// A function that makes a lane. It is null if `lanes` is 1, since the caller
  /// itself makes the runs then.
  LaneFactory factory;
  /// A flag that ends the wait for the runs of other threads. May be null.
  const std::atomic<bool> *stop = nullptr;
  /// A function that is called with the reason if a lane could not be made. May
  /// be null.
  std::function<void(llvm::StringRef)> refused;
  /// A function that makes `factory` return soon in all threads, because no
  /// more lanes are needed. May be null.
  std::function<void()> abandon;

  /// Returns true if it will save time to make lanes (threads that make runs).
  /// So far, a single thread has made `runs` runs in `seconds` seconds.
  bool payOff(double seconds, size_t runs) const;
};

/// A pool of threads, one for each lane. Each thread calls `serve` with the
/// engine and the working directory of its lane. `serve` returns a
/// LaneLostError if the lane can make no more runs. The functions of this class
/// must be called by the thread that owns the pool.
class LanePool {
public:
  /// The interval at which a waiting thread looks for an interrupt, or tries
  /// again to cancel a run. An attempt to cancel a run has no effect if the run
  /// has not begun yet.
  static constexpr std::chrono::milliseconds lookInterval{10};

  using Serve = std::function<llvm::Error(Lane &)>;

  /// Makes the threads. Each thread calls `serve` once for its lane. `close`
  /// waits until `serve` has returned in all threads. So before the owner of
  /// the pool calls `close`, it must make `serve` return.
  LanePool(const LaneChoice &choice, Serve serve);
  ~LanePool() { close(); }
  LanePool(const LanePool &) = delete;
  LanePool &operator=(const LanePool &) = delete;

  /// Waits for the end of all threads. No further lanes are made.
  void close();
  /// Returns the number of lanes (threads that make runs) that were made so far
  /// and are not lost.
  unsigned ready() const { return made; }
  /// Returns the number of lanes (threads that make runs) that are still to be
  /// made.
  unsigned pending() const { return unmade; }
  /// Looks for lanes that could not be made, or were lost, since the last call.
  /// For each of them, calls `LaneChoice::refused` with the reason. Returns the
  /// number of these lanes.
  unsigned tellRefusals();

private:
  void work(unsigned number);
  std::optional<Lane> make(unsigned number);
  void refuse(llvm::Error reason);

  LaneFactory factory;
  std::function<void(llvm::StringRef)> refused;
  std::function<void()> abandon;
  Serve serve;
  unsigned lanesHere;
  /// A mutex that is locked while an engine of this process is being made for a
  /// lane.
  std::mutex making;
  std::mutex mutex; ///< A mutex that protects `refusals`.
  std::vector<std::string> refusals;
  std::atomic<unsigned> made = 0, unmade = 0;
  std::atomic<bool> closing = false;
  std::vector<std::thread> threads;
};

} // namespace pinstripe

#endif // PINSTRIPE_CASE_LANEPOOL_H
