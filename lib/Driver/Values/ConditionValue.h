// Evaluates a condition in which the variables were replaced by their values.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reports show the result, since a trace does not say if a condition was true.

#ifndef PINSTRIPE_LIB_DRIVER_VALUES_CONDITIONVALUE_H
#define PINSTRIPE_LIB_DRIVER_VALUES_CONDITIONVALUE_H

#include "pinstripe/Program/ValueType.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>

namespace pinstripe {

/// A token of a condition: an operator, a parenthesis or the value of a
/// variable.
struct ConditionToken {
  /// The operator or parenthesis; empty if the token is a value.
  std::string mark;
  int64_t value = 0;
  /// True for a value whose type may be larger than int. As its type is not
  /// known exactly, such a value can only be compared.
  bool isWide = false;
};

/// Evaluates a condition. Returns nullopt if the result depends on the types of
/// the values, since the tokens do not tell them.
std::optional<bool> evaluateCondition(llvm::ArrayRef<ConditionToken> tokens);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_VALUES_CONDITIONVALUE_H
