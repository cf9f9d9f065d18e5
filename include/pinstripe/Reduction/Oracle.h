// Declares the interface through which a reduction tests configurations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_ORACLE_H
#define PINSTRIPE_REDUCTION_ORACLE_H

#include "pinstripe/Reduction/Configuration.h"
#include "pinstripe/Reduction/Outcome.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace pinstripe {

/// Tests configurations. `reduce` calls an oracle for one test at a time, on
/// the thread that called `reduce`, and never twice with a configuration that
/// did not FAIL. Whatever the program under test does is an Outcome. An Error
/// means that testing itself is broken, and ends the reduction.
class Oracle {
public:
  virtual ~Oracle() = default;
  /// Tests one configuration. The outcome must be deterministic, since
  /// 1-minimality is certified from outcomes.
  virtual llvm::Expected<Outcome> test(const Configuration &candidate) = 0;

  /// Returns how many candidates `prefetch` can use; 0 if `prefetch` does
  /// nothing.
  virtual size_t prefetchDepth() { return 0; }
  /// Returns the outcome of a candidate if `test` could tell the outcome
  /// without a run of the program.
  virtual std::optional<Outcome> known(const Configuration &) {
    return std::nullopt;
  }
  /// Announces tests before they are asked for: first the candidate that is
  /// tested next, then candidates that may follow, likely ones first. No
  /// announced candidate was tested before, and `known` returns nullopt for
  /// each. A candidate that was announced by an earlier call, but not by this
  /// call, is no longer of interest. The oracle may start to work on the
  /// candidates, but no outcome may depend on this work.
  virtual void prefetch(llvm::ArrayRef<Configuration>) {}
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_ORACLE_H
