// Runs a reduction from beginning to end.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_REDUCTION_H
#define PINSTRIPE_REDUCTION_REDUCTION_H

#include "pinstripe/Reduction/Algorithms.h"
#include "pinstripe/Reduction/ElementGroup.h"
#include "pinstripe/Reduction/ElementTree.h"
#include "pinstripe/Reduction/Oracle.h"
#include "pinstripe/Reduction/ReductionObserver.h"
#include "pinstripe/Reduction/TestCounts.h"
#include <atomic>
#include <functional>
#include <optional>

namespace pinstripe {

/// The reason why a reduction ended.
enum class ReductionEnd : uint8_t {
  Finished,    ///< The algorithm has no more candidates to test.
  Interrupted, ///< The user or the caller stopped the reduction.
  /// The function ReductionOptions::isEnough said that the result is small
  /// enough.
  Enough,
  FullDoesNotFail, ///< The full configuration does not reproduce the output.
  EmptyFails,      ///< Even the empty configuration FAILs: nothing to reduce.
  Failed,          ///< The oracle or the observer returned an Error.
};

/// Options of a reduction, besides its algorithm.
struct ReductionOptions {
  /// If true, the reduction is repeated in rounds until nothing more can be
  /// removed. Each further round first runs dd+ on the last result, with the
  /// elements in reverse order, which finds more elements that can only be
  /// removed together. Then the round tries the groups and runs the algorithm
  /// again. A round that removes nothing costs about two tests for each element
  /// of the result. The option is meant for algorithms that look for a small
  /// configuration.
  bool fixpoint = false;
  /// A tree of the elements; null if the elements form no tree. After the
  /// reduction has tried to remove groups, it tries to remove subtrees of this
  /// tree. The tree must outlive the reduction.
  const ElementTree *tree = nullptr;
  /// Configurations that are likely to FAIL, such as the events of a dynamic
  /// slice. They are tested right after the empty configuration, in this order,
  /// until one FAILs. Then the reduction removes further elements from this one
  /// instead of from the full configuration, which saves many tests.
  std::vector<Configuration> firstCandidates = {};
  /// Estimates of which elements are needed, made before the reduction begins;
  /// null if there are none. Only algorithms with Algorithm::createFrom use it.
  /// Must outlive the reduction.
  const ElementPrior *prior = nullptr;
  /// A function that ends the reduction by returning true. It is called before
  /// each test, with the smallest configuration that has FAILed so far. If it
  /// is empty, it never ends the reduction.
  std::function<bool(const Configuration &best)> isEnough = {};
};

struct ReductionResult {
  /// The smallest configuration that has FAILed; the full configuration if none
  /// has FAILed.
  Configuration best = Configuration::empty(0);
  ReductionEnd end = ReductionEnd::Finished;
  /// The largest configuration that has PASSed. Only the algorithms ddmax and
  /// isolate look for it. nullopt for other algorithms, or if no configuration
  /// has PASSed. With isolate, this configuration is a subset of `best`. The
  /// isolated difference is the elements that only `best` contains.
  std::optional<Configuration> largestPassing;
  /// Says what is proved about `best`; Minimality::None if nothing is proved,
  /// as when the reduction ended too early.
  Minimality minimality = Minimality::None;
  /// The number of elements of `best` that are known to be needed, since `best`
  /// without the element was tested and did not FAIL. Only set for a reduction
  /// that ended early. 0 if `best` has too many elements to count.
  size_t provenNeeded = 0;
  /// True if the reduction was repeated until nothing more could be removed
  /// (ReductionOptions::fixpoint).
  bool isFixpoint = false;
  /// How many rounds were made. A round tries to remove groups and then runs
  /// the algorithm. There is more than one round only if the reduction is
  /// repeated (ReductionOptions::fixpoint).
  size_t rounds = 0;
  TestCounts counts;
  bool interrupted() const { return end == ReductionEnd::Interrupted; }
  /// Returns true if the reduction ended before the algorithm was done.
  bool endedEarly() const {
    return interrupted() || end == ReductionEnd::Enough ||
           end == ReductionEnd::Failed;
  }
};

/// Reduces the elements 0 .. `elements`-1 to a small configuration that still
/// FAILs. Tests the full configuration, the empty one, and the first candidate
/// if there is one. Then tries to remove groups, then subtrees if there is a
/// tree, and then runs the algorithm. A candidate whose outcome is in the cache
/// is not tested again.
///
/// The algorithm removes each indivisible group only as a whole. If there are
/// such groups and the algorithm guarantees 1-minimality, a sweep follows,
/// which tries to remove each single element.
///
/// The reduction ends when `stop` is true. `stop` is read before each test, and
/// can be set by a signal handler or another thread. An outcome other than FAIL
/// that arrives after `stop` was set is dropped, since the interruption may
/// have disturbed the test.
///
/// Returns the first Error of the oracle or the observer. In this case `result`
/// holds what was found before the Error, and `result.end` is
/// ReductionEnd::Failed.
llvm::Error reduce(ReductionResult &result, size_t elements,
                   const Algorithm &algorithm, Oracle &oracle,
                   ReductionObserver &observer, const std::atomic<bool> &stop,
                   llvm::ArrayRef<ElementGroup> groups = {},
                   const ReductionOptions &options = {});

/// Runs a reduction as the function above does, but returns the result itself.
/// Returns an Error instead if the reduction fails: what was found before the
/// failure is then lost.
llvm::Expected<ReductionResult>
reduce(size_t elements, const Algorithm &algorithm, Oracle &oracle,
       ReductionObserver &observer, const std::atomic<bool> &stop,
       llvm::ArrayRef<ElementGroup> groups = {},
       const ReductionOptions &options = {});

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_REDUCTION_H
