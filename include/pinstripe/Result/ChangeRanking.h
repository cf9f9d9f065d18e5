// Ranks statements by the effects of their changes, the most suspect first.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_CHANGERANKING_H
#define PINSTRIPE_RESULT_CHANGERANKING_H

#include "pinstripe/Result/ChangeSummary.h"

namespace pinstripe {

/// Leaves only one element of `units` for each entry (address at which a
/// statement begins), the one with the best effect. Before, `units` can have
/// several for an entry: changes of the whole statement, and changes of its
/// operands. If several are equally good, a change of the whole statement is
/// preferred to that of an operand, and a `break` after the statement to
/// leaving it out. Operands whose changes are as good as the best one are added
/// to its `others`.
void uniteOperands(std::vector<ChangedUnit> &units);

/// Sets the two ranks of each statement, `rankByFewest` and `rankByLatest`.
/// Then sorts the statements: by their best effect, then by the better one of
/// the two ranks, then by the share of their tests that had the best effect.
void rankUnits(std::vector<ChangedUnit> &units);

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_CHANGERANKING_H
