// Adds the result of one stage of a search to that of the whole search.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/StageCounts.h"

using namespace pinstripe;

void pinstripe::addStage(SearchSummary &summary, const ReductionResult &result,
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

uint64_t pinstripe::leftBy(const ReductionResult &result, SearchForm form) {
  uint64_t failing = form == SearchForm::Maximise ? result.best.universe()
                                                  : result.best.count();
  bool countsPassing = form != SearchForm::Minimise && result.largestPassing;
  return failing - (countsPassing ? result.largestPassing->count() : 0);
}

Minimality pinstripe::provenBy(const ReductionResult &result, SearchForm form) {
  bool isDifference = form == SearchForm::Isolate && result.largestPassing &&
                      result.minimality == Minimality::OneMinimal;
  return isDifference ? Minimality::OneMinimalDifference : result.minimality;
}
