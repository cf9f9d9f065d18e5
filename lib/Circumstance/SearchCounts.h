// Counts the tests of a search, stage by stage, for its summary.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_CIRCUMSTANCE_SEARCHCOUNTS_H
#define PINSTRIPE_LIB_CIRCUMSTANCE_SEARCHCOUNTS_H

#include "pinstripe/Circumstance/CircumstanceOracle.h"
#include "pinstripe/Reduction/Reduction.h"
#include "pinstripe/Result/SearchSummary.h"

namespace pinstripe {

/// Adds what one stage of a search has done to the summary of the whole search:
/// the outcomes of its tests, the causes of unresolved ones, and whether it was
/// interrupted. Leaves `summary.runs` alone, since not every test of every
/// search is a run.
void addTests(SearchSummary &summary, const ReductionResult &result,
              const CircumstanceCounts &counts);

/// Returns what a stage of a search with this form has proved. The algorithms
/// know no forms: if a small configuration is looked for between a passing and
/// a failing case, they call the configuration minimal, but it is the
/// difference of the two cases.
Minimality provenBy(SearchForm form, const ReductionResult &result);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CIRCUMSTANCE_SEARCHCOUNTS_H
