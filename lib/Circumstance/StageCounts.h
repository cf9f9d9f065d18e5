// Adds what one stage of a search has found to the whole search.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_CIRCUMSTANCE_STAGECOUNTS_H
#define PINSTRIPE_LIB_CIRCUMSTANCE_STAGECOUNTS_H

#include "pinstripe/Circumstance/CircumstanceOracle.h"
#include "pinstripe/Reduction/Reduction.h"
#include "pinstripe/Result/SearchSummary.h"

namespace pinstripe {

/// Adds the tests of a reduction, as `counts` has them, to those of the search.
/// `runs` is how many of these tests needed a run of the program.
void addStage(SearchSummary &summary, const ReductionResult &result,
              const CircumstanceCounts &counts, uint64_t runs);

/// Returns how many elements a level has left to the next one: what still
/// fails, without what already passes.
uint64_t leftBy(const ReductionResult &result, SearchForm form);

/// Returns what a reduction has proved, for a search of this form. To isolate,
/// the empty configuration is the passing end, so what is minimal is the
/// difference.
Minimality provenBy(const ReductionResult &result, SearchForm form);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CIRCUMSTANCE_STAGECOUNTS_H
