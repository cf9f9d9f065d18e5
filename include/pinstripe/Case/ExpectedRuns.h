// Executes on lanes what a reduction is likely to ask for.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_EXPECTEDRUNS_H
#define PINSTRIPE_CASE_EXPECTEDRUNS_H

#include "pinstripe/Case/LanePool.h"
#include <condition_variable>
#include <map>

namespace pinstripe {

/// Identifies a partial execution by a hash of its events.
using RunKey = std::pair<uint64_t, uint64_t>;

struct LaneRun {
  RunKey key;
  EventSet included; ///< The events to be executed.
};

/// Lanes that execute the runs that a reduction is expected to ask for. All
/// functions are for the thread of the reduction: lanes must not decide what is
/// asked for, or in which order.
class ExpectedRuns {
public:
  /// `trace` must outlive the object.
  ExpectedRuns(const Trace &trace, const LaneChoice &choice);
  ~ExpectedRuns();
  ExpectedRuns(const ExpectedRuns &) = delete;
  ExpectedRuns &operator=(const ExpectedRuns &) = delete;

  /// Returns true if a lane can run anything. That is false while the first
  /// lanes are being made, and if none could be made.
  bool isReady() const { return pool->ready() != 0; }
  /// Sets the runs that are likely to be asked for, likely ones first. All runs
  /// that were expected before and are not any more are dropped, finished or
  /// not.
  void expect(std::vector<LaneRun> runs);
  /// Announces that the runs from now on are mostly subsets of this.
  void focus(const EventSet &configuration);
  /// Returns the result of a run, at once if the run is finished. Repeats a run
  /// that failed while it was only expected. Returns none once `stop` is set.
  llvm::Expected<std::optional<FinishedRun>>
  take(const LaneRun &run, const std::atomic<bool> *stop);

  /// Ends the runs under way and the lanes. Only `unusedRuns` and
  /// `tellRefusals` may be called after that.
  void close();
  /// The number of runs so far that nobody asked for.
  uint64_t unusedRuns();
  /// See LanePool::tellRefusals.
  unsigned tellRefusals() { return pool->tellRefusals(); }

private:
  enum class State : uint8_t { Waiting, Running, Finished, Failed };
  struct Run {
    EventSet included;
    State state = State::Waiting;
    size_t rank = 0; ///< The lowest comes first; 0 if the caller waits for it.
    bool isWanted = true;
    FinishedRun finished;
    std::optional<llvm::Error> error;
  };
  /// What a lane is doing.
  struct Worker {
    ExecutionEngine &engine;
    bool isRunning = false;
    RunKey key = {}; ///< The run that is under way.
    std::chrono::steady_clock::time_point start = {};
    std::atomic<bool> givenUp = false;
  };

  void serve(Lane &lane);
  Run *nextRun(RunKey &key);
  void finish(Worker &worker, llvm::Expected<FinishedRun> result);
  void drop(std::map<RunKey, Run>::iterator run);
  void giveUp(Worker &worker);
  void makeRoom();

  const Trace &trace;
  std::mutex mutex; ///< Guards all members below but the pool.
  std::condition_variable runsChanged, resultsChanged;
  std::map<RunKey, Run> runs;
  std::shared_ptr<const EventSet> focused; ///< May be null.
  uint64_t unused = 0, executed = 0;
  double secondsExecuted = 0;
  bool closing = false;
  std::vector<Worker *> workers; ///< They live on the stacks of their threads.
  std::unique_ptr<LanePool> pool;
};

} // namespace pinstripe

#endif // PINSTRIPE_CASE_EXPECTEDRUNS_H
