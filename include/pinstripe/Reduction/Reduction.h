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

/// Why a reduction ended.
enum class ReductionEnd : uint8_t {
  Finished,        ///< The algorithm had no more candidates to test.
  Interrupted,     ///< `stop` was set.
  Enough,          ///< ReductionOptions::isEnough returned true.
  FullDoesNotFail, ///< The full configuration does not reproduce the output.
  EmptyFails,      ///< Even the empty configuration FAILs: nothing to reduce.
  Failed,          ///< The oracle or the observer returned an Error.
};

/// Options of `reduce` beyond the choice of the algorithm.
struct ReductionOptions {
  /// Repeats the reduction until it finds nothing more to remove. Each round
  /// runs dd+ on the result, with the elements in reverse order, which finds
  /// more elements that can only be removed together. Then it tries the groups
  /// and runs the algorithm again. This is meant for algorithms that look for a
  /// small configuration. A round that finds nothing costs about two tests for
  /// each element of the result.
  bool fixpoint = false;
  /// The tree that the elements form; null if they form none. Its subtrees are
  /// tried after the groups. The tree must outlive the reduction.
  const ElementTree *tree = nullptr;
  /// A configuration that is likely to FAIL, such as the events of a dynamic
  /// slice. It is tested after the empty configuration. If it does not FAIL,
  /// one test is lost.
  std::optional<Configuration> firstCandidate = {};
  /// Called before each test with the smallest configuration that has FAILed so
  /// far. If it returns true, the reduction ends. If the function is empty, the
  /// reduction goes on to its end.
  std::function<bool(const Configuration &best)> isEnough = {};
};

struct ReductionResult {
  /// The smallest configuration that was seen to FAIL, or the full
  /// configuration if none was.
  Configuration best = Configuration::empty(0);
  ReductionEnd end = ReductionEnd::Finished;
  /// The largest configuration that was seen to PASS, if the algorithm looks
  /// for one (ddmax, isolate). With isolate it is a subset of `best`, and their
  /// difference is what was isolated.
  std::optional<Configuration> largestPassing;
  /// The certificate for `best`; None if the reduction ended too early.
  Minimality minimality = Minimality::None;
  /// For a reduction that ended early: the number of elements of `best` whose
  /// single removal was seen not to FAIL. 0 if `best` is too large to count.
  size_t provenNeeded = 0;
  /// True if the reduction was repeated until nothing more could be removed
  /// (ReductionOptions::fixpoint).
  bool isFixpoint = false;
  /// How many rounds (removal of groups, then the algorithm) were made; 1
  /// unless the reduction is repeated (ReductionOptions::fixpoint).
  size_t rounds = 0;
  TestCounts counts;
  bool interrupted() const { return end == ReductionEnd::Interrupted; }
  /// Returns true if the reduction ended before the algorithm was done.
  bool endedEarly() const {
    return interrupted() || end == ReductionEnd::Enough ||
           end == ReductionEnd::Failed;
  }
};

/// Reduces the elements 0 .. `elements`-1. Tests the full configuration, then
/// the empty one, then the first candidate if there is one, then tries to
/// remove each of the groups, and then runs the algorithm, with an OutcomeCache
/// in front of the oracle. If there are indivisible groups, the algorithm
/// treats each as one element, and a sweep of single removals follows where
/// 1-minimality is guaranteed.
///
/// `stop` is read before each test, and may be set by a signal handler or
/// another thread. An outcome other than FAIL that arrives after `stop` was set
/// is dropped, since the interruption may have disturbed that test.
///
/// Returns the first Error of the oracle or the observer. `result` then holds
/// what was found before; its end is Failed.
llvm::Error reduce(ReductionResult &result, size_t elements,
                   const Algorithm &algorithm, Oracle &oracle,
                   ReductionObserver &observer, const std::atomic<bool> &stop,
                   llvm::ArrayRef<ElementGroup> groups = {},
                   const ReductionOptions &options = {});

/// Does the same as the function above, but returns either the whole result or
/// an Error, for callers that can't use an incomplete result.
llvm::Expected<ReductionResult>
reduce(size_t elements, const Algorithm &algorithm, Oracle &oracle,
       ReductionObserver &observer, const std::atomic<bool> &stop,
       llvm::ArrayRef<ElementGroup> groups = {},
       const ReductionOptions &options = {});

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_REDUCTION_H
