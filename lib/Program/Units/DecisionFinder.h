// Finds the instructions that decide inside statements, for example about an
// operand of `&&`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// At an instruction that tests an operand of `&&`, `||` or `?`, a run can force
// the operand to be true or false. Line tables do not tell which jump decides
// about which operand. gcc assigns all jumps of an expression to one place, and
// clang assigns the jump of an operand to its operator.
//
// But without optimisation, both compilers evaluate operands in the order of
// the source, and jump right after each operand. So the finder matches the
// jumps with the operands. If they fit in exactly one way, each operand has its
// instruction. Otherwise the unit has no operands.

#ifndef PINSTRIPE_LIB_PROGRAM_UNITS_DECISIONFINDER_H
#define PINSTRIPE_LIB_PROGRAM_UNITS_DECISIONFINDER_H

#include "Units/EntryFinder.h"

namespace pinstripe {

/// A decision in the code of a unit (statement). It is made by a conditional
/// jump, or by the two jumps after a comparison of floating-point numbers.
struct CodeDecision {
  /// The index of the first jump instruction of the decision.
  uint32_t index = 0;
  /// The indices of two instructions: `met` is executed next if the condition
  /// of the jump is met, `notMet` if it is not met.
  uint32_t met = 0, notMet = 0;
  uint8_t condition = 0;
  /// True if the decision can't be forced by setting the processor's flags
  /// before its first jump. An example is code of gcc that repeats the
  /// comparison before the second jump.
  bool isFixed = false;
};

/// Finds the operands of `&&`, `||` and `?` in all units (statements) that have
/// entries in `model`. The addresses in the result are addresses in the
/// module's file.
std::vector<ConditionOperand> findOperands(const FunctionCode &code,
                                           const FrameLayout &frame,
                                           const FunctionModel &model,
                                           UnitCatalog &catalog);

/// Finds the instructions that read the processor flags inside the units
/// (statements) of `model`. FlowFinder must have set UnitEntry::flow in `model`
/// before. The addresses in the result are addresses in the module's file.
std::vector<FlagReader> findFlagReaders(const FunctionCode &code,
                                        const FrameLayout &frame,
                                        const FunctionModel &model);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_UNITS_DECISIONFINDER_H
