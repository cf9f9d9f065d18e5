//===- ConditionValue.h - What a condition comes to --------------*- C++
//-*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_DRIVER_CONDITIONVALUE_H
#define PINSTRIPE_LIB_DRIVER_CONDITIONVALUE_H

#include "pinstripe/Program/ValueType.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>

namespace pinstripe {

/// A token of a condition: a mark, or a value.
struct ConditionToken {
  std::string mark; ///< empty: it is the value
  int64_t value = 0;
  /// Not a number that an int can hold: only compared with its like.
  bool isWide = false;
};

/// None: it can't be told without knowing more of the types than this.
std::optional<bool> evaluateCondition(llvm::ArrayRef<ConditionToken> tokens);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CONDITIONVALUE_H
