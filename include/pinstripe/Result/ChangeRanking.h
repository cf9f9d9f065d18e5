// Ranks statements by the effects of their changes, the most suspect first.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_CHANGERANKING_H
#define PINSTRIPE_RESULT_CHANGERANKING_H

#include "pinstripe/Result/ChangeSummary.h"

namespace pinstripe {

/// Keeps only the element with the best effect for each statement entry (an
/// address at which control enters a statement). Before this call, `units` can
/// have several elements for an entry: one for the whole statement, and others
/// for its operands.
///
/// If several changes have the same best effect, a change of the whole
/// statement is preferred to a change of an operand. A `break` after the
/// statement is preferred to leaving the statement out. The operands with the
/// same best effect are listed in the member `others` of the kept element.
void uniteOperands(std::vector<ChangedUnit> &units);

/// Ranks the statements, best effects first. Statements with the same effect
/// get two ranks: `rankByFewest` is better for fewer instances, and
/// `rankByLatest` for a later changed event. Only the better one of a
/// statement's two ranks counts. If it is the same for several statements, the
/// one comes first whose best effect occurred in the largest share of its
/// tests.
void rankUnits(std::vector<ChangedUnit> &units);

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_CHANGERANKING_H
