// Tests calls with other arguments, in parallel, and remembers outcomes.
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

/// Says which threads make the runs of tests.
struct CallTesters {
  /// Makes the tester for runs that the thread of the search makes itself.
  TesterFactory here;
  /// Makes a tester for each further thread.
  TesterFactory onLanes = nullptr;
  /// Says how many threads make runs, and when further threads save time.
  LaneChoice choice = {};
};

/// Tells for each call whether it fails. Makes no run if the outcome is already
/// known, be it from this search or from an earlier one.
///
/// An outcome that an earlier search has stored counts as a test of this
/// search. So a resumed search reports the same number of tests as an
/// uninterrupted one. The lanes (threads that make runs) make runs in advance,
/// but outcomes are used in the order in which the search asks for them. So
/// neither the result nor the number of tests depends on the number of lanes.
///
/// All functions must be called by the thread of the search. Everything that
/// the constructor takes by reference must outlive this object.
class CallTests {
public:
  CallTests(const CallArguments &arguments, OutcomeMemory &memory,
            CallTesters testers, const std::atomic<bool> &stop);

  /// Returns the outcome of a call. Returns UNRESOLVED (neither PASS nor FAIL)
  /// without a run if the values take more room than in the recorded call. Also
  /// returns UNRESOLVED once `stop` is set.
  llvm::Expected<Outcome> outcomeOf(CallValues values);
  /// Tests a call by a run, even if the outcome of the call is already known.
  llvm::Expected<Outcome> repeat(CallValues values);
  /// Returns the outcome of a call if it is known; otherwise nullopt. Makes no
  /// run.
  std::optional<Outcome> known(CallValues values) const;

  /// Returns how many calls should be passed to `expect`; 0 if no other threads
  /// make runs.
  size_t depth() const { return lanes->lanes() > 1 ? lanes->lanes() : 0; }
  /// Announces the calls that will probably be tested next, the likeliest
  /// first. Each announced list replaces the previous one.
  void expect(llvm::ArrayRef<CallValues> likely);

  /// Returns the number of tests with each outcome. The member `cached` counts
  /// how often this search has asked for an outcome that it had already asked
  /// for.
  const TestCounts &counts() const { return theCounts; }
  /// Returns how many of the outcomes that this search has asked for were
  /// stored by earlier searches.
  uint64_t stored() const { return storedTests; }
  /// Returns how many tests needed a run, since no earlier search had stored
  /// their outcome.
  uint64_t made() const { return theCounts.distinct() - storedTests; }
  /// Returns how many tests were UNRESOLVED, for each cause.
  const std::map<std::string, uint64_t> &causes() const { return theCauses; }
  /// Sets a function that is called after each run with the number of runs so
  /// far.
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
  /// The hashes of all calls whose outcomes this search has asked for.
  std::set<MaterialsKey> asked;
  TestCounts theCounts;
  uint64_t storedTests = 0, runs = 0;
  double seconds = 0;
  std::map<std::string, uint64_t> theCauses;
  std::function<void(uint64_t)> tick;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CALL_CALLTESTS_H
