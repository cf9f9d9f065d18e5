//===- LiveRunner.h - Many runs in live flow --------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_DRIVER_LIVERUNNER_H
#define PINSTRIPE_LIB_DRIVER_LIVERUNNER_H

#include "pinstripe/Driver/Lanes.h"

namespace pinstripe {

/// A run to be made.
struct LiveRun {
  std::vector<LiveChange> changes;
  /// Up to that event it is the run with all changes but the last.
  EventIndex start{};
};

/// Makes runs in live flow, several at once, in an order that suits the engine.
/// All functions are for one thread.
class LiveRunner {
public:
  /// Is given the place of a run in its batch, and what the run showed; by
  /// several threads at once, but for each place once.
  using Look = std::function<void(size_t, const RunResult &)>;

  /// What it is given must outlive it.
  LiveRunner(RecordedCase &recorded, const LaunchSpec &launch,
             const LaneOptions &options, const std::atomic<bool> &stop);
  ~LiveRunner();
  LiveRunner(const LiveRunner &) = delete;
  LiveRunner &operator=(const LiveRunner &) = delete;

  /// Returns when all runs have been looked at, or earlier: once `stop` is set
  /// or the time is up. `tick` is called now and then, and told how many were.
  llvm::Error run(llvm::ArrayRef<LiveRun> batch, const Look &look,
                  std::optional<std::chrono::steady_clock::time_point> deadline,
                  llvm::function_ref<void(size_t)> tick);
  unsigned lanes() const { return std::max<size_t>(1, workers.size()); }

private:
  /// Runs that one lane makes one after the other.
  static constexpr size_t chunkSize = 32;

  struct Batch {
    llvm::ArrayRef<LiveRun> runs;
    const Look *look = nullptr;
    std::optional<std::chrono::steady_clock::time_point> deadline;
    std::vector<size_t> order; ///< the runs, by where they leave the known run
    size_t next = 0;           ///< into the order: not taken yet
    std::atomic<size_t> made = 0;
    /// Of the first run that failed.
    std::optional<std::pair<size_t, llvm::Error>> error;
  };
  struct Worker {
    std::thread thread;
    ExecutionEngine *engine = nullptr; ///< once it has one
  };

  bool isOver(const Batch &batch) const;
  static void focus(ExecutionEngine &engine, const Batch &batch,
                    llvm::ArrayRef<size_t> places);
  llvm::Error runHere(Batch &batch, llvm::function_ref<void(size_t)> tick);
  void runElsewhere(Batch &batch, llvm::function_ref<void(size_t)> tick);
  llvm::Error runOne(ExecutionEngine &engine, const LaunchSpec &itsLaunch,
                     const std::function<llvm::Error()> &prepareRun,
                     Batch &batch, size_t place);
  bool lanesPayOff() const;
  void openLanes();
  void work(Worker &worker, unsigned number);
  void serve(const Lane &lane);

  RecordedCase &recorded;
  const LaunchSpec &launch;
  LaneChoice choice;
  const std::atomic<bool> &stop;
  double secondsHere = 0;
  std::vector<std::unique_ptr<Worker>> workers; ///< none: no lanes yet
  std::mutex making;                            ///< of lanes
  std::mutex mutex;                             ///< of all below
  std::condition_variable batchChanged, chunkDone;
  Batch *current = nullptr;
  size_t busy = 0;      ///< lanes at work, or being made
  size_t lanesMade = 0; ///< and able to work
  bool closing = false;
  std::vector<std::string> refusals;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_LIVERUNNER_H
