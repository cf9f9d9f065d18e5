//===- Reduction.h - Runs a reduction from beginning to end -----*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

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

/// How a reduction ended.
enum class ReductionEnd : uint8_t {
  Finished,        ///< the algorithm had nothing left to ask
  Interrupted,     ///< `stop` was set
  Enough,          ///< ReductionOptions::isEnough
  FullDoesNotFail, ///< the full configuration does not reproduce it
  EmptyFails,      ///< so does the empty one: nothing to reduce
};

/// What `reduce` does beyond the algorithm.
struct ReductionOptions {
  /// Goes on after the algorithm: dd+ on the result with the elements in
  /// reverse order, which finds more of what only goes together, then groups
  /// and algorithm again, until both have removed nothing. For algorithms that
  /// look for a small configuration. If there was nothing to be found, that has
  /// cost about two tests for each element of the result.
  bool fixpoint = false;
  /// If elements form a tree: subtrees are tried after the groups, largest
  /// first. Has to outlive the reduction; may be null.
  const ElementTree *tree = nullptr;
  /// A configuration that may well FAIL, such as what a dynamic slice holds:
  /// tested behind the empty one. If it does not FAIL, that was one test.
  std::optional<Configuration> firstCandidate = {};
  /// Asked before each test, with the smallest configuration that FAILed so
  /// far: whether it will do, or has cost enough. May be empty.
  std::function<bool(const Configuration &best)> isEnough = {};
};

struct ReductionResult {
  /// The smallest configuration that was seen to FAIL. If there was none
  /// (FullDoesNotFail, or stopped before the first test): the full one.
  Configuration best = Configuration::empty(0);
  ReductionEnd end = ReductionEnd::Finished;
  /// Of algorithms that look for it (ddmax, isolate), if they saw one: the
  /// largest configuration that PASSes; with isolate a subset of `best`.
  std::optional<Configuration> largestPassing;
  /// None if ended before `best` was certified.
  Minimality minimality = Minimality::None;
  /// If it ended early: of how many elements of `best` it was seen that without
  /// them alone it does not FAIL. 0 if there are too many to look.
  size_t provenNeeded = 0;
  /// ReductionOptions::fixpoint was reached.
  bool isFixpoint = false;
  size_t rounds = 0; ///< of groups and algorithm; without fixpoint 1
  TestCounts counts;
  bool interrupted() const { return end == ReductionEnd::Interrupted; }
  /// Before the algorithm was done.
  bool endedEarly() const {
    return interrupted() || end == ReductionEnd::Enough;
  }
};

/// Reduces the elements 0 .. `elements`-1. Tests the full configuration, then
/// the empty one, then the first candidate if there is one, then tries to
/// remove each of the groups, and then lets the algorithm ask, with an
/// OutcomeCache in front of the oracle. If there are indivisible groups, the
/// algorithm reduces them and the other elements, and a sweep of single
/// removals follows where 1-minimality is guaranteed.
///
/// `stop` is looked at before each test, and may be set by a signal handler
/// or another thread. An outcome other than FAIL that arrives after it was
/// set is dropped: what stopped us may have disturbed that test.
///
/// An Error is one of the oracle or the observer; the best configuration so
/// far went through ReductionObserver::bestImproved before.
llvm::Expected<ReductionResult>
reduce(size_t elements, const Algorithm &algorithm, Oracle &oracle,
       ReductionObserver &observer, const std::atomic<bool> &stop,
       llvm::ArrayRef<ElementGroup> groups = {},
       const ReductionOptions &options = {});

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_REDUCTION_H
