// Ranks statements by the effects of their changes, the most suspect first.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_CHANGERANKING_H
#define PINSTRIPE_RESULT_CHANGERANKING_H

#include "pinstripe/Result/ChangeSummary.h"

namespace pinstripe {

/// Leaves one element of `units` for each statement entry (address at which
/// control enters a statement): the one with the best effect. Before, an entry
/// can have several elements, for changes of the whole statement and for
/// changes of its operands. Among equally good changes, one of the whole
/// statement is preferred to one of an operand, and a `break` after the
/// statement to leaving the statement out. The `others` of the remaining
/// element then list the operands whose changes were as good.
void uniteOperands(std::vector<ChangedUnit> &units);

/// Sets the two ranks of each statement, `rankByFewest` and `rankByLatest`.
/// Then sorts the statements: by their best effect, then by the better one of
/// the two ranks, then by the share of their tests that had the best effect.
void rankUnits(std::vector<ChangedUnit> &units);

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_CHANGERANKING_H
