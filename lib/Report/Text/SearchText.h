// Makes texts that occur in the reports of several kinds of searches, such as a
// search in an input and a search in a command line.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_TEXT_SEARCHTEXT_H
#define PINSTRIPE_LIB_REPORT_TEXT_SEARCHTEXT_H

#include "pinstripe/Result/InputSummary.h"

namespace pinstripe {

/// Returns why the search ended early, as in " (ended by --max-time)". Returns
/// an empty text if the search did not end early.
std::string describeEarlyEnd(const SearchSummary &summary);

/// Returns how many candidates there were, by outcome, and how many runs were
/// made: "9 candidates: 3 fail, 6 pass; 8 runs made".
std::string describeTests(const SearchSummary &summary);

/// Returns a line for each stage of a search, such as
/// "  by lines  896 to 1, 17 tests".
std::vector<std::string> describeStages(llvm::ArrayRef<SearchStage> stages,
                                        SearchForm form);

/// Returns a sentence that says how often the result failed when it was tested
/// again. Returns an empty text if it failed each time.
std::string describeUnsteadyResult(const InputSummary &summary);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_TEXT_SEARCHTEXT_H
