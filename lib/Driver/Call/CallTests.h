// Tests calls with other arguments, on several lanes, and remembers outcomes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_CALL_CALLTESTS_H
#define PINSTRIPE_LIB_DRIVER_CALL_CALLTESTS_H

#include "Call/CallArguments.h"
#include "pinstripe/Case/LanePool.h"
#include "pinstripe/Circumstance/OutcomeMemory.h"
#include "pinstripe/Circumstance/TestLanes.h"
#include "pinstripe/Reduction/TestCounts.h"
#include <set>

namespace pinstripe {

/// Says who makes the runs of tests.
struct CallTesters {
  /// Makes the tester for runs that the thread of the search makes itself.
  TesterFactory here;
  /// Makes the testers of further threads.
  TesterFactory onLanes = nullptr;
  /// How many threads make runs, and when it pays off to have more than one.
  LaneChoice choice = {};
};

/// Answers for each call whether it fails: from memory, or by a run. An outcome
/// that an earlier search has stored counts like one of this search, so a
/// search that was resumed reports the same numbers of tests as one that was
/// never stopped. The lanes make runs in advance, but outcomes are taken in the
/// order in which the search asks for them. So neither the result nor the
/// numbers depend on the number of lanes.
///
/// All functions must be called by the thread of the search. Everything that
/// the constructor takes by reference must outlive this object.
class CallTests {
public:
  CallTests(const CallArguments &arguments, OutcomeMemory &memory,
            CallTesters testers, const std::atomic<bool> &stop);

  /// Returns the outcome of a call. Returns UNRESOLVED without a run if there
  /// is no room for the values. Returns UNRESOLVED, too, once `stop` is set.
  llvm::Expected<Outcome> outcomeOf(CallValues values);
  /// Makes a run even if the outcome is known.
  llvm::Expected<Outcome> repeat(CallValues values);
  /// Returns the outcome of a call if it is known without a run.
  std::optional<Outcome> known(CallValues values) const;

  /// Returns how many calls it is worth to announce.
  size_t depth() const { return lanes->lanes() > 1 ? lanes->lanes() : 0; }
  /// Announces the calls that will probably be tested next, the likeliest
  /// first. Each list replaces the one before.
  void expect(llvm::ArrayRef<CallValues> likely);

  /// The tests of this search by outcome; `cached` counts repeated questions.
  const TestCounts &counts() const { return theCounts; }
  /// How many of the tests earlier searches had made.
  uint64_t stored() const { return storedTests; }
  /// How many runs were made for tests.
  uint64_t made() const { return theCounts.distinct() - storedTests; }
  /// How many tests of this search were UNRESOLVED, by cause.
  const std::map<std::string, uint64_t> &causes() const { return theCauses; }
  /// Sets a function that is called after each run, with the number of runs.
  void setProgress(std::function<void(uint64_t)> progress) {
    tick = std::move(progress);
  }

private:
  PlannedTest plan(CallValues values) const;
  std::optional<Outcome> knownOutcome(const PlannedTest &test) const;
  llvm::Expected<std::optional<TestedRun>> make(const PlannedTest &test);
  void addLanes();

  const CallArguments &arguments;
  OutcomeMemory &memory;
  CallTesters testers;
  const std::atomic<bool> &stop;
  std::unique_ptr<TestLanes> lanes;
  /// The calls whose outcomes this search has asked for.
  std::set<MaterialsKey> asked;
  TestCounts theCounts;
  uint64_t storedTests = 0, runs = 0;
  double seconds = 0;
  std::map<std::string, uint64_t> theCauses;
  std::function<void(uint64_t)> tick;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CALL_CALLTESTS_H
