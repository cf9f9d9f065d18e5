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
#include "pinstripe/Execution/ExecutionEngine.h"
#include "pinstripe/Predicate/Predicate.h"
#include "pinstripe/Reduction/Oracle.h"
#include "pinstripe/Report/ReductionSummary.h"
#include <functional>
#include <map>

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
};

/// Turns configurations into partial executions and observations into
/// outcomes. Configurations that mean the same partial execution are one
/// test: there is a cache of all outcomes behind the normalisation, keyed by
/// 128-bit digests (OutcomeCache.h says why that is exact enough).
class PartialExecutionOracle : public Oracle {
public:
  explicit PartialExecutionOracle(const OracleParts &parts) : parts(parts) {}

  llvm::Expected<Outcome> test(const Configuration &candidate) override;

  /// Whether the latest test took a run, not the cache.
  bool lastTestRan() const { return lastRan; }
  /// The observation of the latest run.
  const std::optional<RunResult> &lastResult() const { return result; }
  /// The runs by outcome; `cached` has the answers of this cache only.
  const TestTally &tally() const { return counts; }
  /// Wall time of each run, in seconds.
  llvm::ArrayRef<double> runSeconds() const { return seconds; }

private:
  llvm::Expected<RunResult> execute(const EventSet &included);
  void count(Outcome outcome);

  OracleParts parts;
  TestTally counts;
  std::vector<double> seconds;
  std::optional<RunResult> result;
  bool lastRan = false;
  std::map<std::pair<uint64_t, uint64_t>, Outcome> cache;
};

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_PARTIALEXECUTIONORACLE_H
