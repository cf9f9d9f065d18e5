// Runs tests in parallel, and in advance if a search will probably need them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_TESTLANES_H
#define PINSTRIPE_CIRCUMSTANCE_TESTLANES_H

#include "pinstripe/Circumstance/RunTester.h"
#include <chrono>
#include <condition_variable>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace pinstripe {

/// A test that is to be made. Its materials are shared, since they can be
/// large, and a lane (a thread that makes tests) works with them while the
/// search goes on.
struct PlannedTest {
  MaterialsKey key;
  std::shared_ptr<const Materials> materials;
};
PlannedTest planTest(Materials materials);

/// Says how many tests are made at once, and who makes their runs.
struct TesterChoice {
  unsigned lanes = 1;
  TesterFactory factory;
  /// How many lanes (threads that make tests) make their runs in this process.
  /// These lanes have the lowest numbers. The other lanes let other processes
  /// make their runs; their testers are made at the start, all at the same
  /// time. If a lane of another process is lost, another lane makes its test.
  unsigned lanesHere = std::numeric_limits<unsigned>::max();
  /// A function that is called if a lane of another process could not be made,
  /// or was lost. Its argument is the reason. The thread of the search calls
  /// it. May be null.
  std::function<void(llvm::StringRef)> refused = nullptr;
  /// A function that is called when no more lanes are needed. It makes all
  /// running calls of `factory`, the function that makes testers, return soon.
  /// May be null.
  std::function<void()> abandon = nullptr;
};

/// Makes tests on several threads, the lanes. Each lane has its own tester. If
/// there is only one lane, there are no threads: the caller makes each test
/// itself. All functions must be called by the thread of the search.
class TestLanes {
public:
  /// `stop` ends all tests when it becomes true. It must outlive this object.
  TestLanes(TesterChoice choice, const std::atomic<bool> &stop);
  /// Makes lanes whose runs are all made by this process.
  TestLanes(unsigned lanes, TesterFactory factory,
            const std::atomic<bool> &stop)
      : TestLanes(TesterChoice{lanes, std::move(factory)}, stop) {}
  ~TestLanes();
  TestLanes(const TestLanes &) = delete;
  TestLanes &operator=(const TestLanes &) = delete;

  unsigned lanes() const { return choice.lanes; }
  /// Sets the tests that the search will probably ask for, the likeliest first.
  /// Drops all tests of earlier calls that are not in `tests`.
  void expect(std::vector<PlannedTest> tests);
  /// Returns the result of a test, after waiting for it if necessary. Returns
  /// nullopt once `stop` is set. Returns an Error if the test failed, or if its
  /// lane could not be made.
  llvm::Expected<std::optional<TestedRun>> take(const PlannedTest &test);

private:
  enum class State : uint8_t { Waiting, Running, Finished };
  struct Test {
    std::shared_ptr<const Materials> materials;
    State state = State::Waiting;
    /// The rank of the test: tests with a low rank are made first. The rank is
    /// 0 if the search is waiting for the test.
    size_t rank = 0;
    bool isWanted = true;
    TestedRun result;
    /// The error that ended the test, as an owned object; null if there was
    /// none.
    std::unique_ptr<llvm::ErrorInfoBase> error;
  };
  /// A lane (a thread), with the test that it is making.
  struct Lane {
    bool isRunning = false;
    MaterialsKey key = {};
    std::chrono::steady_clock::time_point start = {};
    std::atomic<bool> givenUp = false;
    std::thread thread;
  };
  using Tests = std::map<MaterialsKey, Test>;

  llvm::Expected<std::optional<TestedRun>> makeHere(const PlannedTest &test);
  llvm::Expected<TestedRun> makeOn(Lane &lane, unsigned number,
                                   std::unique_ptr<RunTester> &tester,
                                   const Materials &materials);
  std::unique_ptr<RunTester> makeElsewhere(unsigned number);
  void serve(Lane &lane, unsigned number);
  Tests::iterator nextTest();
  void finish(Lane &lane, llvm::Expected<TestedRun> result);
  void putBack(Tests::iterator place);
  void makeRoom();
  void tellRefusals();

  TesterChoice choice;
  const std::atomic<bool> &stop;
  /// If there is only one lane, its tester. Made at the first test.
  std::unique_ptr<RunTester> ownTester;
  /// Locked while a lane makes its tester in this process, so that no two lanes
  /// do so at the same time.
  std::mutex making;
  std::mutex mutex; ///< Protects all members below.
  std::condition_variable testsChanged, resultsChanged;
  Tests tests;
  std::vector<std::unique_ptr<Lane>> workers;
  /// The reasons why lanes could not be made or were lost. Only reasons that
  /// the user has not been told yet.
  std::vector<std::string> refusals;
  uint64_t made = 0;
  double secondsMade = 0;
  bool closing = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_TESTLANES_H
