// Says what one stage of a search has left and proved.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/StageCounts.h"

using namespace pinstripe;

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
