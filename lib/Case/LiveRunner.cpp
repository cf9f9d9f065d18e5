// Makes many runs in live flow, in which the program itself decides what
// happens.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/LiveRunner.h"
#include "pinstripe/Support/Stopwatch.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace pinstripe;
using Clock = std::chrono::steady_clock;

/// If at least this many runs begin in the same way, it saves time to execute
/// their common beginning only once.
static constexpr size_t fewestShared = 4;

LiveRunner::LiveRunner(const RunnableCase &runnable, const LaunchSpec &launch,
                       const LaneOptions &options)
    : RunnableCase(runnable), launch(launch),
      wallLimitSeconds(launch.wallLimitSeconds),
      choice(chooseLanes(runnable, launch, options)) {}

LiveRunner::~LiveRunner() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    closing = true;
  }
  batchChanged.notify_all();
}

llvm::Expected<std::vector<UnlinkedFunction>>
LiveRunner::exchange(std::shared_ptr<const RecompiledCode> code) {
  // No run is being made now. But the threads of the lanes still exist and may
  // read `launch`. So the lock is held while `launch` changes.
  std::lock_guard<std::mutex> lock(mutex);
  launch.recompiled = std::move(code);
  LiveFlowEngine *engine = runner.engine().liveFlow();
  if (!engine)
    return llvm::make_error<EngineError>(
        "this engine can't exchange functions; use --engine native");
  return engine->linkRecompiled(launch);
}

static void copyStart(const LaunchSpec &from, LaunchSpec &to) {
  to.arguments = from.arguments;
  to.standardInput = from.standardInput;
  to.eventLimit = from.eventLimit;
  to.wallLimitSeconds = from.wallLimitSeconds;
  to.processorLimitSeconds = from.processorLimitSeconds;
  to.idleLimitSeconds = from.idleLimitSeconds;
}

void LiveRunner::startLike(const LaunchSpec &other) {
  std::lock_guard<std::mutex> lock(mutex);
  copyStart(other, launch);
}

/// Makes the next runs of a lane (a thread that makes runs) start like the runs
/// of this LiveRunner: copies the arguments, the input and the limits into
/// `ofLane`. Lanes can share a processor, so the limit on wall time is
/// multiplied by `slowdown`.
void LiveRunner::prepareLane(LaunchSpec &ofLane, double slowdown) const {
  ofLane.recompiled = launch.recompiled;
  copyStart(launch, ofLane);
  ofLane.wallLimitSeconds *= slowdown;
}

bool LiveRunner::isOver(const Batch &batch) const {
  return stop.load() || batch.error || deadline.hasPassed();
}

llvm::Error LiveRunner::run(llvm::ArrayRef<LiveRun> runs, const Look &look,
                            llvm::function_ref<void(size_t)> tick) {
  Batch batch;
  batch.runs = runs;
  batch.look = &look;
  batch.order.resize(runs.size());
  std::iota(batch.order.begin(), batch.order.end(), 0);
  llvm::sort(batch.order, [&](size_t a, size_t b) {
    return std::pair(runs[a].start, a) < std::pair(runs[b].start, b);
  });
  if (!pool)
    if (llvm::Error error = runHere(batch, tick))
      return error;
  if (batch.next != batch.order.size() && !isOver(batch))
    runOnLanes(batch, tick);
  if (batch.error)
    return std::move(batch.error->second);
  return llvm::Error::success();
}

/// Tells the engine which beginning the next runs of the batch have in common,
/// so that it can execute this beginning only once. Assumes that all these runs
/// make the same changes in the same order, except for the last change of each
/// run. Then the runs do the same until the earliest of the last changes takes
/// effect. If a run makes other changes, the engine executes it from its start.
void LiveRunner::focus(CaseRunner &runner, const Batch &batch,
                       llvm::ArrayRef<size_t> places) {
  LiveFlowEngine &engine = *runner.engine().liveFlow();
  // If there are only a few runs, it saves no time to execute a common
  // beginning only once. So the engine is told that there is none.
  if (places.size() < fewestShared)
    return engine.focusLive({}, EventIndex{});
  const LiveRun &first = batch.runs[places.front()];
  engine.focusLive(llvm::ArrayRef(first.changes).drop_back(), first.start);
}

llvm::Error LiveRunner::runOne(CaseRunner &runner, const LaunchSpec &itsLaunch,
                               Batch &batch, size_t place) {
  llvm::Expected<FinishedRun> run =
      runner.executeLive(itsLaunch, batch.runs[place].changes, &stop);
  if (run.errorIsA<TimeUpError>()) {
    // The deadline that has ended the run also ends the batch.
    llvm::consumeError(run.takeError());
    return llvm::Error::success();
  }
  if (!run)
    return run.takeError();
  if (stop.load() || deadline.hasPassed())
    // Ctrl-C or the deadline may have ended the run, so its result is not used.
    return llvm::Error::success();
  (*batch.look)(place, run->result);
  ++batch.made;
  return llvm::Error::success();
}

