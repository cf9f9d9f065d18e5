//===- LanePool.cpp - Several partial executions at once ------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Driver/LanePool.h"
#include "Disturbances.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Stopwatch.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;
using Clock = std::chrono::steady_clock;

/// How often a wait looks for an interrupt, and a run that is given up is told
/// so: it may have been too early the first time.
static constexpr std::chrono::milliseconds lookInterval(10);

llvm::Expected<FinishedRun> pinstripe::executeReliably(
    llvm::function_ref<llvm::Expected<RunResult>()> runOnce,
    const std::function<llvm::Error()> &prepareRun,
    const std::atomic<bool> *givenUp) {
  auto execute = [&]() -> llvm::Expected<RunResult> {
    if (prepareRun)
      if (llvm::Error error = prepareRun())
        return error;
    return runOnce();
  };
  auto isGivenUp = [&] { return givenUp && givenUp->load(); };
  Clock::time_point start = Clock::now();
  FailureCount failures;
  RepeatedRun runs;
  for (;;) {
    llvm::Expected<RunResult> run = execute();
    if (run && (isGivenUp() || runs.isConvincing(*run)))
      return FinishedRun{std::move(*run), secondsSince(start)};
    if (run)
      continue;
    bool mayRepeat =
        run.errorIsA<EngineError>() && !isGivenUp() && failures.mayRepeat();
    if (!mayRepeat)
      return run.takeError();
    llvm::consumeError(run.takeError()); // the last one counts
  }
}

llvm::Expected<FinishedRun>
pinstripe::executeReliably(ExecutionEngine &engine, const LaunchSpec &launch,
                           const Trace &trace, const EventSet &included,
                           const std::function<llvm::Error()> &prepareRun,
                           const std::atomic<bool> *givenUp) {
  return executeReliably(
      [&] { return engine.execute(launch, trace, included); }, prepareRun,
      givenUp);
}

LanePool::LanePool(const Trace &trace, unsigned lanes, LaneFactory factory)
    : trace(trace), factory(std::move(factory)) {
  for (unsigned number = 1; number <= lanes; ++number) {
    Worker &worker = *workers.emplace_back(std::make_unique<Worker>());
    worker.thread =
        std::thread([this, &worker, number] { work(worker, number); });
  }
}

LanePool::~LanePool() { close(); }

void LanePool::close() {
  {
    std::unique_lock<std::mutex> lock(mutex);
    closing = true;
    runsChanged.notify_all();
    auto isIdle = [&] {
      return llvm::all_of(workers,
                          [](const auto &each) { return !each->engine; });
    };
    while (!resultsChanged.wait_for(lock, lookInterval, isIdle))
      for (std::unique_ptr<Worker> &worker : workers)
        giveUp(*worker);
  }
  for (std::unique_ptr<Worker> &worker : workers)
    worker->thread.join();
  workers.clear();
  while (!runs.empty())
    drop(runs.begin());
}

/// A thread from beginning to end.
void LanePool::work(Worker &worker, unsigned number) {
  std::optional<Lane> lane;
  {
    // One at a time: engines may not be prepared to be made at once.
    std::lock_guard<std::mutex> guard(making);
    if (isClosing())
      return;
    llvm::Expected<Lane> made = factory(number);
    std::lock_guard<std::mutex> lock(mutex);
    if (made) {
      lane = std::move(*made);
      ++lanesReady;
    } else {
      refusals.push_back(llvm::toString(made.takeError()));
    }
  }
  if (lane)
    serve(worker, *lane);
}

void LanePool::serve(Worker &worker, Lane &lane) {
  std::shared_ptr<const EventSet> focus;
  std::unique_lock<std::mutex> lock(mutex);
  for (;;) {
    Run *run = nullptr;
    runsChanged.wait(lock, [&] {
      return closing || (run = nextRun(worker.key)) != nullptr;
    });
    if (closing)
      return;
    run->state = State::Running;
    EventSet included = run->included;
    bool isFocusNew = focus != focused;
    focus = focused;
    worker.givenUp = false;
    worker.start = Clock::now();
    worker.engine = lane.engine.get();
    lock.unlock();
    if (isFocusNew)
      lane.engine->focus(*focus);
    llvm::Expected<FinishedRun> result =
        executeReliably(*lane.engine, lane.launch, trace, included,
                        lane.prepareRun, &worker.givenUp);
    lock.lock();
    worker.engine = nullptr;
    finish(worker, std::move(result));
    resultsChanged.notify_all();
  }
}

