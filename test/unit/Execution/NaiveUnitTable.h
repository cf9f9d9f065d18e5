// A unit table for test programs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Engine tests must not fail with the program model, so they have one of
// their own: each source line of a function is one unit. It is right only for
// programs written with one statement, or part of a for, on a line, and for
// functions with an ordinary prologue and epilogue.

#ifndef PINSTRIPE_TEST_UNIT_EXECUTION_NAIVEUNITTABLE_H
#define PINSTRIPE_TEST_UNIT_EXECUTION_NAIVEUNITTABLE_H

#include "pinstripe/Program/UnitTable.h"

namespace pinstripe {

/// Throws std::runtime_error if the executable is not as expected.
UnitTable naiveUnitTable(const std::string &program,
                         const std::string &sourceText);

} // namespace pinstripe

#endif // PINSTRIPE_TEST_UNIT_EXECUTION_NAIVEUNITTABLE_H
