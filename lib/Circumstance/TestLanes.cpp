// Runs tests in parallel, and in advance if a search will probably need them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/TestLanes.h"
#include "pinstripe/Case/LanePool.h"
#include "pinstripe/Support/Stopwatch.h"
#include <algorithm>

using namespace pinstripe;
using Clock = std::chrono::steady_clock;

PlannedTest pinstripe::planTest(Materials materials) {
  MaterialsKey key = materials.key();
  return {key, std::make_shared<const Materials>(std::move(materials))};
}

TestLanes::TestLanes(TesterChoice theChoice, const std::atomic<bool> &stop)
    : choice(std::move(theChoice)), stop(stop) {
  choice.lanes = std::max(choice.lanes, 1u);
  if (choice.lanes == 1)
    return;
  for (unsigned number = 0; number < choice.lanes; ++number) {
    workers.push_back(std::make_unique<Lane>());
    Lane &lane = *workers.back();
    lane.thread = std::thread([this, &lane, number] { serve(lane, number); });
  }
}

TestLanes::~TestLanes() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    closing = true;
    for (std::unique_ptr<Lane> &lane : workers)
      lane->givenUp = true;
    testsChanged.notify_all();
  }
  if (choice.abandon && choice.lanes > 1)
    choice.abandon();
  for (std::unique_ptr<Lane> &lane : workers)
    lane->thread.join();
  tellRefusals();
}

/// Tells the user why lanes (threads that make tests) could not be made, or
/// were lost.
void TestLanes::tellRefusals() {
  std::vector<std::string> untold;
  {
    std::lock_guard<std::mutex> lock(mutex);
    untold = std::exchange(refusals, {});
  }
  for (const std::string &reason : untold)
    if (choice.refused)
      choice.refused(reason);
}

/// Makes a test on the thread of the search. Used if there is only one lane,
/// which then has no thread of its own.
llvm::Expected<std::optional<TestedRun>>
TestLanes::makeHere(const PlannedTest &test) {
  if (!ownTester)
    if (llvm::Error error = choice.factory(0).moveInto(ownTester))
      return error;
  llvm::Expected<TestedRun> result = ownTester->test(*test.materials, stop);
  if (!result)
    return result.takeError();
  if (stop.load() && result->outcome != Outcome::Fail)
    return std::nullopt;
  return std::move(*result);
}

/// Makes a test on a lane (a thread that makes tests). If the lane has no
/// tester yet, makes its tester first.
llvm::Expected<TestedRun> TestLanes::makeOn(Lane &lane, unsigned number,
                                            std::unique_ptr<RunTester> &tester,
                                            const Materials &materials) {
  if (!tester) {
    std::lock_guard<std::mutex> oneAtATime(making);
    if (llvm::Error error = choice.factory(number).moveInto(tester))
      return error;
  }
  return tester->test(materials, lane.givenUp);
}

/// Makes the tester of a lane (a thread that makes tests) whose runs are made
/// by another process. Returns null if that fails, or if the lane is no longer
/// needed.
std::unique_ptr<RunTester> TestLanes::makeElsewhere(unsigned number) {
  llvm::Expected<std::unique_ptr<RunTester>> tester = choice.factory(number);
  if (tester)
    return std::move(*tester);
  std::string reason = llvm::toString(tester.takeError());
  std::lock_guard<std::mutex> lock(mutex);
  if (!closing)
    refusals.push_back(std::move(reason));
  return nullptr;
}

/// Makes tests on the thread of a lane until the lanes are closed, or this lane
/// is lost. If the lane needs a tester of this process, but the tester can't be
/// made, each test on the lane ends with the error.
void TestLanes::serve(Lane &lane, unsigned number) {
  std::unique_ptr<RunTester> tester;
  if (number >= choice.lanesHere && !(tester = makeElsewhere(number)))
    return;
  std::unique_lock<std::mutex> lock(mutex);
  for (;;) {
    Tests::iterator next;
    testsChanged.wait(
        lock, [&] { return closing || (next = nextTest()) != tests.end(); });
    if (closing)
      return;
    next->second.state = State::Running;
    lane.key = next->first;
    std::shared_ptr<const Materials> materials = next->second.materials;
    lane.givenUp = false;
    lane.start = Clock::now();
    lane.isRunning = true;
    lock.unlock();
    llvm::Expected<TestedRun> result = makeOn(lane, number, tester, *materials);
    lock.lock();
    lane.isRunning = false;
    bool isLost = result.errorIsA<LaneLostError>();
    if (isLost) {
      refusals.push_back(llvm::toString(result.takeError()));
      putBack(tests.find(lane.key));
    } else {
      finish(lane, std::move(result));
    }
    resultsChanged.notify_all();
    if (isLost)
      return;
  }
}

