// Makes runs that a reduction will probably need, in advance and in parallel.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/ExpectedRuns.h"
#include "pinstripe/Case/Environment.h"
#include "pinstripe/Support/Stopwatch.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;
using Clock = std::chrono::steady_clock;

ExpectedRuns::ExpectedRuns(const Trace &trace, const LaneChoice &choice)
    : trace(trace) {
  pool = std::make_unique<LanePool>(choice,
                                    [this](Lane &lane) { return serve(lane); });
}

ExpectedRuns::~ExpectedRuns() { close(); }

void ExpectedRuns::close() {
  {
    std::unique_lock<std::mutex> lock(mutex);
    closing = true;
    runsChanged.notify_all();
    auto isIdle = [&] {
      return llvm::none_of(workers,
                           [](const Worker *each) { return each->isRunning; });
    };
    while (!resultsChanged.wait_for(lock, LanePool::lookInterval, isIdle))
      for (Worker *worker : workers)
        giveUp(*worker);
  }
  pool->close();
  while (!runs.empty())
    drop(runs.begin());
}

/// Makes runs with the engine of a lane, which is a thread with an engine of
/// its own. Called in that thread. Returns when all lanes are closed, or when
/// this lane can make no more runs.
llvm::Error ExpectedRuns::serve(Lane &lane) {
  llvm::Error lost = llvm::Error::success();
  Worker worker{lane.runner->engine()};
  std::shared_ptr<const EventSet> focus;
  std::unique_lock<std::mutex> lock(mutex);
  workers.push_back(&worker);
  for (;;) {
    Run *run = nullptr;
    runsChanged.wait(lock, [&] {
      return closing || (run = nextRun(worker.key)) != nullptr;
    });
    if (closing)
      break;
    run->state = State::Running;
    EventSet included = run->included;
    std::optional<LaunchSpec> poisoned;
    if (run->poison)
      poisoned = withPoison(lane.launch, *run->poison);
    bool isFocusNew = focus != focused;
    focus = focused;
    worker.givenUp = false;
    worker.start = Clock::now();
    worker.isRunning = true;
    lock.unlock();
    if (isFocusNew)
      worker.engine.focus(*focus);
    llvm::Expected<FinishedRun> result = lane.runner->execute(
        poisoned ? *poisoned : lane.launch, trace, included, &worker.givenUp);
    lock.lock();
    worker.isRunning = false;
    bool isLost = result.errorIsA<LaneLostError>();
    if (isLost) {
      putBack(worker);
      lost = llvm::joinErrors(std::move(lost), result.takeError());
    } else {
      finish(worker, std::move(result));
    }
    resultsChanged.notify_all();
    if (isLost)
      break;
  }
  llvm::erase(workers, &worker);
  return lost;
}

void ExpectedRuns::focus(const EventSet &configuration) {
  auto copy = std::make_shared<const EventSet>(configuration);
  std::lock_guard<std::mutex> lock(mutex);
  focused = std::move(copy);
}

ExpectedRuns::Run *ExpectedRuns::nextRun(RunKey &key) {
  Run *next = nullptr;
  for (auto &[each, run] : runs) {
    if (run.state != State::Waiting || (next && next->rank <= run.rank))
      continue;
    next = &run;
    key = each;
  }
  return next;
}

void ExpectedRuns::finish(Worker &worker, llvm::Expected<FinishedRun> result) {
  auto place = runs.find(worker.key);
  Run &run = place->second;
  if (worker.givenUp.load()) {
    // The run was cancelled, so neither its result nor its error counts.
    llvm::consumeError(result.takeError());
    putBack(worker);
    ++unused;
    return;
  }
  if (result) {
    run.state = State::Finished;
    run.finished = std::move(*result);
    ++executed;
    secondsExecuted += run.finished.seconds;
  } else {
    run.state = State::Failed;
    run.error = result.takeError();
  }
  // A finished run is kept until the next call of `expect`, even if its result
  // is no longer wanted: the reduction may guess from it how similar runs will
  // end. A failed run that is not wanted is dropped.
  if (!run.isWanted && run.state == State::Failed)
    drop(place);
}

/// Called if a run has ended without a result. If the result is still wanted,
/// the run is made again as soon as a lane (a thread that makes runs) is free.
void ExpectedRuns::putBack(Worker &worker) {
  auto place = runs.find(worker.key);
  place->second.state = State::Waiting;
  if (!place->second.isWanted)
    runs.erase(place);
  else
    runsChanged.notify_one();
}

/// Removes a run from `runs`. The run must not be under way.
void ExpectedRuns::drop(std::map<RunKey, Run>::iterator run) {
  if (run->second.state != State::Waiting)
    ++unused;
  if (run->second.error)
    // Nobody has asked for the result of this run, so its error is dropped.
    llvm::consumeError(std::move(*run->second.error));
  runs.erase(run);
}

/// Tells the engine of a worker (a thread that makes runs) to cancel its run.
/// Has no effect if the run has not begun yet. So callers must repeat the call
/// until the run has ended.
void ExpectedRuns::giveUp(Worker &worker) {
  if (!worker.isRunning)
    return;
  worker.givenUp = true;
  worker.engine.cancel();
}

