// Ranks the changes of a run by how much of its output they explain.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_CHANGERANKING_H
#define PINSTRIPE_RESULT_CHANGERANKING_H

#include "pinstripe/Result/ChangeSummary.h"

namespace pinstripe {

/// Merges what is known about a statement and about its operands: leaves only
/// the change with the best effect. If several have it, that of the whole
/// statement is left, or the first one. Operands whose effect is as good become
/// its `others`.
void uniteOperands(std::vector<ChangedUnit> &units);

/// Sets `rankByFewest` and `rankByLatest` of each statement, and sorts the
/// statements: by their best effect, then by the better one of the two ranks,
/// then by the share of their tests that had the best effect.
void rankUnits(std::vector<ChangedUnit> &units);

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_CHANGERANKING_H
