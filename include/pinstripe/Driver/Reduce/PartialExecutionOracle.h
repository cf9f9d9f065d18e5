// Tests whether some events of a run are enough to reproduce its output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An event is one execution of a statement.

#ifndef PINSTRIPE_DRIVER_REDUCE_PARTIALEXECUTIONORACLE_H
#define PINSTRIPE_DRIVER_REDUCE_PARTIALEXECUTIONORACLE_H

#include "pinstripe/Case/ExpectedRuns.h"
#include "pinstripe/Driver/Reduce/EarlyEndings.h"
#include "pinstripe/Driver/Reduce/ElementMap.h"
#include "pinstripe/Driver/Reduce/StoredTests.h"
#include "pinstripe/Predicate/Predicate.h"
#include "pinstripe/Reduction/Oracle.h"
#include "pinstripe/Result/ReductionSummary.h"
#include <algorithm>
#include <functional>
#include <map>
#include <unordered_map>

namespace pinstripe {

class MissingEvents;

/// The objects that an oracle uses. An oracle makes test runs and judges them.
/// All these objects must outlive the oracle.
struct OracleParts {
  CaseRunner &runner;
  const LaunchSpec &launch;
  const Trace &trace;
  const ElementMap &elements;
  Predicate &predicate;
  /// The result of the recorded run. The predicate compares each test run with
  /// it.
  const RunResult &recorded;
  /// Test outcomes that earlier reductions have stored on disk; null if the
  /// oracle neither uses nor stores any.
  StoredTests *stored = nullptr;
  /// Further launches, which differ from `launch` in the poison. A poison is a
  /// pattern that is written into uninitialised memory. A test succeeds only if
  /// all these launches reproduce the output, too. If there are lanes (further
  /// threads that make runs), they make these runs side by side. The list may
  /// change between two tests.
  llvm::ArrayRef<LaunchSpec> alsoUnder = {};
  /// True if a test in guarded flow must not compare poison (the pattern in
  /// unset memory): if a statement does (see RunResult::decisions), the output
  /// counts as not reproduced. False if this can't be told, because even the
  /// recorded run compares poison, or values that differ from run to run.
  bool comparesDecisions = true;
  /// The user's conditions for the output, from which `predicate` was made.
  /// `whyNot` uses them to describe how an output differs. If this pointer is
  /// null, `whyNot` does not describe the difference.
  const PredicateSpec *output = nullptr;
  /// The table in which `whyNot` looks up the source line of a crash. If the
  /// table is null, `whyNot` does not name the line.
  const UnitTable *table = nullptr;
};

/// Tests whether the output is reproduced if only some elements of the run are
/// kept. Finds the events that these elements stand for, runs the program with
/// only these events, and asks the predicate. A cache finds outcomes by a
/// 128-bit hash of the executed events. So no set of events is tested twice.
/// OutcomeCache.h says why such a hash is exact enough.
///
/// An outcome stored on disk counts as one test, so a resumed reduction reports
/// the same numbers as an uninterrupted one. The first test is run even if its
/// outcome is stored, to see that the program still behaves in the same way.
///
/// Several threads with engines of their own, called lanes, make runs in
/// advance. Such a run is judged, counted and stored only when the reduction
/// asks for its test. So the order of the tests is the same for any number of
/// lanes. The order matters, because a predicate may be flaky or have a state.
class PartialExecutionOracle : public Oracle {
public:
  explicit PartialExecutionOracle(const OracleParts &parts,
                                  LaneChoice choice = LaneChoice());

  /// Makes the test of a candidate. If the deadline for runs passes meanwhile
  /// (see TimedRuns), returns a TimeUpError, and the test has no outcome: none
  /// is counted or stored.
  llvm::Expected<Outcome> test(const Configuration &candidate) override;
  size_t prefetchDepth() override;
  std::optional<Outcome> known(const Configuration &candidate) override;
  void prefetch(llvm::ArrayRef<Configuration> candidates) override;
  /// Returns the elements that set the values which the run of a candidate (a
  /// tested set of elements) probably lacked. The search for them begins at the
  /// event at which the run broke off. Returns an empty list unless
  /// `useMissing` was called.
  std::vector<Element> lacking(const Configuration &candidate,
                               const Configuration &enough) override;
  /// Passes on `events`, which knows the dependences of the recorded run. From
  /// now on, `lacking` can name the elements whose values a run lacked.
  /// `events` must outlive the oracle.
  void useMissing(MissingEvents &events) { missing = &events; }
  TestOutlook outlook(const Configuration &candidate) override;
  void whileWaiting(std::function<void()> announceAgain) override {
    announce = std::move(announceAgain);
  }

