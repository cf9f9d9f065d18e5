// Tells how suspect each statement is, from slices of the output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_MUTATE_SUSPICION_H
#define PINSTRIPE_DRIVER_MUTATE_SUSPICION_H

#include "pinstripe/Program/UnitTable.h"
#include "pinstripe/Trace/Trace.h"
#include <vector>

namespace pinstripe {

struct OutputSlices;

/// How suspect each statement is, by the number of the statement (UnitId): 0 if
/// the wrong output does not depend on it, otherwise up to 1.
using Suspicions = std::vector<double>;

/// How much a dependence of the wrong line on a decision or an address counts.
/// A dependence on a value counts 1.
constexpr double weightOfDecision = 0.5;

/// Returns how suspect a statement or line of source is, as an Ochiai
/// coefficient. `wrong` says how strongly the wrong line of output depends on
/// it, from 0 to 1. `right` is the number of right lines and passing runs that
/// depend on it.
double ochiaiCoefficient(double wrong, double right);

/// Returns how suspect the statements are by the Ochiai coefficient: a
/// statement is suspect if the wrong line of output depends on it but few right
/// lines do. Of statements that are equally suspect, those nearer to the wrong
/// line are slightly more suspect. See Wen, Li, Sun and Li, "Program Slicing
/// Spectrum-Based Software Fault Localization" (2011).
Suspicions suspicionsOf(const UnitTable &table, const Trace &trace,
                        const OutputSlices &slices);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_MUTATE_SUSPICION_H
