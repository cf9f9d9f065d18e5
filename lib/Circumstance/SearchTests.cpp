// Makes the tests of a search, and counts them in the summary of the search.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/SearchTests.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

/// Adds the tests of one reduction to the tests that `summary` has for the
/// whole search. `result` and `counts` describe the reduction.
static void addStage(SearchSummary &summary, const ReductionResult &result,
                     const CircumstanceCounts &counts) {
  summary.counts.pass += result.counts.pass;
  summary.counts.fail += result.counts.fail;
  summary.counts.unresolved += result.counts.unresolved;
  summary.counts.cached += result.counts.cached;
  summary.runs += counts.runs();
  for (const auto &[cause, number] : counts.causes)
    summary.causes[cause] += number;
  summary.interrupted |= result.interrupted();
}

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

llvm::Error pinstripe::failsOnlySometimes(llvm::StringRef materials) {
  return llvm::make_error<ReproductionError>(
      materials.str() +
      " does not fail each time; make the program deterministic, or say with "
      "--keep, --same-exit or --check what has to come out the same");
}
