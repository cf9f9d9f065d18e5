// Tests configurations by running the program.
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

/// The objects that an oracle needs; all of them must outlive the oracle.
struct OracleParts {
  CaseRunner &runner;
  const LaunchSpec &launch;
  const Trace &trace;
  const ElementMap &elements;
  Predicate &predicate;
  /// The observation of the recorded run, with which the predicate compares.
  const RunResult &recorded;
  /// The outcomes on disk, which earlier reductions have stored; may be null.
  StoredTests *stored = nullptr;
  /// Launches with other poisons. An output that is reproduced under `launch`
  /// must be reproduced under each of these, too. They are read before each
  /// test.
  llvm::ArrayRef<LaunchSpec> alsoUnder = {};
};

/// Turns configurations into partial executions and observations into outcomes.
/// Configurations that mean the same partial execution are one test: a cache
/// has the outcomes by a 128-bit hash of the events (OutcomeCache.h says why
/// that is exact enough).
///
/// A stored outcome counts as one test, so a resumed reduction reports the same
/// numbers as an uninterrupted one. The first test is always made, to see that
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

  /// Notes that from now on configurations mean other events. The outcomes of
  /// partial executions are still known.
  void elementsChanged() { plans.clear(); }
  /// Ends the runs that are under way. To be called when no more tests are
  /// made.
  void closeLanes();

  /// Returns true if the latest test was not answered by the cache.
  bool lastTestIsNew() const { return lastIsNew; }
  /// Returns the observation of the latest run.
  const std::optional<RunResult> &lastResult() const { return result; }
  /// Returns the number of tests by outcome. `cached` counts only answers of
  /// the oracle's own cache.
  const TestTally &tally() const { return counts; }
  /// Returns the wall time in seconds of each test that this oracle has made.
  llvm::ArrayRef<double> runSeconds() const { return seconds; }
  /// Returns the largest number of lanes that were open at a time.
  unsigned lanes() const { return std::max(1u, lanesOpened); }
  /// Returns the number of runs made in advance that no test asked for. Valid
  /// after `closeLanes`.
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
  void accept(const LaneRun &planned, Outcome outcome,
              const UnresolvedCause &cause);

  OracleParts parts;
  LaneChoice choice;
  /// Makes runs in advance on lanes; null if there is only the caller's lane.
  std::unique_ptr<ExpectedRuns> ahead;
  unsigned lanesOpened = 1;
  uint64_t unused = 0;
  double executedSeconds = 0;
  /// The partial executions of configurations that may be tested soon.
  std::unordered_map<ConfigurationDigest, LaneRun, DigestHash> plans;
  TestTally counts;
  std::vector<double> seconds;
  std::optional<RunResult> result;
  bool lastIsNew = false;
  std::map<RunKey, Outcome> cache;
};

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_REDUCE_PARTIALEXECUTIONORACLE_H
