// Ranks statements by the effects of their changes, the most suspect first.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_CHANGERANKING_H
#define PINSTRIPE_RESULT_CHANGERANKING_H

#include "pinstripe/Result/ChangeSummary.h"

namespace pinstripe {

/// Keeps one element of `units` for each statement entry: the element with the
/// best effect. A statement entry is an address at which control enters a
/// statement. Before this call, an entry can have several elements, for changes
/// of the whole statement and for changes of its operands.
///
/// Some changes are equally good. Then a change of the whole statement is
/// preferred to a change of an operand, and a `break` after the statement is
/// preferred to leaving the statement out. The `others` of the kept element
/// list the operands whose changes were as good.
void uniteOperands(std::vector<ChangedUnit> &units);

/// Sets the two ranks of each statement, `rankByFewest` and `rankByLatest`, and
/// sorts the statements. The statement's best effect decides first. The second
/// criterion is the better one of the two ranks. The third criterion is the
/// share of the statement's tests that had the best effect.
void rankUnits(std::vector<ChangedUnit> &units);

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_CHANGERANKING_H
