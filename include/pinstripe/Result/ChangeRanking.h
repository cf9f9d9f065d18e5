// Ranks the changes of a run by how much of its output they explain.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_CHANGERANKING_H
#define PINSTRIPE_RESULT_CHANGERANKING_H

#include "pinstripe/Result/ChangeSummary.h"

namespace pinstripe {

/// Merges a unit and its operands, which all have the same entry, into one: the
/// one whose change had the best effect, or the whole unit if it ties.
void uniteOperands(std::vector<ChangedUnit> &units);

/// Sorts the units, those with the best effect first, and sets both ranks of
/// each. Units with the same effect are ordered by the better one of their two
/// ranks, then by the share of their tests that had this effect.
void rankUnits(std::vector<ChangedUnit> &units);

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_CHANGERANKING_H
