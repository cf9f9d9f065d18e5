// Executes on lanes the runs that a reduction is likely to ask for.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_EXPECTEDRUNS_H
#define PINSTRIPE_CASE_EXPECTEDRUNS_H

#include "pinstripe/Case/LanePool.h"
#include <condition_variable>
#include <map>

namespace pinstripe {

/// Identifies a partial execution by a 128-bit hash of its events.
using RunKey = std::pair<uint64_t, uint64_t>;

struct LaneRun {
  RunKey key;
  EventSet included; ///< The events to be executed.
};

/// Lanes that execute the runs that a reduction is expected to ask for. All
/// functions must be called on the thread of the reduction: lanes must not
/// decide what is asked for, or in which order.
class ExpectedRuns {
public:
  /// `trace` must outlive the object.
  ExpectedRuns(const Trace &trace, const LaneChoice &choice);
  ~ExpectedRuns();
  ExpectedRuns(const ExpectedRuns &) = delete;
  ExpectedRuns &operator=(const ExpectedRuns &) = delete;

  /// Returns true if a lane can execute runs. That is false while the first
  /// lanes are being made, and if none could be made.
  bool isReady() const { return pool->ready() != 0; }
  /// Sets the runs that are likely to be asked for, the likeliest first. Runs
  /// of the previous call that are not among them are dropped, finished or not.
  void expect(std::vector<LaneRun> runs);
  /// Announces that the next runs are mostly subsets of `configuration`.
  void focus(const EventSet &configuration);
  /// Returns the result of a run, at once if the run is finished. If the run
  /// failed before anybody asked for it, it is repeated. Returns nullopt once
  /// `stop` is set.
  llvm::Expected<std::optional<FinishedRun>>
  take(const LaneRun &run, const std::atomic<bool> *stop);

  /// Ends the runs that are under way, and the lanes. Only `unusedRuns` and
  /// `tellRefusals` may be called after that.
  void close();
  /// Returns the number of runs so far that nobody asked for.
  uint64_t unusedRuns();
  /// Tells why lanes could not be made, by LanePool::tellRefusals.
  unsigned tellRefusals() { return pool->tellRefusals(); }

private:
  enum class State : uint8_t { Waiting, Running, Finished, Failed };
  struct Run {
    EventSet included;
    State state = State::Waiting;
    size_t rank = 0; ///< Low ranks run first; 0 if the caller waits.
    bool isWanted = true;
    FinishedRun finished;
    std::optional<llvm::Error> error;
  };
  /// A lane's thread, and the run that it executes.
  struct Worker {
    ExecutionEngine &engine;
    bool isRunning = false;
    RunKey key = {}; ///< The key of the run that is under way.
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
  std::mutex mutex; ///< Guards all members below except the pool.
  std::condition_variable runsChanged, resultsChanged;
  std::map<RunKey, Run> runs;
  /// The set that `focus` was called with; null before the first call.
  std::shared_ptr<const EventSet> focused;
  uint64_t unused = 0, executed = 0;
  double secondsExecuted = 0;
  bool closing = false;
  std::vector<Worker *> workers; ///< Each worker is on the stack of its thread.
  std::unique_ptr<LanePool> pool;
};

} // namespace pinstripe

#endif // PINSTRIPE_CASE_EXPECTEDRUNS_H
