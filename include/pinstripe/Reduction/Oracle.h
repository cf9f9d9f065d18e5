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
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <optional>

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

  /// How many candidates `prefetch` has a use for; 0: none.
  virtual size_t prefetchDepth() { return 0; }
  /// The outcome of a candidate for which `test` would do no work.
  virtual std::optional<Outcome> known(const Configuration &) {
    return std::nullopt;
  }
  /// Called before tests: what is about to be tested, and behind it what may
  /// be tested then, likely ones first. None of it is `known` or was tested
  /// before; what an earlier call named and this one does not is of no more
  /// interest. An oracle may start to work on it. No outcome may depend on
  /// that, and so none does on the number of things that it does at once.
  virtual void prefetch(llvm::ArrayRef<Configuration>) {}
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_ORACLE_H