/// Makes runs in the caller's thread until it saves time to use lanes. A lane
/// is another thread with an engine of its own.
llvm::Error LiveRunner::runHere(Batch &batch,
                                llvm::function_ref<void(size_t)> tick) {
  TimedRuns timed(runner, deadline);
  while (batch.next != batch.order.size() && !isOver(batch)) {
    if (choice.payOff(secondsHere, runsHere)) {
      pool = std::make_unique<LanePool>(
          choice, [this](Lane &lane) { return serve(lane); });
      break;
    }
    if (batch.next % chunkSize == 0)
      focus(runner, batch, llvm::ArrayRef(batch.order).drop_front(batch.next));
    Clock::time_point start = Clock::now();
    if (llvm::Error error =
            runOne(runner, launch, batch, batch.order[batch.next++]))
      return error;
    secondsHere += secondsSince(start);
    ++runsHere;
    tick(batch.made);
  }
  return llvm::Error::success();
}

void LiveRunner::runOnLanes(Batch &batch,
                            llvm::function_ref<void(size_t)> tick) {
  std::unique_lock<std::mutex> lock(mutex);
  current = &batch;
  batchChanged.notify_all();
  auto isDone = [&] {
    bool isTaken = batch.next == batch.order.size() || isOver(batch);
    return busy == 0 && pool->pending() == 0 && (isTaken || pool->ready() == 0);
  };
  while (!chunkDone.wait_for(lock, LanePool::lookInterval, isDone)) {
    if (stop.load() || deadline.hasPassed())
      for (ExecutionEngine *engine : engines)
        engine->cancel();
    lock.unlock();
    tick(batch.made);
    lock.lock();
  }
  current = nullptr;
  lock.unlock();
  pool->tellRefusals();
  if (pool->ready() != 0)
    return;
  // No lane could be made for the other threads, or all of them were lost. So
  // the caller's thread makes the runs that are left.
  choice.lanes = 1;
  pool.reset();
  if (llvm::Error error = runHere(batch, tick))
    batch.error.emplace(0, std::move(error));
}

/// Makes some runs of a batch, those of `chunk`, on a lane (a thread with an
/// engine of its own). The caller has locked `lock`, which is unlocked during
/// each run. If the lane is lost, returns the reason. Other lanes then make the
/// remaining runs of `chunk`.
llvm::Error LiveRunner::makeChunk(Lane &lane, Batch &batch,
                                  llvm::ArrayRef<size_t> chunk,
                                  std::unique_lock<std::mutex> &lock) {
  for (size_t i = 0; i != chunk.size() && !isOver(batch); ++i) {
    lock.unlock();
    llvm::Error error = runOne(*lane.runner, lane.launch, batch, chunk[i]);
    lock.lock();
    if (!error)
      continue;
    if (error.isA<LaneLostError>()) {
      llvm::append_range(batch.order, chunk.drop_front(i));
      batchChanged.notify_all();
      return error;
    }
    if (!batch.error)
      batch.error.emplace(chunk[i], std::move(error));
    else
      // If several runs fail, only the first error is reported.
      llvm::consumeError(std::move(error));
  }
  return llvm::Error::success();
}

/// Makes runs on a lane, in the lane's thread, until the LiveRunner is
/// destroyed or the lane can make no more runs.
llvm::Error LiveRunner::serve(Lane &lane) {
  llvm::Error lost = llvm::Error::success();
  std::unique_lock<std::mutex> lock(mutex);
  engines.push_back(&lane.runner->engine());
  double slowdown = lane.launch.wallLimitSeconds / wallLimitSeconds;
  auto hasWork = [&] {
    return current && current->next != current->order.size() &&
           !isOver(*current);
  };
  for (;;) {
    batchChanged.wait(lock, [&] { return closing || hasWork(); });
    if (closing)
      break;
    Batch &batch = *current;
    size_t left = batch.order.size() - batch.next;
    // The fewer runs are left in the batch, the fewer each thread takes at a
    // time. So all threads end at about the same time.
    size_t size = std::clamp<size_t>(left / (2 * choice.lanes), 1, chunkSize);
    llvm::SmallVector<size_t, chunkSize> chunk(
        llvm::ArrayRef(batch.order).slice(batch.next, size));
    batch.next += size;
    ++busy;
    prepareLane(lane.launch, slowdown);
    focus(*lane.runner, batch, chunk);
    lost =
        llvm::joinErrors(std::move(lost), makeChunk(lane, batch, chunk, lock));
    --busy;
    chunkDone.notify_all();
    if (lost)
      break;
  }
  llvm::erase(engines, &lane.runner->engine());
  return lost;
}
