//===- ReductionObserver.h - Watches a reduction ----------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_REDUCTION_REDUCTIONOBSERVER_H
#define PINSTRIPE_REDUCTION_REDUCTIONOBSERVER_H

#include "pinstripe/Reduction/Configuration.h"
#include "pinstripe/Reduction/Outcome.h"
#include "pinstripe/Reduction/TestCounts.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace pinstripe {

/// Where a reduction stands.
struct ReductionProgress {
  llvm::StringRef phase; ///< as in `phaseChanged`
  size_t bestCount = 0;  ///< elements of the best configuration so far
  size_t elements = 0;   ///< of the full one
  /// Rough: see Reducer::testsLeft.
  std::optional<size_t> testsLeft;
  TestCounts counts;
};

/// Is told by `reduce`, on its thread, in the order below after each test.
/// Whoever wants the best result on disk at every moment writes it in
/// `bestImproved`. An Error ends the reduction and comes out of `reduce`.
class ReductionObserver {
public:
  virtual ~ReductionObserver();
  /// A question was answered, by the oracle or, if `cached`, by the cache.
  virtual llvm::Error testFinished(const Configuration &configuration,
                                   Outcome outcome, bool cached);
  /// `configuration` FAILs and is smaller than all that did before it; the
  /// first time it is the full one.
  virtual llvm::Error bestImproved(const Configuration &configuration);
  /// Before the first test of each phase: "full configuration", "empty
  /// configuration", then those of the algorithm.
  virtual void phaseChanged(llvm::StringRef phase);
  /// After each answer, last.
  virtual void progressed(const ReductionProgress &progress);
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_REDUCTIONOBSERVER_H
