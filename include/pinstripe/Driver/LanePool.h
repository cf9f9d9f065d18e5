//===- LanePool.h - Several partial executions at once ----------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_DRIVER_LANEPOOL_H
#define PINSTRIPE_DRIVER_LANEPOOL_H

#include "pinstripe/Execution/ExecutionEngine.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <atomic>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

namespace pinstripe {

/// Where partial executions happen, one after the other: an engine, a launch
/// with a working directory of its own, and what puts that directory back.
struct Lane {
  LaunchSpec launch;
  std::function<llvm::Error()> prepareRun; ///< may be null
  std::unique_ptr<ExecutionEngine> engine; ///< the first one to go
};

/// Makes the lane of this number, from 1 up, on the thread that will use it;
/// never two at once.
using LaneFactory = std::function<llvm::Expected<Lane>(unsigned number)>;

/// Tells partial executions apart: a digest of their events.
using RunKey = std::pair<uint64_t, uint64_t>;

struct LaneRun {
  RunKey key;
  EventSet included;
};

struct FinishedRun {
  RunResult result;
  double seconds = 0; ///< with preparation and repetitions
};

/// One run for a test. What others may have spoilt is repeated: an EngineError
/// up to four times, since hours of work should not end with a debugger that
/// was let down; a hang once, since a machine that stands still for seconds
/// looks like one; the end by a signal that others send, until it has come
/// often enough to be the program's own. No repetition once `givenUp` is set.
llvm::Expected<FinishedRun>
executeReliably(llvm::function_ref<llvm::Expected<RunResult>()> run,
                const std::function<llvm::Error()> &prepareRun,
                const std::atomic<bool> *givenUp = nullptr);
/// The same for a partial execution.
llvm::Expected<FinishedRun>
executeReliably(ExecutionEngine &engine, const LaunchSpec &launch,
                const Trace &trace, const EventSet &included,
                const std::function<llvm::Error()> &prepareRun,
                const std::atomic<bool> *givenUp = nullptr);

/// Lanes, each with a thread, that execute what is expected to be asked for.
/// All functions are for one thread, that of the reduction: what is asked for,
/// and in which order, is not for the lanes to decide.
class LanePool {
public:
  /// `trace` must outlive the pool.
  LanePool(const Trace &trace, unsigned lanes, LaneFactory factory);
  ~LanePool();
  LanePool(const LanePool &) = delete;
  LanePool &operator=(const LanePool &) = delete;

  /// Whether there is a lane to run anything: not while the first ones are
  /// being made, nor when none could be.
  bool isReady();
  /// What is likely to be asked for, likely ones first. All that was expected
  /// before and is not any more is dropped, finished or not.
  void expect(std::vector<LaneRun> runs);
  /// What the runs from now on are mostly subsets of.
  void focus(const EventSet &configuration);
  /// The result of a run, at once if it is there. If the run failed while it
  /// was only expected, it is repeated. None once `stop` is set.
  llvm::Expected<std::optional<FinishedRun>>
  take(const LaneRun &run, const std::atomic<bool> *stop);

  /// Ends the runs under way and the lanes; only what follows is left to do.
  void close();
  /// Runs that nobody asked for, so far.
  uint64_t unusedRuns();
  /// Why lanes could not be made; each is told once.
  std::vector<std::string> takeRefusals();

private:
  enum class State : uint8_t { Waiting, Running, Finished, Failed };
  struct Run {
    EventSet included;
    State state = State::Waiting;
    size_t rank = 0; ///< the lowest comes first; 0: it is asked for
    bool isWanted = true;
    FinishedRun finished;
    std::optional<llvm::Error> error;
  };
  struct Worker {
    std::thread thread;
    ExecutionEngine *engine = nullptr; ///< while it runs something
    RunKey key;                        ///< what it runs
    std::chrono::steady_clock::time_point start;
    std::atomic<bool> givenUp = false;
  };

  void work(Worker &worker, unsigned number);
  void serve(Worker &worker, Lane &lane);
  Run *nextRun(RunKey &key);
  void finish(Worker &worker, llvm::Expected<FinishedRun> result);
  void drop(std::map<RunKey, Run>::iterator run);
  void giveUp(Worker &worker);
  void makeRoom();
  bool isClosing();

  const Trace &trace;
  LaneFactory factory;
  std::mutex making; ///< of lanes
  std::mutex mutex;  ///< of all below
  std::condition_variable runsChanged, resultsChanged;
  std::map<RunKey, Run> runs;
  std::shared_ptr<const EventSet> focused; ///< may be null
  std::vector<std::string> refusals;
  size_t lanesReady = 0;
  uint64_t unused = 0, executed = 0;
  double secondsExecuted = 0;
  bool closing = false;
  std::vector<std::unique_ptr<Worker>> workers;
};

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_LANEPOOL_H