/// Cancels a run that is no longer wanted, so that its thread becomes free for
/// a run that the caller is waiting for. Chooses the unwanted run that has
/// taken the longest. Does nothing if even this run has taken less time than
/// the average run, since it may end soon.
void ExpectedRuns::makeRoom() {
  Worker *longest = nullptr;
  for (Worker *worker : workers)
    if (worker->isRunning && !runs.at(worker->key).isWanted &&
        (!longest || worker->start < longest->start))
      longest = worker;
  double usual = executed == 0 ? 0 : secondsExecuted / executed;
  if (longest && secondsSince(longest->start) > usual)
    giveUp(*longest);
}

void ExpectedRuns::expect(std::vector<LaneRun> planned) {
  std::lock_guard<std::mutex> lock(mutex);
  for (auto &[key, run] : runs)
    run.isWanted = run.isAwaited;
  for (size_t rank = 0; rank < planned.size(); ++rank) {
    auto [place, isNew] = runs.try_emplace(planned[rank].key);
    Run &run = place->second;
    if (isNew) {
      run.included = std::move(planned[rank].included);
      run.poison = planned[rank].poison;
    } else if (run.isWanted) {
      // The run keeps its rank, which says when it is made: either the
      // reduction is waiting for this run, or an earlier entry of `planned`
      // names the same run.
      continue;
    }
    run.isWanted = true;
    run.rank = rank + 1;
  }
  for (auto run = runs.begin(); run != runs.end();) {
    auto each = run++;
    if (!each->second.isWanted && each->second.state != State::Running)
      drop(each);
  }
  runsChanged.notify_all();
}

/// Returns the entry in `runs` of a run that the reduction waits for. Adds the
/// entry if it is missing.
std::map<RunKey, ExpectedRuns::Run>::iterator
ExpectedRuns::await(const LaneRun &planned) {
  auto [place, isNew] = runs.try_emplace(planned.key);
  Run &run = place->second;
  if (isNew) {
    run.included = planned.included;
    run.poison = planned.poison;
  }
  run.isWanted = run.isAwaited = true;
  run.rank = 0;
  return place;
}

void ExpectedRuns::begin(llvm::ArrayRef<LaneRun> planned) {
  std::lock_guard<std::mutex> lock(mutex);
  for (const LaneRun &each : planned)
    await(each);
  runsChanged.notify_all();
}

void ExpectedRuns::release(llvm::ArrayRef<LaneRun> planned) {
  std::lock_guard<std::mutex> lock(mutex);
  for (const LaneRun &each : planned) {
    auto place = runs.find(each.key);
    if (place == runs.end())
      continue;
    place->second.isWanted = place->second.isAwaited = false;
    if (place->second.state != State::Running)
      drop(place);
  }
}

bool ExpectedRuns::isBegun(const RunKey &key) {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = runs.find(key);
  return found != runs.end() && (found->second.state == State::Running ||
                                 found->second.state == State::Finished);
}

const RunResult *ExpectedRuns::resultOf(const RunKey &key) {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = runs.find(key);
  bool hasEnded = found != runs.end() && found->second.state == State::Finished;
  return hasEnded ? &found->second.finished.result : nullptr;
}

/// Returns true if it is time to call the caller's function `fewLeft`: fewer
/// runs are waiting than there are threads that make runs, and at least one run
/// has ended since the last such call.
bool ExpectedRuns::areFewLeft() const {
  if (executed == executedBefore)
    return false;
  size_t waiting = llvm::count_if(runs, [](const auto &each) {
    return each.second.state == State::Waiting;
  });
  return waiting < workers.size();
}

llvm::Expected<std::optional<FinishedRun>>
ExpectedRuns::take(const LaneRun &planned, const std::atomic<bool> *stop,
                   const Deadline &deadline,
                   const std::function<void()> &fewLeft) {
  std::unique_lock<std::mutex> lock(mutex);
  auto place = await(planned);
  Run &run = place->second;
  if (run.state == State::Failed) {
    // The run was made in advance and has failed. Now that it is needed, it is
    // made again.
    llvm::consumeError(std::move(*run.error));
    run.error.reset();
    run.state = State::Waiting;
  }
  if (run.state == State::Waiting)
    runsChanged.notify_one();
  auto isOver = [&] {
    return run.state == State::Finished || run.state == State::Failed;
  };
  auto isChanged = [&] { return isOver() || (fewLeft && areFewLeft()); };
  for (;;) {
    bool isInTime =
        resultsChanged.wait_for(lock, LanePool::lookInterval, isChanged);
    if (isOver())
      break;
    if (stop && stop->load()) {
      run.isAwaited = false;
      return std::nullopt;
    }
    if (deadline.hasPassed()) {
      run.isAwaited = false;
      return llvm::make_error<TimeUpError>();
    }
    if (isInTime) {
      executedBefore = executed;
      lock.unlock();
      fewLeft();
      lock.lock();
      run.rank = 0;
      continue;
    }
    if (run.state != State::Waiting)
      continue;
    if (pool->ready() == 0 && pool->pending() == 0)
      return llvm::make_error<LaneLostError>("no lane is left for runs");
    makeRoom();
  }
  Run taken = std::move(run);
  runs.erase(place);
  if (taken.state == State::Failed)
    return std::move(*taken.error);
  return std::move(taken.finished);
}

uint64_t ExpectedRuns::unusedRuns() {
  std::lock_guard<std::mutex> lock(mutex);
  return unused;
}
