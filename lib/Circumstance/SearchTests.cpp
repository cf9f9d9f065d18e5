// Makes the tests of a search, and counts them in the summary of the search.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/SearchTests.h"
#include "pinstripe/Circumstance/StageCounts.h"

using namespace pinstripe;

bool SearchTests::noteLimit(uint64_t newRuns) const {
  summary.exhausted = budget.reachedBy(summary.runs + newRuns);
  return summary.exhausted.has_value();
}

llvm::Error SearchTests::reduce(StageResult &result,
                                const Circumstance &circumstance,
                                const Algorithm &algorithm) const {
  CircumstanceOracle oracle(circumstance, lanes, memory);
  ReductionOptions options;
  options.tree = circumstance.tree();
  options.isEnough = [&](const Configuration &) {
    return noteLimit(oracle.counts().runs());
  };
  llvm::Error error =
      pinstripe::reduce(result, circumstance.elements(), algorithm, oracle,
                        observer, stop, circumstance.groups(), options);
  result.tests = oracle.counts();
  addStage(summary, result, result.tests);
  return error;
}

llvm::Expected<Outcome> SearchTests::outcomeOf(Materials materials) const {
  PlannedTest test = planTest(std::move(materials));
  if (std::optional<Outcome> outcome = memory.find(test.key))
    return *outcome;
  llvm::Expected<std::optional<TestedRun>> run = lanes.take(test);
  if (!run)
    return run.takeError();
  if (!*run)
    return Outcome::Unresolved;
  ++summary.runs;
  if ((*run)->outcome == Outcome::Unresolved)
    ++summary.causes[(*run)->cause];
  if (llvm::Error error = memory.add(test.key, **run))
    return error;
  return (*run)->outcome;
}
