// Describes the parts that all results of searches of circumstances have.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_TEXT_SEARCHTEXT_H
#define PINSTRIPE_LIB_REPORT_TEXT_SEARCHTEXT_H

#include "pinstripe/Result/SearchSummary.h"

namespace pinstripe {

/// Returns why the search has ended early, as in " (ended by --max-time)".
/// Returns an empty text if it has not.
std::string describeEarlyEnd(const SearchSummary &summary);

/// Returns how many candidates there were, by outcome, and how many runs were
/// made: "9 candidates: 3 fail, 6 pass; 8 runs made".
std::string describeTests(const SearchSummary &summary);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_TEXT_SEARCHTEXT_H