void LanePool::focus(const EventSet &configuration) {
  auto copy = std::make_shared<const EventSet>(configuration);
  std::lock_guard<std::mutex> lock(mutex);
  focused = std::move(copy);
}

LanePool::Run *LanePool::nextRun(RunKey &key) {
  Run *next = nullptr;
  for (auto &[each, run] : runs) {
    if (run.state != State::Waiting || (next && next->rank <= run.rank))
      continue;
    next = &run;
    key = each;
  }
  return next;
}

void LanePool::finish(Worker &worker, llvm::Expected<FinishedRun> result) {
  auto place = runs.find(worker.key);
  Run &run = place->second;
  if (worker.givenUp.load()) {
    // Its result says nothing. It may be wanted again by now.
    llvm::consumeError(result.takeError());
    run.state = State::Waiting;
    if (!run.isWanted)
      runs.erase(place);
    else
      runsChanged.notify_one();
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
  if (!run.isWanted)
    drop(place);
}

/// Forgets a run that is not under way.
void LanePool::drop(std::map<RunKey, Run>::iterator run) {
  if (run->second.state != State::Waiting)
    ++unused;
  if (run->second.error)
    llvm::consumeError(std::move(*run->second.error)); // nobody asked for it
  runs.erase(run);
}

/// Makes a run end before its time. To be called again until it has.
void LanePool::giveUp(Worker &worker) {
  if (!worker.engine)
    return;
  worker.givenUp = true;
  worker.engine->cancel();
}

/// For a run that is asked for and waits: a lane that is at work on something
/// of no more interest is to leave it, unless that will end by itself soon.
/// Starting anew can take longer than a short run.
void LanePool::makeRoom() {
  Worker *longest = nullptr;
  for (std::unique_ptr<Worker> &worker : workers)
    if (worker->engine && !runs.at(worker->key).isWanted &&
        (!longest || worker->start < longest->start))
      longest = worker.get();
  double usual = executed == 0 ? 0 : secondsExecuted / executed;
  if (longest && secondsSince(longest->start) > usual)
    giveUp(*longest);
}

bool LanePool::isClosing() {
  std::lock_guard<std::mutex> lock(mutex);
  return closing;
}

bool LanePool::isReady() {
  std::lock_guard<std::mutex> lock(mutex);
  return lanesReady > 0;
}

void LanePool::expect(std::vector<LaneRun> planned) {
  std::lock_guard<std::mutex> lock(mutex);
  for (auto &[key, run] : runs)
    run.isWanted = false;
  for (size_t rank = 0; rank < planned.size(); ++rank) {
    auto [place, isNew] = runs.try_emplace(planned[rank].key);
    Run &run = place->second;
    if (isNew)
      run.included = std::move(planned[rank].included);
    else if (run.isWanted)
      continue; // twice in this list
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

llvm::Expected<std::optional<FinishedRun>>
LanePool::take(const LaneRun &planned, const std::atomic<bool> *stop) {
  std::unique_lock<std::mutex> lock(mutex);
  auto [place, isNew] = runs.try_emplace(planned.key);
  Run &run = place->second;
  if (isNew)
    run.included = planned.included;
  run.isWanted = true;
  run.rank = 0;
  if (run.state == State::Failed) {
    llvm::consumeError(std::move(*run.error)); // the next one counts
    run.error.reset();
    run.state = State::Waiting;
  }
  if (run.state == State::Waiting)
    runsChanged.notify_one();
  auto isOver = [&] {
    return run.state == State::Finished || run.state == State::Failed;
  };
  while (!resultsChanged.wait_for(lock, lookInterval, isOver)) {
    if (stop && stop->load())
      return std::nullopt;
    if (run.state == State::Waiting)
      makeRoom();
  }
  Run taken = std::move(run);
  runs.erase(place);
  if (taken.state == State::Failed)
    return std::move(*taken.error);
  return std::move(taken.finished);
}

uint64_t LanePool::unusedRuns() {
  std::lock_guard<std::mutex> lock(mutex);
  return unused;
}

std::vector<std::string> LanePool::takeRefusals() {
  std::lock_guard<std::mutex> lock(mutex);
  return std::exchange(refusals, {});
}
