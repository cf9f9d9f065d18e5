// Evaluates conditions whose variables are replaced by values.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_VALUES_CONDITIONVALUE_H
#define PINSTRIPE_LIB_DRIVER_VALUES_CONDITIONVALUE_H

#include "pinstripe/Program/ValueType.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>

namespace pinstripe {

/// A token of a condition: an operator, a parenthesis or a value.
struct ConditionToken {
  std::string mark; ///< Empty for a value.
  int64_t value = 0;
  /// True if the value is not an int. It is then only compared with its like.
  bool isWide = false;
};

/// Evaluates a condition. Returns nullopt if that needs more knowledge of the
/// types than the tokens have.
std::optional<bool> evaluateCondition(llvm::ArrayRef<ConditionToken> tokens);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_VALUES_CONDITIONVALUE_H
