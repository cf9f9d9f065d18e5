// Puts the changes of a run that explain its output best first.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_CHANGERANKING_H
#define PINSTRIPE_RESULT_CHANGERANKING_H

#include "pinstripe/Result/ChangeSummary.h"

namespace pinstripe {

/// Merges a unit and its operands, which all have the same entry, into one: the
/// one with the best effect, the whole unit if that is as good.
void uniteOperands(std::vector<ChangedUnit> &units);

/// Puts the best units first and sets both ranks of each. Units with the same
/// effect are ordered by the better one of their ranks, then by the share of
/// their tests that had this effect.
void rankUnits(std::vector<ChangedUnit> &units);

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_CHANGERANKING_H
