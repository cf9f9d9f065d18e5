//===- DecisionFinder.h - Where code decides for operands -------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Program. Finds for the operands of `&&`, `||` and `?` the
// instructions that decide by them. Line tables do not tell: gcc has all jumps
// of a value at one place, clang the jump of an operand at its operator. But
// at -O0 both compilers evaluate operands in the order of the source and jump
// at once: where jumps and ways fit what the source says in just one manner,
// it is known which is whose.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_PROGRAM_DECISIONFINDER_H
#define PINSTRIPE_LIB_PROGRAM_DECISIONFINDER_H

#include "EntryFinder.h"

namespace pinstripe {

/// A conditional jump, or two that follow one comparison of floating-point
/// numbers, in the code of one unit.
struct CodeDecision {
  uint32_t index = 0;           ///< of the first jump
  uint32_t met = 0, notMet = 0; ///< where control goes on, both resolved
  uint8_t condition = 0;
  /// One change of flags can't make it decide either way.
  bool isFixed = false;
};

/// Of all units that have entries in `model`, with addresses as in the file.
std::vector<ConditionOperand> findOperands(const FunctionCode &code,
                                           const FrameLayout &frame,
                                           const FunctionModel &model,
                                           UnitCatalog &catalog);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_DECISIONFINDER_H
