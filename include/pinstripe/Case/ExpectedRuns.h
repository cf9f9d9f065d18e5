// Makes runs that a reduction will probably need, in advance and in parallel.
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
  EventSet included; ///< The events that the run executes.
};

/// Makes runs before a reduction asks for them, on several threads with engines
/// of their own. All functions must be called by the thread of the reduction,
/// so that the other threads do not influence what is asked for, or in which
/// order.
class ExpectedRuns {
public:
  /// `trace`, which the runs execute in part, must outlive this object.
  ExpectedRuns(const Trace &trace, const LaneChoice &choice);
  ~ExpectedRuns();
  ExpectedRuns(const ExpectedRuns &) = delete;
  ExpectedRuns &operator=(const ExpectedRuns &) = delete;

  /// Returns true if there is a lane (a thread with an engine) that can make
  /// runs. Returns false while the first lanes are being made, and if none
  /// could be made.
  bool isReady() const { return pool->ready() != 0; }
  /// Sets the runs that the reduction will probably ask for, the likeliest
  /// first. Drops all runs of earlier calls, finished or not, that are not in
  /// `runs`.
  void expect(std::vector<LaneRun> runs);
  /// Tells all engines that most of the next runs will execute subsets of
  /// `configuration`. An engine may then execute only once what these runs have
  /// in common.
  void focus(const EventSet &configuration);
  /// Returns the result of a run, and waits for its end if need be. If the run
  /// failed before anybody asked for its result, the run is repeated. Returns
  /// nullopt once `stop` is set.
  llvm::Expected<std::optional<FinishedRun>>
  take(const LaneRun &run, const std::atomic<bool> *stop);

  /// Ends the runs that are being made, and the lanes (threads with engines).
  /// Afterwards only `unusedRuns` and `tellRefusals` may be called.
  void close();
  /// Returns how many runs were begun so far and then dropped, because nobody
  /// asked for their results.
  uint64_t unusedRuns();
  /// Tells the user why lanes (threads with engines) could not be made. Returns
  /// how many lanes could not be made since the last call.
  unsigned tellRefusals() { return pool->tellRefusals(); }

private:
  enum class State : uint8_t { Waiting, Running, Finished, Failed };
  struct Run {
    EventSet included;
    State state = State::Waiting;
    /// The priority of the run: runs with a low rank are made first. The rank
    /// is 0 if the reduction is waiting for the run.
    size_t rank = 0;
    bool isWanted = true;
    FinishedRun finished;
    std::optional<llvm::Error> error;
  };
  /// The thread of a lane (a thread with an engine), and the run that it is
  /// making.
  struct Worker {
    ExecutionEngine &engine;
    bool isRunning = false;
    RunKey key = {}; ///< identifies the run that this thread is making
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
  /// A mutex that protects all members below except for `pool`.
  std::mutex mutex;
  std::condition_variable runsChanged, resultsChanged;
  std::map<RunKey, Run> runs;
  /// The set of events that was last passed to `focus`; null before the first
  /// call of `focus`. The next runs will probably execute subsets of this set.
  std::shared_ptr<const EventSet> focused;
  uint64_t unused = 0, executed = 0;
  double secondsExecuted = 0;
  bool closing = false;
  /// The threads of all lanes, each with the run that it is making. Each Worker
  /// is a local variable of its thread.
  std::vector<Worker *> workers;
  std::unique_ptr<LanePool> pool;
};

} // namespace pinstripe

#endif // PINSTRIPE_CASE_EXPECTEDRUNS_H
