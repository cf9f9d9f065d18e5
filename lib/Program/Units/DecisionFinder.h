// Finds the instructions that decide for the operands of `&&`, `||` and `?`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Line tables do not tell which jump decides for which operand: gcc puts all
// jumps of a value at one place, clang the jump of an operand at its operator.
// But at -O0 both compilers evaluate operands in the order of the source and
// jump at once. If jumps and targets fit the source in exactly one way, each
// operand has its instruction; otherwise the unit has no operands.

#ifndef PINSTRIPE_LIB_PROGRAM_UNITS_DECISIONFINDER_H
#define PINSTRIPE_LIB_PROGRAM_UNITS_DECISIONFINDER_H

#include "Units/EntryFinder.h"

namespace pinstripe {

/// A conditional jump in the code of a unit, or the two jumps that follow a
/// comparison of floating-point numbers.
struct CodeDecision {
  uint32_t index = 0;           ///< Index of the first jump.
  uint32_t met = 0, notMet = 0; ///< Where control goes on after jumps.
  uint8_t condition = 0;
  /// No change of the flags before it can make it decide either way.
  bool isFixed = false;
};

/// Finds the operands of all units that have entries in `model`. Their
/// addresses are those of the file.
std::vector<ConditionOperand> findOperands(const FunctionCode &code,
                                           const FrameLayout &frame,
                                           const FunctionModel &model,
                                           UnitCatalog &catalog);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_UNITS_DECISIONFINDER_H
