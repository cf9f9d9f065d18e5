//===- Oracle.h - Configuration to outcome ----------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_REDUCTION_ORACLE_H
#define PINSTRIPE_REDUCTION_ORACLE_H

#include "pinstripe/Reduction/Configuration.h"
#include "pinstripe/Reduction/Outcome.h"
#include "llvm/Support/Error.h"

namespace pinstripe {

/// Tests configurations. `reduce` calls it, one test at a time, on the thread
/// that called `reduce`, and never twice with a configuration that did not
/// FAIL. Whatever the program under test does is an Outcome; an Error means
/// that testing itself is broken, and ends the reduction.
class Oracle {
public:
  virtual ~Oracle() = default;
  /// Must be deterministic: 1-minimality is certified from these outcomes.
  virtual llvm::Expected<Outcome> test(const Configuration &candidate) = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_ORACLE_H
