// Makes simple unit tables for test programs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A defect in the program model must not make the tests of engines fail. So
// these tests have a simple model of their own, in which each source line of a
// function is a unit. It is right only for programs that have one statement, or
// one part of a `for`, on each line, and for functions with an ordinary
// prologue and epilogue.

#ifndef PINSTRIPE_TEST_UNIT_EXECUTION_NAIVEUNITTABLE_H
#define PINSTRIPE_TEST_UNIT_EXECUTION_NAIVEUNITTABLE_H

#include "pinstripe/Program/UnitTable.h"

namespace pinstripe {

/// Makes the table of a program. Throws std::runtime_error if the executable
/// has an unexpected form.
UnitTable naiveUnitTable(const std::string &program,
                         const std::string &sourceText);

} // namespace pinstripe

#endif // PINSTRIPE_TEST_UNIT_EXECUTION_NAIVEUNITTABLE_H