TestLanes::Tests::iterator TestLanes::nextTest() {
  auto next = tests.end();
  for (auto each = tests.begin(); each != tests.end(); ++each)
    if (each->second.state == State::Waiting &&
        (next == tests.end() || each->second.rank < next->second.rank))
      next = each;
  return next;
}

/// Puts a test that has ended without a result back among the waiting tests, so
/// that it is made again. Drops the test if the search no longer wants it.
void TestLanes::putBack(Tests::iterator place) {
  place->second.state = State::Waiting;
  if (!place->second.isWanted)
    tests.erase(place);
  else
    testsChanged.notify_one();
}

void TestLanes::finish(Lane &lane, llvm::Expected<TestedRun> result) {
  auto place = tests.find(lane.key);
  Test &test = place->second;
  if (lane.givenUp.load()) {
    // The test was cancelled, so its result is worthless.
    if (!result)
      llvm::consumeError(result.takeError());
    putBack(place);
    return;
  }
  test.state = State::Finished;
  if (result) {
    test.result = std::move(*result);
    ++made;
    secondsMade += secondsSince(lane.start);
  } else {
    llvm::handleAllErrors(result.takeError(),
                          [&](std::unique_ptr<llvm::ErrorInfoBase> error) {
                            test.error = std::move(error);
                          });
  }
  if (!test.isWanted)
    tests.erase(place);
}

/// Cancels a test that is no longer wanted, so that its lane becomes free for a
/// test that the search is waiting for. Chooses the unwanted test that has
/// taken the longest. Does nothing if it has taken less time than the average
/// test, since it may end soon.
void TestLanes::makeRoom() {
  Lane *longest = nullptr;
  for (std::unique_ptr<Lane> &lane : workers)
    if (lane->isRunning && !tests.at(lane->key).isWanted &&
        (!longest || lane->start < longest->start))
      longest = lane.get();
  double usual = made == 0 ? 0 : secondsMade / static_cast<double>(made);
  if (longest && secondsSince(longest->start) > usual)
    longest->givenUp = true;
}

void TestLanes::expect(std::vector<PlannedTest> planned) {
  tellRefusals();
  std::lock_guard<std::mutex> lock(mutex);
  for (auto &[key, test] : tests)
    test.isWanted = false;
  for (size_t rank = 0; rank < planned.size() && choice.lanes > 1; ++rank) {
    auto [place, isNew] = tests.try_emplace(planned[rank].key);
    Test &test = place->second;
    if (isNew)
      test.materials = std::move(planned[rank].materials);
    else if (test.isWanted)
      // Another planned test would make the same run (its materials are the
      // same). One test is enough for both.
      continue;
    test.isWanted = true;
    test.rank = rank + 1;
  }
  std::erase_if(tests, [](const auto &each) {
    return !each.second.isWanted && each.second.state != State::Running;
  });
  testsChanged.notify_all();
}

llvm::Expected<std::optional<TestedRun>>
TestLanes::take(const PlannedTest &planned) {
  if (choice.lanes == 1)
    return makeHere(planned);
  tellRefusals();
  std::unique_lock<std::mutex> lock(mutex);
  auto [place, isNew] = tests.try_emplace(planned.key);
  Test &test = place->second;
  if (isNew)
    test.materials = planned.materials;
  test.isWanted = true;
  test.rank = 0;
  if (test.state == State::Waiting)
    testsChanged.notify_one();
  auto isOver = [&] { return test.state == State::Finished; };
  while (!resultsChanged.wait_for(lock, LanePool::lookInterval, isOver)) {
    if (stop.load()) {
      // Tells the lanes (threads that make tests) to end their current tests
      // without a result.
      for (std::unique_ptr<Lane> &lane : workers)
        lane->givenUp = true;
      test.isWanted = false;
      if (test.state == State::Waiting)
        tests.erase(place);
      return std::nullopt;
    }
    if (test.state == State::Waiting)
      makeRoom();
  }
  Test taken = std::move(test);
  tests.erase(place);
  if (taken.error)
    return llvm::Error(std::move(taken.error));
  return std::move(taken.result);
}
