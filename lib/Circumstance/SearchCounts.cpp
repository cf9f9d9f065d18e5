// Counts the tests of a search, stage by stage, for its summary.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SearchCounts.h"

using namespace pinstripe;

void pinstripe::addTests(SearchSummary &summary, const ReductionResult &result,
                         const CircumstanceCounts &counts) {
  summary.counts.pass += result.counts.pass;
  summary.counts.fail += result.counts.fail;
  summary.counts.unresolved += result.counts.unresolved;
  summary.counts.cached += result.counts.cached;
  for (const auto &[cause, number] : counts.causes)
    summary.causes[cause] += number;
  summary.interrupted |= result.interrupted();
}

Minimality pinstripe::provenBy(SearchForm form, const ReductionResult &result) {
  bool isDifference = form == SearchForm::Isolate && result.largestPassing &&
                      result.minimality == Minimality::OneMinimal;
  return isDifference ? Minimality::OneMinimalDifference : result.minimality;
}
