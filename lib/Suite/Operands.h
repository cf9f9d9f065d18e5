// Finds the operands of a failed comparison that are variables, so that their
// values can be watched.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_SUITE_OPERANDS_H
#define PINSTRIPE_LIB_SUITE_OPERANDS_H

#include "pinstripe/Suite/FailureReport.h"

namespace pinstripe {

/// Adds an operand to `operands` if its expression is a variable, or a part of
/// a variable, and its value is a number, `true` or `false`. Only for such an
/// operand can the value in memory later be compared with the value in the
/// message.
void addOperand(std::vector<FailedOperand> &operands,
                llvm::StringRef expression, llvm::StringRef value);

/// Returns the operands of a comparison. `comparison` is its text, such as
/// `total == 14`, and `expansion` shows the values, such as `8 == 14`. Both
/// texts may also be a single expression.
std::vector<FailedOperand> operandsOf(llvm::StringRef comparison,
                                      llvm::StringRef expansion);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_SUITE_OPERANDS_H