  /// Drops the planned runs. Must be called when the elements of the reduction
  /// stand for other events than before, since the planned runs would execute
  /// the wrong events. The known outcomes stay valid, since each is stored
  /// under the set of executed events.
  void elementsChanged() { plans.clear(); }
  /// From now on, a test needs no run if its run is certain to end early in the
  /// same way as an earlier run (see EarlyEndings). Such a test counts as
  /// answered from the cache.
  void useEarlyEndings() { early.emplace(parts.trace, parts.table); }
  /// Ends the runs that parallel lanes (threads) are making in advance. Must be
  /// called when no more tests will be made.
  void closeLanes();

  /// Returns true if the outcome of the last test came from a run or from the
  /// disk, and false if it came from the cache in memory.
  bool lastTestIsNew() const override { return lastIsNew; }
  /// Returns why the output is not reproduced if only the elements of a
  /// configuration are kept. Returns nullopt if the output is reproduced, or if
  /// the configuration was not tested.
  std::optional<KeptReason> whyNot(const Configuration &candidate) const;
  /// Returns what the latest run printed and how it ended.
  const std::optional<RunResult> &lastResult() const { return result; }
  /// Returns the number of tests with each outcome. The member `cached` of the
  /// result counts the tests that the cache of this oracle has answered. The
  /// reduction algorithm has another cache, whose answers are not counted.
  const TestTally &tally() const { return counts; }
  /// Returns how long each test of this oracle took, in seconds.
  llvm::ArrayRef<double> runSeconds() const { return seconds; }
  /// Returns the largest number of lanes (threads that make runs) that were
  /// open at the same time.
  unsigned lanes() const { return std::max(1u, lanesOpened); }
  /// Returns how many runs were made in advance but never needed. Must not be
  /// called before `closeLanes`.
  uint64_t unusedRuns() const { return unused; }

private:
  llvm::Expected<std::optional<FinishedRun>> execute(const LaneRun &run,
                                                     const LaunchSpec &launch);
  llvm::Expected<std::optional<Outcome>> runPoisoned(const LaneRun &planned);
  llvm::Expected<Outcome> judgeLast();
  LaneRun plan(const Configuration &candidate) const;
  const LaneRun &planOf(const Configuration &candidate);
  std::optional<StoredTests::Known> storedOutcome(const RunKey &key) const;
  llvm::Expected<Outcome> run(const LaneRun &planned);
  llvm::Expected<KeptReason> storedReason(const LaneRun &planned,
                                          const StoredTests::Known &test) const;
  llvm::Error store(const LaneRun &planned, const KeptReason &tested,
                    std::optional<EventIndex> endedDuring);
  bool hasText(const LaneRun &planned) const;
  std::string describeLast(const LaneRun &planned, Outcome outcome) const;
  const KeptReason *answerFor(const LaneRun &planned) const;
  void accept(const LaneRun &planned, KeptReason tested,
              std::optional<EventIndex> endedDuring);

  OracleParts parts;
  LaneChoice choice;
  /// Makes runs in advance on several lanes (threads); null if there is only
  /// one lane.
  std::unique_ptr<ExpectedRuns> ahead;
  unsigned lanesOpened = 1;
  uint64_t unused = 0;
  double executedSeconds = 0;
  /// The runs that may soon be needed. The key of the map stands for a set of
  /// kept elements (a configuration). The value has the events that are
  /// executed if this set is tested.
  std::unordered_map<ConfigurationDigest, LaneRun, DigestHash> plans;
  /// The outcomes of runs that were made in advance. They are only guesses, and
  /// are neither counted nor stored.
  std::map<RunKey, Outcome> guesses;
  /// A function of the reduction that announces more candidates, so that lanes
  /// (threads that make runs) find work; may be empty. It is called while a
  /// test waits for its run.
  std::function<void()> announce;
  TestTally counts;
  std::vector<double> seconds;
  std::optional<RunResult> result;
  /// While a run that has reproduced the output is repeated with further
  /// poisons (patterns in unset memory), the key of this run; otherwise
  /// nullopt. As long as it is set, the run is not announced to the lanes
  /// (threads that make runs).
  std::optional<RunKey> taken;
  bool lastIsNew = false;
  /// The outcomes of all tests that were made or found on disk.
  std::map<RunKey, KeptReason> cache;
  /// Remembers runs that ended early, so that runs which would end in the same
  /// way need not be made. Nullopt unless `useEarlyEndings` was called.
  std::optional<EarlyEndings> early;
  /// For each run that ended early, the event during which it ended.
  std::map<RunKey, EventIndex> places;
  MissingEvents *missing = nullptr;
};

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_REDUCE_PARTIALEXECUTIONORACLE_H
