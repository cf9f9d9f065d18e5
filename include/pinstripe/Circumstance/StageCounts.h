// Adds the result of one stage of a search to that of the whole search.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_STAGECOUNTS_H
#define PINSTRIPE_CIRCUMSTANCE_STAGECOUNTS_H

#include "pinstripe/Circumstance/CircumstanceOracle.h"
#include "pinstripe/Reduction/Reduction.h"
#include "pinstripe/Result/SearchSummary.h"

namespace pinstripe {

/// Adds the tests of a reduction, as `counts` has them, to those of the search.
/// `runs` is how many of these tests needed a run of the program.
void addStage(SearchSummary &summary, const ReductionResult &result,
              const CircumstanceCounts &counts, uint64_t runs);

/// Returns how many elements a stage leaves to the next stage: those of the
/// failing configuration without those of the passing one.
uint64_t leftBy(const ReductionResult &result, SearchForm form);

/// Returns what a reduction has proved, if it belongs to a search of the form
/// `form` (minimise, maximise or isolate). If the form is Isolate, the empty
/// configuration stands for the case that passes. So the result is a minimal
/// difference, not a minimal case.
Minimality provenBy(const ReductionResult &result, SearchForm form);

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_STAGECOUNTS_H
