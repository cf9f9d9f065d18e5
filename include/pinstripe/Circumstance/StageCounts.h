// Says what one stage of a search has left and proved.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_STAGECOUNTS_H
#define PINSTRIPE_CIRCUMSTANCE_STAGECOUNTS_H

#include "pinstripe/Reduction/Reduction.h"
#include "pinstripe/Result/SearchSummary.h"

namespace pinstripe {

/// Returns how many elements the next stage of a search can still leave out.
/// This stage has found a failing and a passing configuration (sets of
/// elements). The elements in which the two differ are counted.
uint64_t leftBy(const ReductionResult &result, SearchForm form);

/// Returns what a reduction has proved, if it belongs to a search of the form
/// `form` (minimise, maximise or isolate). A search that isolates has a failing
/// and a passing configuration as its result. So what is minimal is the
/// difference between these two.
Minimality provenBy(const ReductionResult &result, SearchForm form);

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_STAGECOUNTS_H
