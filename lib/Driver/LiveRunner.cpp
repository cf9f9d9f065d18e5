//===- LiveRunner.cpp - Many runs in live flow ----------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiveRunner.h"
#include "pinstripe/Support/Stopwatch.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace pinstripe;
using Clock = std::chrono::steady_clock;

/// As for reductions: what has taken this long goes on for about as long, and
/// to start lanes is made up for.
static constexpr double worthwhileSeconds = 0.25;
/// Runs that make up for one that only leads to where they begin.
static constexpr size_t fewestShared = 4;
/// How often a wait looks for an interrupt.
static constexpr std::chrono::milliseconds lookInterval(10);

LiveRunner::LiveRunner(RecordedCase &recorded, const LaunchSpec &launch,
                       const LaneOptions &options,
                       const std::atomic<bool> &stop)
    : recorded(recorded), launch(launch),
      choice(chooseLanes(recorded, launch, options, stop)), stop(stop) {}

LiveRunner::~LiveRunner() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    closing = true;
  }
  batchChanged.notify_all();
  for (std::unique_ptr<Worker> &worker : workers)
    worker->thread.join();
}

bool LiveRunner::isOver(const Batch &batch) const {
  return stop.load() || batch.error ||
         (batch.deadline && Clock::now() >= *batch.deadline);
}

llvm::Error
LiveRunner::run(llvm::ArrayRef<LiveRun> runs, const Look &look,
                std::optional<std::chrono::steady_clock::time_point> deadline,
                llvm::function_ref<void(size_t)> tick) {
  Batch batch;
  batch.runs = runs;
  batch.look = &look;
  batch.deadline = deadline;
  batch.order.resize(runs.size());
  std::iota(batch.order.begin(), batch.order.end(), 0);
  llvm::sort(batch.order, [&](size_t a, size_t b) {
    return std::pair(runs[a].start, a) < std::pair(runs[b].start, b);
  });
  if (workers.empty())
    if (llvm::Error error = runHere(batch, tick))
      return error;
  if (batch.next != runs.size() && !isOver(batch))
    runElsewhere(batch, tick);
  if (batch.error)
    return std::move(batch.error->second);
  return llvm::Error::success();
}

/// The runs that come next, in that order.
void LiveRunner::focus(ExecutionEngine &engine, const Batch &batch,
                       llvm::ArrayRef<size_t> places) {
  if (places.size() < fewestShared)
    return;
  const LiveRun &first = batch.runs[places.front()];
  engine.focusLive(llvm::ArrayRef(first.changes).drop_back(), first.start);
}

