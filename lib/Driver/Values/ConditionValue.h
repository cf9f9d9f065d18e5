// Evaluates conditions in which values replace the variables.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_VALUES_CONDITIONVALUE_H
#define PINSTRIPE_LIB_DRIVER_VALUES_CONDITIONVALUE_H

#include "pinstripe/Program/ValueType.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>

namespace pinstripe {

/// A token of a condition: an operator, a parenthesis or a value.
struct ConditionToken {
  std::string mark; ///< Operator or parenthesis; empty for a value.
  int64_t value = 0;
  /// True if the value may not be an int. It can then only be compared.
  bool isWide = false;
};

/// Evaluates a condition. Returns nullopt if that needs more knowledge of the
/// types than the tokens have.
std::optional<bool> evaluateCondition(llvm::ArrayRef<ConditionToken> tokens);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_VALUES_CONDITIONVALUE_H
