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

/// A decision in the code of a unit: a conditional jump, or the two jumps that
/// follow a comparison of floating-point numbers.
struct CodeDecision {
  uint32_t index = 0;           ///< Index of the first jump instruction.
  uint32_t met = 0, notMet = 0; ///< Next code if the condition is met, or not.
  uint8_t condition = 0;
  /// True if no change of the flags before the jump can change its decision.
  bool isFixed = false;
};

/// Finds the operands of all units that have entries in `model`. Addresses in
/// the result are those of the module's file.
std::vector<ConditionOperand> findOperands(const FunctionCode &code,
                                           const FrameLayout &frame,
                                           const FunctionModel &model,
                                           UnitCatalog &catalog);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_UNITS_DECISIONFINDER_H
