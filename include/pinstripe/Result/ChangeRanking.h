// Ranks the changes of a run by how much of its output they explain.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_CHANGERANKING_H
#define PINSTRIPE_RESULT_CHANGERANKING_H

#include "pinstripe/Result/ChangeSummary.h"

namespace pinstripe {

/// Leaves one change for each entry, which a unit shares with its operands: the
/// one with the best effect. If several have it, a change of the unit is left
/// rather than one of an operand, and a `break` after the unit rather than its
/// omission. Operands as good as the one that is left become its `others`.
void uniteOperands(std::vector<ChangedUnit> &units);

/// Sets `rankByFewest` and `rankByLatest` of each statement, and sorts the
/// statements: by their best effect, then by the better one of the two ranks,
/// then by the share of their tests that had the best effect.
void rankUnits(std::vector<ChangedUnit> &units);

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_CHANGERANKING_H
