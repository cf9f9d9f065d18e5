// Adds the tests of one stage of a search to those of the whole search.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "StageCounts.h"

using namespace pinstripe;

void pinstripe::addStage(SearchSummary &summary, const ReductionResult &result,
                         const CircumstanceCounts &counts, uint64_t runs) {
  summary.counts.pass += result.counts.pass;
  summary.counts.fail += result.counts.fail;
  summary.counts.unresolved += result.counts.unresolved;
  summary.counts.cached += result.counts.cached;
  summary.runs += runs;
  for (const auto &[cause, number] : counts.causes)
    summary.causes[cause] += number;
  summary.interrupted |= result.interrupted();
}
