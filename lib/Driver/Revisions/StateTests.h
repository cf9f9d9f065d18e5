// Tests states of the source, several at once, and remembers the outcomes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REVISIONS_STATETESTS_H
#define PINSTRIPE_LIB_DRIVER_REVISIONS_STATETESTS_H

#include "BothStates.h"
#include "TestMemory.h"
#include "pinstripe/Circumstance/TestLanes.h"

namespace pinstripe {

/// Makes the tests of a search, on lanes that each build in a folder of their
/// own. A test whose outcome is known from an earlier test is not made again.
class StateTests {
public:
  /// Makes the tests for a search. The first lane (a folder for builds) is
  /// moved out of `both`: it is the lane in which both states were built.
  /// `request` and `stop` must outlive the result.
  static llvm::Expected<std::unique_ptr<StateTests>>
  create(const RevisionRequest &request, ObservedBoth &both,
         const std::atomic<bool> &stop);

  /// Returns the result of a test of a state. Makes the test unless its result
  /// is known from an earlier test. If an earlier search has made the test,
  /// only its outcome is known, so the test is made again if `needsDetails` is
  /// true. Returns nullopt once the search is stopped.
  llvm::Expected<std::optional<TestedRun>> test(const StateId &state,
                                                bool needsDetails);
  /// Returns the result of an earlier test of a state; nullopt if there was
  /// none. If an earlier search has made the test, the result has only the
  /// outcome.
  std::optional<TestedRun> known(const StateId &state) const;
  /// Announces the states that will probably be tested, the likeliest first.
  void expect(llvm::ArrayRef<StateId> states);
  /// Builds a state in a new folder, and tests it.
  llvm::Expected<TestedRun> confirm(const StateId &state);

  TestMemory &memory() { return *memoryOfTests; }
  TestLanes &lanes() { return *lanesOfTests; }
  /// Returns how many tests were made so far.
  size_t made() const { return memoryOfTests->made().size(); }
  /// Adds `count` to the number of tests whose outcome was known from an
  /// earlier test, so that they were not made.
  void noteRemembered(size_t count) { remembered += count; }
  /// Stores the numbers of tests with each outcome in `summary`.
  void countIn(RevisionSummary &summary) const;

private:
  StateTests(const RevisionRequest &request, ObservedBoth &both,
             const std::atomic<bool> &stop)
      : request(request), runs(both.runs), firstLane(std::move(both.lane)),
        stop(stop) {}
  llvm::Expected<std::unique_ptr<RunTester>> makeTester(unsigned number);

  const RevisionRequest &request;
  BothRuns runs;
  /// The lane (folder and sandbox) in which the good and the bad state were
  /// built. The first tester that needs a lane takes it over.
  std::unique_ptr<BuildLane> firstLane;
  const std::atomic<bool> &stop;
  std::unique_ptr<TestMemory> memoryOfTests;
  std::unique_ptr<TestLanes> lanesOfTests;
  size_t remembered = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REVISIONS_STATETESTS_H
