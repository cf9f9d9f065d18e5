// Makes the tests of a search, and counts them in the summary of the search.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_SEARCHTESTS_H
#define PINSTRIPE_CIRCUMSTANCE_SEARCHTESTS_H

#include "pinstripe/Circumstance/CircumstanceOracle.h"
#include "pinstripe/Circumstance/SearchBudget.h"
#include "pinstripe/Reduction/Reduction.h"
#include "pinstripe/Result/SearchSummary.h"

namespace pinstripe {

/// The result of one stage of a search. A stage reduces one set of elements,
/// such as the lines of an input.
struct StageResult : ReductionResult {
  CircumstanceCounts tests; ///< The number of tests of this stage alone.
};

/// Makes the tests of a search, and counts them in the summary of the search.
/// All objects that the members refer to must outlive this object.
struct SearchTests {
  TestLanes &lanes;
  OutcomeMemory &memory;
  SearchBudget budget;
  SearchSummary &summary; ///< The summary in which the tests are counted.
  ReductionObserver &observer;
  const std::atomic<bool> &stop; ///< The flag that interrupts the search.

  /// Reduces a circumstance, as one stage of the search. The stage ends early
  /// when the search reaches a limit. Adds the tests of the stage to the
  /// summary. Returns the first Error of a test or of the observer, which shows
  /// progress; `result` then holds what was found before the Error.
  llvm::Error reduce(StageResult &result, const Circumstance &circumstance,
                     const Algorithm &algorithm) const;
  /// Returns the outcome of a single run, from memory or by making the run.
  /// Makes the run even if the search has reached a limit. Returns UNRESOLVED
  /// if the search is interrupted during the run.
  llvm::Expected<Outcome> outcomeOf(Materials materials) const;
  /// Notes in the summary which limit the search has reached, if any. Returns
  /// true if it has reached one. `newRuns` is the number of runs that the
  /// summary does not count yet.
  bool noteLimit(uint64_t newRuns = 0) const;
};

/// Returns the error for a search whose program did not fail again with the
/// failing materials. `materials` names them, as in "the input".
llvm::Error failsOnlySometimes(llvm::StringRef materials);

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_SEARCHTESTS_H
