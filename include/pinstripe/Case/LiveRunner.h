// Makes many runs in live flow, in which the program itself decides what
// happens.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_LIVERUNNER_H
#define PINSTRIPE_CASE_LIVERUNNER_H

#include "pinstripe/Case/Lanes.h"
#include <condition_variable>

namespace pinstripe {

/// A run to be made in live flow. The program itself decides where control
/// goes, apart from `changes`.
struct LiveRun {
  std::vector<LiveChange> changes;
  /// The event at which the last of `changes` takes effect. Up to this event,
  /// the run does the same as a run without the last change. If the last change
  /// is a mutation (LiveChange::Kind::Mutate), control must not enter the
  /// mutated function before this event.
  EventIndex start{};
};

/// Makes many runs in live flow, several at once. Live flow lets the program
/// itself decide where control goes, except for some changes. The runs are not
/// made in the order in which the caller lists them, but in one that saves
/// time. All functions must be called by one thread.
class LiveRunner : RunnableCase {
public:
  /// A function that is called with the index and the result of a finished run.
  /// Several threads may call it at the same time. It is called only once for
  /// each index.
  using Look = std::function<void(size_t, const RunResult &)>;

  /// Makes a LiveRunner. `runnable` must outlive it. `launch` must name the
  /// sandbox and the working directory of the runner in `runnable`.
  LiveRunner(const RunnableCase &runnable, const LaunchSpec &launch,
             const LaneOptions &options);
  ~LiveRunner();
  LiveRunner(const LiveRunner &) = delete;
  LiveRunner &operator=(const LiveRunner &) = delete;

  /// Links the recompiled functions in `code`. Afterwards, changes can put
  /// these functions in place of functions of the program; see
  /// LiveChange::Kind::Mutate. Returns the functions that can't be linked.
  /// Returns an EngineError if the engine can't exchange functions.
  llvm::Expected<std::vector<UnlinkedFunction>>
  exchange(std::shared_ptr<const RecompiledCode> code);

  /// Makes all further runs start with the arguments, the input and the limits
  /// of `other`.
  void startLike(const LaunchSpec &other);

  /// Makes the runs of `batch`, and passes each result to `look`. Returns when
  /// all runs are made. Returns earlier if `stop` is set or the deadline has
  /// passed. Now and then calls `tick` with the number of runs made so far.
  llvm::Error run(llvm::ArrayRef<LiveRun> batch, const Look &look,
                  llvm::function_ref<void(size_t)> tick);

private:
  /// The largest number of runs that one thread takes from a Batch at a time.
  static constexpr size_t chunkSize = 32;

  struct Batch {
    llvm::ArrayRef<LiveRun> runs;
    const Look *look = nullptr;
    /// The runs in the order in which they are made, as indices into `runs`.
    /// They are sorted by the event at which the last change of the run takes
    /// effect. If a lane (a thread that makes runs) is lost, the runs that it
    /// has taken but not made are listed once more at the end.
    std::vector<size_t> order;
    /// The run that a thread will take next, as an index into `order`.
    size_t next = 0;
    std::atomic<size_t> made = 0;
    /// The index and the error of the first run that has failed.
    std::optional<std::pair<size_t, llvm::Error>> error;
  };
  bool isOver(const Batch &batch) const;
  static void focus(CaseRunner &runner, const Batch &batch,
                    llvm::ArrayRef<size_t> places);
  llvm::Error runHere(Batch &batch, llvm::function_ref<void(size_t)> tick);
  void runOnLanes(Batch &batch, llvm::function_ref<void(size_t)> tick);
  llvm::Error runOne(CaseRunner &runner, const LaunchSpec &itsLaunch,
                     Batch &batch, size_t place);
  llvm::Error serve(Lane &lane);
  llvm::Error makeChunk(Lane &lane, Batch &batch, llvm::ArrayRef<size_t> chunk,
                        std::unique_lock<std::mutex> &lock);

  void prepareLane(LaunchSpec &ofLane, double slowdown) const;

  LaunchSpec launch;
  /// The limit on wall time that `launch` had at first. The limit of a lane (a
  /// thread that makes runs), divided by this value, tells how much more time a
  /// run on the lane gets.
  double wallLimitSeconds;
  LaneChoice choice;
  double secondsHere = 0;
  size_t runsHere = 0;
  /// A mutex that protects all members that follow, except for `pool`.
  std::mutex mutex;
  std::condition_variable batchChanged, chunkDone;
  Batch *current = nullptr;
  size_t busy = 0; ///< How many threads are making runs.
  bool closing = false;
  /// The engines of all threads, so that their runs can be cancelled.
  std::vector<ExecutionEngine *> engines;
  /// The threads that make runs; null as long as more threads would not save
  /// time.
  std::unique_ptr<LanePool> pool;
};

} // namespace pinstripe

#endif // PINSTRIPE_CASE_LIVERUNNER_H
