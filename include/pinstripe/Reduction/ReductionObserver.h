// The interface through which a reduction reports its progress.
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
  llvm::StringRef phase; ///< Name of the phase that is going on.
  /// Number of elements in the best configuration so far.
  size_t bestCount = 0;
  size_t elements = 0; ///< Number of elements in the full configuration.
  /// Roughly how many tests are still to come at most, see Reducer::testsLeft.
  std::optional<size_t> testsLeft;
  TestCounts counts;
};

/// Learns of each step of a reduction. `reduce` calls the functions on its
/// thread: phaseChanged before a phase begins, the others after each test, in
/// the order of declaration. `bestImproved` is the place to write the best
/// result to disk. An Error ends the reduction and is returned by `reduce`.
class ReductionObserver {
public:
  virtual ~ReductionObserver() = default;
  /// Called when the outcome of a candidate is known: from the cache if
  /// `cached` is true, otherwise from the oracle.
  virtual llvm::Error testFinished(const Configuration &configuration,
                                   Outcome outcome, bool cached) {
    return llvm::Error::success();
  }
  /// Called when a configuration FAILs that is smaller than each one that
  /// FAILed before. The first call is for the full configuration.
  virtual llvm::Error bestImproved(const Configuration &configuration) {
    return llvm::Error::success();
  }
  /// Called when a phase begins, before its first test. The phases are "full
  /// configuration", "empty configuration", then those of the algorithm.
  virtual void phaseChanged(llvm::StringRef phase) {}
  /// Called after each answer to a test, when all other functions have been
  /// called.
  virtual void progressed(const ReductionProgress &progress) {}
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_REDUCTIONOBSERVER_H
