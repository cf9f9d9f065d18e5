// Ranks statements by the effects of their changes, the most suspect first.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_CHANGERANKING_H
#define PINSTRIPE_RESULT_CHANGERANKING_H

#include "pinstripe/Result/ChangeSummary.h"

namespace pinstripe {

/// Keeps one element of `units` for each statement entry (an address at which
/// control enters a statement): the element with the best effect. Before this
/// call, an entry can have several elements: for changes of the whole
/// statement, and for changes of its operands.
///
/// Some changes of an entry may have the same effect. Then a change of the
/// whole statement is preferred to a change of an operand, and a `break` after
/// the statement is preferred to leaving the statement out. The operands whose
/// changes had the same effect are listed in the member `others` of the kept
/// element.
void uniteOperands(std::vector<ChangedUnit> &units);

/// Ranks the statements, best effects first. Among statements with the same
/// effect, sets two ranks: `rankByFewest` (by the number of their instances)
/// and `rankByLatest` (by their last changed event). The better one of the two
/// ranks decides the order. If it is the same for two statements, the share of
/// a statement's tests that had its best effect decides.
void rankUnits(std::vector<ChangedUnit> &units);

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_CHANGERANKING_H
