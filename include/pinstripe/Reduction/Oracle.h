// Declares the interface through which a reduction tests configurations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_ORACLE_H
#define PINSTRIPE_REDUCTION_ORACLE_H

#include "pinstripe/Reduction/Configuration.h"
#include "pinstripe/Reduction/Outcome.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <optional>
#include <vector>

namespace pinstripe {

/// Describes the progress of a test that the oracle was asked to make in
/// advance.
struct TestOutlook {
  /// True if the test has begun; also true if it has ended already.
  bool isBegun = false;
  /// The outcome that the test will probably have; nullopt if nothing is known.
  std::optional<Outcome> outcome = {};
};

/// Tests configurations: executes the program with the elements of a
/// configuration, and tells the outcome. `reduce` calls an oracle for one test
/// at a time, on the thread that called `reduce`. A configuration that did not
/// FAIL is never tested again, since its outcome is remembered. Whatever the
/// program under test does is an Outcome. An Error means that testing itself is
/// broken, and ends the reduction.
class Oracle {
public:
  virtual ~Oracle() = default;
  /// Tests one configuration. The same configuration must always have the same
  /// outcome, since the proof of 1-minimality relies on outcomes of earlier
  /// tests.
  virtual llvm::Expected<Outcome> test(const Configuration &candidate) = 0;

  /// Returns the largest number of likely candidates that a caller may pass to
  /// `prefetch`; 0 if `prefetch` does nothing.
  virtual size_t prefetchDepth() { return 0; }
  /// Returns the outcome of a candidate if the oracle can tell it without
  /// running the program; otherwise nullopt.
  virtual std::optional<Outcome> known(const Configuration &) {
    return std::nullopt;
  }
  /// Returns false if the oracle knew the outcome of the last test from earlier
  /// tests, so that it counts as answered from a cache.
  virtual bool lastTestIsNew() const { return true; }
  /// Returns elements that a candidate lacks and that it probably needs besides
  /// its own elements. `enough` is a configuration that FAILs and contains both
  /// the candidate and the returned elements. Called only after the candidate
  /// was tested and did not FAIL. Returns an empty list if the oracle names no
  /// element. The oracle may learn from earlier calls, but the same sequence of
  /// calls must always have the same results.
  virtual std::vector<Element> lacking(const Configuration &candidate,
                                       const Configuration &enough) {
    return {};
  }
  /// Announces candidates that are worth testing soon, the most useful ones
  /// first. The first one is tested next; the others may follow. The oracle is
  /// allowed to start these tests at once, for example on other processors, but
  /// the outcomes must not depend on this.
  ///
  /// Each list replaces the previous one. So the oracle can give up the test of
  /// a candidate that is not in the new list. The caller leaves out candidates
  /// whose outcomes are known already (see `known`). But the full and the empty
  /// configuration may be in the list even if their outcomes are known.
  virtual void prefetch(llvm::ArrayRef<Configuration>) {}
  /// Tells how far the test of a prefetched candidate has come. The caller uses
  /// the answer only to choose what to prefetch next, so the answer may be
  /// wrong, and may depend on the time.
  virtual TestOutlook outlook(const Configuration &) { return {}; }
  /// Sets a function that the oracle may call while `test` waits, on the thread
  /// that called `test`. The function calls `prefetch` with a new list, based
  /// on what `outlook` returns by then. An oracle calls the function when tests
  /// in advance have ended, and when only few tests are left that it could
  /// begin. The function may be empty.
  virtual void whileWaiting(std::function<void()>) {}
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_ORACLE_H
