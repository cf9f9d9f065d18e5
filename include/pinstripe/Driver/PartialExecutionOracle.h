//===- PartialExecutionOracle.h - Tests by running --------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_DRIVER_PARTIALEXECUTIONORACLE_H
#define PINSTRIPE_DRIVER_PARTIALEXECUTIONORACLE_H

#include "pinstripe/Driver/ElementMap.h"
#include "pinstripe/Driver/LanePool.h"
#include "pinstripe/Driver/StoredTests.h"
#include "pinstripe/Execution/ExecutionEngine.h"
#include "pinstripe/Predicate/Predicate.h"
#include "pinstripe/Reduction/Oracle.h"
#include "pinstripe/Report/ReductionSummary.h"
#include <algorithm>
#include <functional>
#include <map>
#include <unordered_map>

namespace pinstripe {

/// What an oracle needs; all of it must outlive the oracle.
struct OracleParts {
  ExecutionEngine &engine;
  const LaunchSpec &launch;
  const Trace &trace;
  const ElementMap &elements;
  Predicate &predicate;
  /// The observation that the predicate refers to.
  const RunResult &recorded;
  /// Called before each run: puts the working directory back.
  std::function<llvm::Error()> prepareRun;
  /// Where outcomes are looked up and kept beyond this process; may be null.
  StoredTests *stored = nullptr;
  /// What reproduces the output under `launch` has to do so under each of
  /// these, too; looked at before each test.
  llvm::ArrayRef<LaunchSpec> alsoUnder = {};
  /// An error if what a run wrote may not be all of it; may be null.
  std::function<llvm::Error()> checkRoom = {};
};

/// How many partial executions may be under way at once.
struct LaneChoice {
  unsigned lanes = 1;
  /// From the start, instead of when the work so far says that it pays off.
  bool atOnce = false;
  /// Needed for more than one.
  LaneFactory factory;
  /// Ends waiting for lanes when it becomes true; may be null.
  const std::atomic<bool> *stop = nullptr;
  /// Is told why a lane could not be made; may be null.
  std::function<void(llvm::StringRef)> refused;
};

/// Turns configurations into partial executions and observations into
/// outcomes. Configurations that mean the same partial execution are one
/// test: there is a cache of all outcomes behind the normalisation, keyed by
/// 128-bit digests (OutcomeCache.h says why that is exact enough).
///
/// What is stored already counts like a test that is made here, so that a
/// reduction that goes on ends as if it had never been stopped. The first test
/// is always made: it shows that outcomes still are what they were.
///
/// With several lanes the runs are made in advance, but judged, counted and
/// kept only when they are asked for, in that order: predicates may be flaky
/// or keep a state, and nothing is to depend on the number of lanes.
class PartialExecutionOracle : public Oracle {
public:
  explicit PartialExecutionOracle(const OracleParts &parts,
                                  LaneChoice choice = LaneChoice());

  llvm::Expected<Outcome> test(const Configuration &candidate) override;
  size_t prefetchDepth() override;
  std::optional<Outcome> known(const Configuration &candidate) override;
  void prefetch(llvm::ArrayRef<Configuration> candidates) override;

  /// Configurations mean something else from now on; outcomes are still known.
  void elementsChanged() { plans.clear(); }
  /// Once nothing is to be tested any more: ends runs that are under way.
  void closeLanes();

  /// Whether the latest test was not answered by the cache.
  bool lastTestIsNew() const { return lastIsNew; }
  /// The observation of the latest run.
  const std::optional<RunResult> &lastResult() const { return result; }
  /// The tests by outcome; `cached` has the answers of this cache only.
  const TestTally &tally() const { return counts; }
  /// Wall time of each test that was made here, in seconds.
  llvm::ArrayRef<double> runSeconds() const { return seconds; }
  /// How many there were.
  unsigned lanes() const { return std::max(1u, lanesOpened); }
  /// Runs made in advance that no test asked for; after `closeLanes`.
  uint64_t unusedRuns() const { return unused; }

private:
  struct DigestHash {
    size_t operator()(const ConfigurationDigest &digest) const {
      return digest.low;
    }
  };

  llvm::Expected<std::optional<FinishedRun>> execute(const LaneRun &run);
  llvm::Expected<Outcome> judgeLast();
  llvm::Expected<Outcome> runElsewhere(const LaneRun &planned,
                                       const LaunchSpec &launch);
  LaneRun plan(const Configuration &candidate) const;
  const LaneRun &planOf(const Configuration &candidate);
  bool lanesPayOff() const;
  void tellRefusals();
  std::optional<StoredTests::Known> storedOutcome(const RunKey &key) const;
  llvm::Expected<Outcome> run(const LaneRun &planned);
  llvm::Error store(const LaneRun &planned, Outcome outcome);
  void accept(const LaneRun &planned, Outcome outcome, llvm::StringRef cause);

  OracleParts parts;
  LaneChoice choice;
  std::unique_ptr<LanePool> pool; ///< null: one lane, which is the caller's
  unsigned lanesOpened = 1;
  uint64_t unused = 0;
  double executedSeconds = 0;
  /// Of candidates that may be asked for soon.
  std::unordered_map<ConfigurationDigest, LaneRun, DigestHash> plans;
  TestTally counts;
  std::vector<double> seconds;
  std::optional<RunResult> result;
  bool lastIsNew = false;
  std::map<RunKey, Outcome> cache;
};

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_PARTIALEXECUTIONORACLE_H