llvm::Error LiveRunner::runOne(ExecutionEngine &engine,
                               const LaunchSpec &itsLaunch,
                               const std::function<llvm::Error()> &prepareRun,
                               Batch &batch, size_t place) {
  auto execute = [&] {
    return engine.executeLive(itsLaunch, batch.runs[place].changes);
  };
  llvm::Expected<FinishedRun> run = executeReliably(execute, prepareRun, &stop);
  if (!run)
    return run.takeError();
  if (stop.load())
    return llvm::Error::success(); // which may have disturbed it
  if (llvm::Error error = recorded.directory.checkRoom())
    return error;
  (*batch.look)(place, run->result);
  ++batch.made;
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// On the caller's thread
//===----------------------------------------------------------------------===//

bool LiveRunner::lanesPayOff() const {
  return choice.lanes > 1 &&
         (choice.atOnce || secondsHere >= worthwhileSeconds);
}

/// As long as there are no lanes.
llvm::Error LiveRunner::runHere(Batch &batch,
                                llvm::function_ref<void(size_t)> tick) {
  while (batch.next != batch.runs.size() && !isOver(batch)) {
    if (lanesPayOff()) {
      openLanes();
      break;
    }
    if (batch.next % chunkSize == 0)
      focus(*recorded.engine.engine, batch,
            llvm::ArrayRef(batch.order).drop_front(batch.next));
    Clock::time_point start = Clock::now();
    if (llvm::Error error = runOne(
            *recorded.engine.engine, launch,
            [this] { return recorded.prepareRun(); }, batch,
            batch.order[batch.next++]))
      return error;
    secondsHere += secondsSince(start);
    tick(batch.made);
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// On lanes
//===----------------------------------------------------------------------===//

void LiveRunner::openLanes() {
  busy = choice.lanes;
  for (unsigned number = 1; number <= choice.lanes; ++number) {
    Worker &worker = *workers.emplace_back(std::make_unique<Worker>());
    worker.thread =
        std::thread([this, &worker, number] { work(worker, number); });
  }
}

void LiveRunner::runElsewhere(Batch &batch,
                              llvm::function_ref<void(size_t)> tick) {
  std::unique_lock<std::mutex> lock(mutex);
  current = &batch;
  batchChanged.notify_all();
  auto isDone = [&] {
    bool isTaken = batch.next == batch.runs.size() || isOver(batch);
    return busy == 0 && (isTaken || lanesMade == 0);
  };
  while (!chunkDone.wait_for(lock, lookInterval, isDone)) {
    if (stop.load())
      for (std::unique_ptr<Worker> &worker : workers)
        if (worker->engine)
          worker->engine->cancel();
    lock.unlock();
    tick(batch.made);
    lock.lock();
  }
  current = nullptr;
  std::vector<std::string> untold = std::exchange(refusals, {});
  bool haveLanes = lanesMade != 0;
  lock.unlock();
  for (const std::string &why : untold)
    if (choice.refused)
      choice.refused(why);
  if (haveLanes)
    return;
  // Then by ourselves after all.
  choice.lanes = 1;
  for (std::unique_ptr<Worker> &worker : workers)
    worker->thread.join();
  workers.clear();
  if (llvm::Error error = runHere(batch, tick))
    batch.error.emplace(0, std::move(error));
}

/// A thread from beginning to end.
void LiveRunner::work(Worker &worker, unsigned number) {
  std::optional<Lane> lane;
  {
    // One at a time: engines may not be prepared to be made at once.
    std::lock_guard<std::mutex> guard(making);
    llvm::Expected<Lane> made = choice.factory(number);
    std::lock_guard<std::mutex> lock(mutex);
    --busy;
    if (made) {
      lane = std::move(*made);
      worker.engine = lane->engine.get();
      ++lanesMade;
    } else {
      refusals.push_back(llvm::toString(made.takeError()));
    }
  }
  chunkDone.notify_all();
  if (!lane)
    return;
  serve(*lane);
  std::lock_guard<std::mutex> lock(mutex);
  worker.engine = nullptr;
}

void LiveRunner::serve(const Lane &lane) {
  std::unique_lock<std::mutex> lock(mutex);
  auto hasWork = [&] {
    return current && current->next != current->runs.size() &&
           !isOver(*current);
  };
  for (;;) {
    batchChanged.wait(lock, [&] { return closing || hasWork(); });
    if (closing)
      return;
    Batch &batch = *current;
    size_t left = batch.runs.size() - batch.next;
    // The last ones are shared out evenly.
    size_t size = std::clamp<size_t>(left / (2 * workers.size()), 1, chunkSize);
    auto chunk = llvm::ArrayRef(batch.order).slice(batch.next, size);
    batch.next += size;
    ++busy;
    focus(*lane.engine, batch, chunk);
    for (size_t place : chunk) {
      if (isOver(batch))
        break;
      lock.unlock();
      llvm::Error error =
          runOne(*lane.engine, lane.launch, lane.prepareRun, batch, place);
      lock.lock();
      if (!error)
        continue;
      if (!batch.error)
        batch.error.emplace(place, std::move(error));
      else
        llvm::consumeError(std::move(error)); // one is enough
    }
    --busy;
    chunkDone.notify_all();
  }
}
