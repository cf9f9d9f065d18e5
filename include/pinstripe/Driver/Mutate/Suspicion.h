// Tells how suspect each statement is, from slices of the output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_MUTATE_SUSPICION_H
#define PINSTRIPE_DRIVER_MUTATE_SUSPICION_H

#include "pinstripe/Program/UnitTable.h"
#include "pinstripe/Trace/Trace.h"
#include <vector>

namespace pinstripe {

struct OutputSlices;

/// How suspect each statement is, from 0 to 1. The index is the number of the
/// statement (UnitId). The value is 0 if the wrong output does not depend on
/// the statement.
using Suspicions = std::vector<double>;

/// If the wrong line depends on a statement only through a decision or an
/// address, the dependence has this weight. A dependence through a value has
/// the weight 1.
constexpr double weightOfDecision = 0.5;

/// Returns a number that says how suspect a statement or source line is (its
/// Ochiai coefficient). `wrong` says how strongly the wrong line of output
/// depends on it, from 0 to 1. `right` is the number of right output lines and
/// passing runs that depend on it.
double ochiaiCoefficient(double wrong, double right);

/// Returns a number for each statement: how suspect it is, by the Ochiai
/// coefficient. A statement is suspect if the wrong line of output depends on
/// it and few right lines do. If several statements are equally suspect, the
/// statements nearer to the wrong line get slightly larger numbers. See Wen,
/// Li, Sun and Li, "Program Slicing Spectrum-Based Software Fault Localization"
/// (2011).
Suspicions suspicionsOf(const UnitTable &table, const Trace &trace,
                        const OutputSlices &slices);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_MUTATE_SUSPICION_H
