// Divides the time of `pinstripe explain` among the parts of its work.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_EXPLAIN_TIMESHARES_H
#define PINSTRIPE_LIB_DRIVER_EXPLAIN_TIMESHARES_H

#include "pinstripe/Result/ExplainSummary.h"

namespace pinstripe {

/// Returns the share of the remaining time that a part of the explanation may
/// use when it begins. The share is the weight of the part divided by the sum
/// of the weights of this part and all later parts. So the last part gets all
/// remaining time, and later parts get the time that an earlier part did not
/// need.
double shareOf(ExplainPart part);

/// If a smaller run is explained, the largest share of the time for suspect
/// lines that is spent on the run that the user has given. The rest is for the
/// smaller run.
constexpr double shareOfStatedRun = 0.75;

/// The smaller run is explained if it has at most this share of the events of
/// the run that the user has given. Otherwise the user's run is explained.
constexpr double shareOfSmall = 2.0 / 3;

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_EXPLAIN_TIMESHARES_H
