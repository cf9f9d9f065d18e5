//===- StatementValues.h - A statement with its values ------------*- C++
//-*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_DRIVER_STATEMENTVALUES_H
#define PINSTRIPE_LIB_DRIVER_STATEMENTVALUES_H

#include "OperandValues.h"
#include "pinstripe/Report/EventValues.h"

namespace pinstripe {

/// `values` as `operands.operands`.
EventValues describeValues(const StatementUnit &unit,
                           const StatementOperands &operands,
                           const std::vector<OperandValue> &values);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_STATEMENTVALUES_H
