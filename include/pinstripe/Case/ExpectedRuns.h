// Makes runs that a reduction will probably need, in advance and in parallel.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_EXPECTEDRUNS_H
#define PINSTRIPE_CASE_EXPECTEDRUNS_H

#include "pinstripe/Case/LanePool.h"
#include <condition_variable>
#include <functional>
#include <map>

namespace pinstripe {

/// Identifies a partial execution by a 128-bit hash of the executed events.
/// Runs of the same events with different poisons have different keys.
using RunKey = std::pair<uint64_t, uint64_t>;

struct LaneRun {
  RunKey key;
  EventSet included; ///< The events that the run executes.
  /// The poison of the run, a pattern that is written into uninitialised
  /// memory; nullopt for the poison that Lane::launch sets.
  std::optional<Poison> poison = std::nullopt;
};

/// Makes runs before a reduction asks for them, on several lanes. A lane is a
/// thread with an engine of its own. All functions must be called by the thread
/// of the reduction. So the lanes have no influence on what the reduction asks
/// for, or in which order.
class ExpectedRuns {
public:
  /// The runs execute parts of `trace`, which must outlive this object.
  ExpectedRuns(const Trace &trace, const LaneChoice &choice);
  ~ExpectedRuns();
  ExpectedRuns(const ExpectedRuns &) = delete;
  ExpectedRuns &operator=(const ExpectedRuns &) = delete;

  /// Returns true if at least one lane is ready for runs. Returns false while
  /// the first lanes are being made, or if none could be made.
  bool isReady() const { return pool->ready() != 0; }
  /// Sets the runs that the reduction will probably ask for, the likeliest
  /// first. Drops all runs of earlier calls that are not in `runs`, even
  /// finished ones.
  void expect(std::vector<LaneRun> runs);
  /// Tells all engines that most of the next runs will execute subsets of
  /// `configuration`. An engine may then execute only once what these runs have
  /// in common.
  void focus(const EventSet &configuration);
  /// Waits until a run has ended, and returns its result. If the run failed
  /// before anybody asked for its result, repeats the run. If a lane is lost
  /// during the run, repeats the run on another lane. Returns nullopt when
  /// `stop` is set. Returns a TimeUpError if the run has not ended at the
  /// moment `deadline`, and a LaneLostError if no lane is left.
  ///
  /// During the wait, calls `fewLeft` when further runs have ended and lanes
  /// may soon have nothing to do. `fewLeft` should then call `expect` with more
  /// runs. It may be empty.
  llvm::Expected<std::optional<FinishedRun>>
  take(const LaneRun &run, const std::atomic<bool> *stop,
       const Deadline &deadline = {},
       const std::function<void()> &fewLeft = {});
  /// Begins runs that the reduction will ask for next. They are made before all
  /// other runs. They are kept until `take` or `release` is called for them,
  /// even if a call of `expect` does not list them.
  void begin(llvm::ArrayRef<LaneRun> runs);
  /// Drops those of `runs` whose results were not taken: the reduction does not
  /// ask for them any more.
  void release(llvm::ArrayRef<LaneRun> runs);
  /// Returns true if a lane has begun the run and its result is not taken yet.
  bool isBegun(const RunKey &key);
  /// Returns the result of a run that has ended and is not taken yet; null if
  /// there is none. The result is valid until the next call of `expect` or
  /// `take`.
  const RunResult *resultOf(const RunKey &key);

  /// Ends all lanes and the runs that they are making. Afterwards only
  /// `unusedRuns` and `tellRefusals` may be called.
  void close();
  /// Returns how many runs were begun and then dropped, because nobody asked
  /// for their results.
  uint64_t unusedRuns();
  /// Tells the user why lanes could not be made, or were lost, since the last
  /// call. Returns the number of these lanes.
  unsigned tellRefusals() { return pool->tellRefusals(); }

private:
  enum class State : uint8_t { Waiting, Running, Finished, Failed };
  struct Run {
    EventSet included;
    std::optional<Poison> poison;
    State state = State::Waiting;
    /// Says when the run is made: runs with a low rank are made first. The rank
    /// is 0 if the reduction is waiting for the run.
    size_t rank = 0;
    bool isWanted = true;
    /// True if the run must not be dropped: after `begin` was called for it,
    /// and while `take` waits for it.
    bool isAwaited = false;
    FinishedRun finished;
    std::optional<llvm::Error> error;
  };
  /// A thread that makes runs with the engine of one lane.
  struct Worker {
    ExecutionEngine &engine;
    bool isRunning = false;
    RunKey key = {}; ///< identifies the run that this thread is making
    std::chrono::steady_clock::time_point start = {};
    std::atomic<bool> givenUp = false;
  };

  llvm::Error serve(Lane &lane);
  std::map<RunKey, Run>::iterator await(const LaneRun &planned);
  Run *nextRun(RunKey &key);
  void finish(Worker &worker, llvm::Expected<FinishedRun> result);
  void putBack(Worker &worker);
  void drop(std::map<RunKey, Run>::iterator run);
  void giveUp(Worker &worker);
  void makeRoom();
  bool areFewLeft() const;

  const Trace &trace;
  /// A mutex that protects all members that follow, except for `pool`.
  std::mutex mutex;
  std::condition_variable runsChanged, resultsChanged;
  std::map<RunKey, Run> runs;
  /// The set of events that was passed to `focus` last. Most of the next runs
  /// will execute subsets of this set. It is null before the first call of
  /// `focus`.
  std::shared_ptr<const EventSet> focused;
  uint64_t unused = 0, executed = 0;
  /// How many runs had ended with a result (see `executed`) when `fewLeft` was
  /// called last.
  uint64_t executedBefore = 0;
  double secondsExecuted = 0;
  bool closing = false;
  /// The threads of all lanes, each with the run that it is making. Each Worker
  /// is a local variable of its thread.
  std::vector<Worker *> workers;
  std::unique_ptr<LanePool> pool;
};

} // namespace pinstripe

#endif // PINSTRIPE_CASE_EXPECTEDRUNS_H
