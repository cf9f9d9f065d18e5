// Tests states of the source on lanes, and remembers the outcomes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REVISIONS_STATETESTS_H
#define PINSTRIPE_LIB_DRIVER_REVISIONS_STATETESTS_H

#include "BothStates.h"
#include "TestMemory.h"
#include "pinstripe/Circumstance/TestLanes.h"

namespace pinstripe {

/// The tests of a search: made on lanes, each of which builds in a folder of
/// its own, or taken from memory.
class StateTests {
public:
  /// `request` and `stop` must outlive the result. `both` gives its lane away.
  static llvm::Expected<std::unique_ptr<StateTests>>
  create(const RevisionRequest &request, ObservedBoth &both,
         const std::atomic<bool> &stop);

  /// Tests a state, or takes the test from memory. Of a test from an earlier
  /// search, only the outcome is known; if `needsDetails`, it is made again.
  /// Returns nullopt once the search is stopped.
  llvm::Expected<std::optional<TestedRun>> test(const StateId &state,
                                                bool needsDetails);
  /// Returns what is known of a state without a test of it. What was seen is
  /// empty if an earlier search has tested it.
  std::optional<TestedRun> known(const StateId &state) const;
  /// Announces the states that will probably be tested, the likeliest first.
  void expect(llvm::ArrayRef<StateId> states);
  /// Builds a state in a new folder, and tests it.
  llvm::Expected<TestedRun> confirm(const StateId &state);

  TestMemory &memory() { return *memoryOfTests; }
  TestLanes &lanes() { return *lanesOfTests; }
  /// Returns how many tests were made so far.
  size_t made() const { return memoryOfTests->made().size(); }
  /// Notes that some tests were answered from memory.
  void noteRemembered(size_t count) { remembered += count; }
  /// Counts the tests by their outcomes.
  void countIn(RevisionSummary &summary) const;

private:
  StateTests(const RevisionRequest &request, ObservedBoth &both,
             const std::atomic<bool> &stop)
      : request(request), runs(both.runs), firstLane(std::move(both.lane)),
        stop(stop) {}
  llvm::Expected<std::unique_ptr<RunTester>> makeTester(unsigned number);

  const RevisionRequest &request;
  BothRuns runs;
  /// The lane in which the good and the bad state were built, until a tester
  /// takes it over.
  std::unique_ptr<BuildLane> firstLane;
  const std::atomic<bool> &stop;
  std::unique_ptr<TestMemory> memoryOfTests;
  std::unique_ptr<TestLanes> lanesOfTests;
  size_t remembered = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REVISIONS_STATETESTS_H
