// Adds the tests of one stage of a search to those of the whole search.
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

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CIRCUMSTANCE_STAGECOUNTS_H
