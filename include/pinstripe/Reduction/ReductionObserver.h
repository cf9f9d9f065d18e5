// Declares the interface through which a reduction reports its progress.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_REDUCTIONOBSERVER_H
#define PINSTRIPE_REDUCTION_REDUCTIONOBSERVER_H

#include "pinstripe/Reduction/Configuration.h"
#include "pinstripe/Reduction/Outcome.h"
#include "pinstripe/Reduction/TestCounts.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace pinstripe {

/// The state of a reduction, for progress reports.
struct ReductionProgress {
  llvm::StringRef phase; ///< Name of the current phase.
  /// Number of elements in the best configuration so far.
  size_t bestCount = 0;
  size_t elements = 0; ///< Number of elements in the full configuration.
  /// A rough upper limit of the number of tests still to come (see
  /// Reducer::testsLeft); nullopt if no limit is known.
  std::optional<size_t> testsLeft;
  TestCounts counts;
};

/// Receives reports on each step of a reduction. All functions are called on
/// the thread that called `reduce`. A phase begins with a call of phaseChanged.
/// After each outcome, three functions are called in this order: testFinished,
/// bestImproved if there is a new best configuration, and progressed. This is
/// so even if the outcome comes from the cache. An implementation of
/// `bestImproved` can write the best result to disk. If a function returns an
/// Error, the reduction ends, and `reduce` returns this Error.
class ReductionObserver {
public:
  virtual ~ReductionObserver() = default;
  /// Called when the outcome of a candidate is known. If `cached` is true, the
  /// outcome comes from the cache, otherwise from the oracle.
  virtual llvm::Error testFinished(const Configuration &configuration,
                                   Outcome outcome, bool cached) {
    return llvm::Error::success();
  }
  /// Called when a configuration FAILs that is smaller than every configuration
  /// that FAILed before. The first such configuration is the full one.
  virtual llvm::Error bestImproved(const Configuration &configuration) {
    return llvm::Error::success();
  }
  /// Called when a phase begins, before its first test. The first phases are
  /// "full configuration", "empty configuration" and, if there is one, "first
  /// candidate"; Reducer::phase() names the later ones.
  virtual void phaseChanged(llvm::StringRef phase) {}
  /// Called after each outcome, also after one from the cache. Before this
  /// call, testFinished and, for a new best configuration, bestImproved have
  /// been called.
  virtual void progressed(const ReductionProgress &progress) {}
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_REDUCTIONOBSERVER_H
