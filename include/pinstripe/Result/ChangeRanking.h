// Ranks changed statements by the effects of their changes on the output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_CHANGERANKING_H
#define PINSTRIPE_RESULT_CHANGERANKING_H

#include "pinstripe/Result/ChangeSummary.h"

namespace pinstripe {

/// `units` has changes of whole statements and changes of single operands of
/// these statements. Leaves only the best change for each statement (each
/// entry). If several are equally good, a change of the whole statement is
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
