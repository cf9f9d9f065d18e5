// Divides the time of `pinstripe explain` among the parts of its work.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_EXPLAIN_TIMESHARES_H
#define PINSTRIPE_LIB_DRIVER_EXPLAIN_TIMESHARES_H

#include "pinstripe/Result/ExplainSummary.h"

namespace pinstripe {

/// Returns the share of the remaining time that a part may use when it begins:
/// its weight among the weights of itself and all later parts. So the last part
/// gets all that is left, and time that a part does not need goes to the later
/// ones.
double shareOf(ExplainPart part);

/// The share of the search for suspect lines in which the smaller run is
/// searched. The run as it was stated gets the rest. It needs little, since
/// only the suspects of the smaller run are tried there.
constexpr double shareOfSmallerRun = 0.85;

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_EXPLAIN_TIMESHARES_H
