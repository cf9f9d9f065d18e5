// Ranks changed statements by the effects of their changes on the output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_CHANGERANKING_H
#define PINSTRIPE_RESULT_CHANGERANKING_H

#include "pinstripe/Result/ChangeSummary.h"

namespace pinstripe {

/// Leaves only the best change for each entry, which a unit shares with its
/// operands. If several changes are equally good, a change of the unit is
/// preferred to a change of an operand, and a `break` after the unit to the
/// omission of the unit. The operands whose changes are as good as the best
/// change are added to its `others`.
void uniteOperands(std::vector<ChangedUnit> &units);

/// Sets `rankByFewest` and `rankByLatest` of each statement, and sorts the
/// statements: by their best effect, then by the better one of the two ranks,
/// then by the share of their tests that had the best effect.
void rankUnits(std::vector<ChangedUnit> &units);

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_CHANGERANKING_H
