// Answers whether a configuration reproduces the output, by running the
// program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_REDUCE_PARTIALEXECUTIONORACLE_H
#define PINSTRIPE_DRIVER_REDUCE_PARTIALEXECUTIONORACLE_H

#include "pinstripe/Case/ExpectedRuns.h"
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

/// The objects that an oracle works with. All of them must outlive it.
struct OracleParts {
  CaseRunner &runner;
  const LaunchSpec &launch;
  const Trace &trace;
  const ElementMap &elements;
  Predicate &predicate;
  /// The result of the recorded run, with which the predicate compares.
  const RunResult &recorded;
  /// Outcomes that earlier reductions have stored on disk; may be null.
  StoredTests *stored = nullptr;
  /// Further launches, with other poisons. The output must be reproduced under
  /// `launch` and under each of these. They are read again before each test.
  llvm::ArrayRef<LaunchSpec> alsoUnder = {};
  /// The conditions from which `predicate` was made; null if nobody asks how
  /// outputs differ.
  const PredicateSpec *output = nullptr;
  /// Says in which lines runs crash; null if nobody asks for that.
  const UnitTable *table = nullptr;
};

/// Tests configurations: converts each into a partial execution, has it run,
/// and asks the predicate. Configurations that mean the same partial execution
/// are one test: a cache has the outcomes by a 128-bit hash of the events
/// (OutcomeCache.h says why that is exact enough).
///
/// A stored outcome counts as one test, so a resumed reduction reports the same
/// numbers as an uninterrupted one. The first test is always run, to see that
/// outcomes are still the same.
///
/// Lanes make runs in advance. These runs are judged, counted and stored only
/// when they are asked for, and in the order in which they are asked for: a
/// predicate may be flaky or have a state, and nothing may depend on the number
/// of lanes.
class PartialExecutionOracle : public Oracle {
public:
  explicit PartialExecutionOracle(const OracleParts &parts,
                                  LaneChoice choice = LaneChoice());

  llvm::Expected<Outcome> test(const Configuration &candidate) override;
  size_t prefetchDepth() override;
  std::optional<Outcome> known(const Configuration &candidate) override;
  void prefetch(llvm::ArrayRef<Configuration> candidates) override;

  /// Must be called when configurations begin to mean other events. Outcomes of
  /// partial executions that are known stay known.
  void elementsChanged() { plans.clear(); }
  /// Ends the runs that are being made. Call it when no more tests will be
  /// made.
  void closeLanes();

  /// Returns true if the last test was run or read from disk, not answered by
  /// the cache.
  bool lastTestIsNew() const { return lastIsNew; }
  /// Returns what is known of a configuration that does not reproduce the
  /// output; nullopt if it does, or if it was not tested.
  std::optional<KeptReason> whyNot(const Configuration &candidate) const;
  /// Returns the observation of the latest run.
  const std::optional<RunResult> &lastResult() const { return result; }
  /// Returns how many tests had which outcome. `cached` counts only what the
  /// cache of this oracle has answered.
  const TestTally &tally() const { return counts; }
  /// Returns the time in seconds that each test of this oracle took.
  llvm::ArrayRef<double> runSeconds() const { return seconds; }
  /// Returns how many lanes were open at a time at most.
  unsigned lanes() const { return std::max(1u, lanesOpened); }
  /// Returns how many runs were made in advance but then not needed. Can be
  /// called after `closeLanes` only.
  uint64_t unusedRuns() const { return unused; }

private:
  struct DigestHash {
    size_t operator()(const ConfigurationDigest &digest) const {
      return digest.low;
    }
  };

  llvm::Expected<std::optional<FinishedRun>> execute(const LaneRun &run);
  llvm::Expected<Outcome> judgeLast();
  LaneRun plan(const Configuration &candidate) const;
  const LaneRun &planOf(const Configuration &candidate);
  std::optional<StoredTests::Known> storedOutcome(const RunKey &key) const;
  llvm::Expected<Outcome> run(const LaneRun &planned);
  llvm::Error store(const LaneRun &planned, Outcome outcome);
  std::string describeLast(const LaneRun &planned, Outcome outcome) const;
  void accept(const LaneRun &planned, KeptReason tested);

  OracleParts parts;
  LaneChoice choice;
  /// Makes runs in advance on several lanes; null if there is only one.
  std::unique_ptr<ExpectedRuns> ahead;
  unsigned lanesOpened = 1;
  uint64_t unused = 0;
  double executedSeconds = 0;
  /// The partial executions for configurations that may be tested soon.
  std::unordered_map<ConfigurationDigest, LaneRun, DigestHash> plans;
  TestTally counts;
  std::vector<double> seconds;
  std::optional<RunResult> result;
  bool lastIsNew = false;
  std::map<RunKey, KeptReason> cache; ///< The outcomes of all tests.
};

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_REDUCE_PARTIALEXECUTIONORACLE_H
