//===- ReductionSession.h - From a recorded case to its result --*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_DRIVER_REDUCTIONSESSION_H
#define PINSTRIPE_DRIVER_REDUCTIONSESSION_H

#include "pinstripe/Driver/CoarseGroups.h"
#include "pinstripe/Driver/Lanes.h"
#include "pinstripe/Driver/PartialExecutionOracle.h"
#include "pinstripe/Driver/Preferences.h"
#include "pinstripe/Driver/RecordedCase.h"
#include "pinstripe/Driver/ResultKeeper.h"
#include "pinstripe/Driver/StoredResult.h"
#include "pinstripe/Reduction/Reduction.h"
#include <chrono>

namespace pinstripe {

/// When a reduction has done enough, even if it is not done.
struct ReductionBudget {
  std::optional<uint64_t> tests; ///< made here; stored ones are free
  std::optional<double> seconds; ///< of `run`
  std::optional<size_t> size;    ///< elements that are left, at most
};

/// How a case is reduced.
struct SessionOptions {
  LaneOptions lanes = {1, nullptr};
  Preferences preferences; ///< without granularity: see ReductionSession
  ReductionBudget budget;
  bool fixpoint = false; ///< as in ReductionOptions
  bool fresh = false;    ///< without the tests of former reductions
  /// Tested first: see ReductionOptions. What has to be executed for its events
  /// to happen joins it.
  std::optional<EventSet> firstCandidate;
  /// Without one, the dynamic slice of the output is, if there is one.
  bool startFromSlice = true;
  /// Starts from this instead of the whole run, and neither takes tests from
  /// the case directory nor leaves anything there: for a second look at it.
  std::optional<StoredResult> result;
};

/// One reduction of a recorded case. The best result so far is in the case
/// directory at every moment, and so are all tests: a later reduction of the
/// case goes on with them.
///
/// Unless a granularity is asked for, traces of more than 2^18 events are
/// reduced by statements, and then by instances if what is left can be tried
/// one by one in minutes: at once, or after large parts of it could go. If
/// not, what is left of the statements is the result.
class ReductionSession {
public:
  /// A UsageError if the predicate does not hold for the recorded run, or if
  /// the preferences don't fit it. `recorded` must outlive the session.
  static llvm::Expected<std::unique_ptr<ReductionSession>>
  create(RecordedCase &recorded, const std::atomic<bool> &stop,
         SessionOptions options = {});

  size_t elements() const { return elementMap.size(); }
  Granularity granularity() const { return elementMap.granularity(); }

  /// How many tests former reductions have left.
  size_t storedTests() const { return stored ? stored->size() : 0; }
  /// The events of the test that was just answered, unless the cache did.
  std::optional<EventSet> eventsOfRun(const Configuration &configuration) const;

  /// Reduces. A ReproductionError if the full configuration does not
  /// reproduce the output, with the first difference; a NothingToReduceError
  /// if the empty one does. `algorithm` is one of Reduction.
  llvm::Error run(const Algorithm &algorithm, ReductionObserver &observer);

  /// After `run`; refers to the recorded case. Version and total time are the
  /// caller's.
  ReductionSummary summary() const;

private:
  class BestKeeper;
  /// What a stage has certified.
  struct Proof {
    Granularity granularity;
    Minimality minimality;
    size_t kept; ///< events
  };
  ReductionSession(RecordedCase &recorded, const std::atomic<bool> &stop,
                   SessionOptions options, EventSet userPinned);

  llvm::Error reduceElements(const Algorithm &algorithm,
                             ReductionObserver &observer,
                             size_t smallest = smallestGroup);
  llvm::Error refine(const Algorithm &algorithm, ReductionObserver &observer);
  llvm::Error reduceRest(const Algorithm &algorithm,
                         ReductionObserver &observer, Granularity granularity,
                         const EventSet &left);
  EventSet leftToReduce() const;
  llvm::Error explainEmpty() const;
  llvm::Error explainFull() const;
  llvm::Error withPlaceOfResult(llvm::Error error) const;
  void chooseFirstCandidate(const Algorithm &algorithm);
  bool isEnough(const Configuration &best);
  BestResult bestOf(const Configuration &configuration) const;
  llvm::Error finish();
  llvm::Error checkResult();
  bool holdsProof() const;
  Granularity provenGranularity() const;
  std::string minimality() const;

  RecordedCase &recorded;
  const std::atomic<bool> &stop;
  SessionOptions options;
  std::unique_ptr<ControlTree> control; ///< null: trace flow
  ElementMap elementMap;
  bool mayRefine; ///< go on with instances after statements
  LaunchSpec launch;
  /// Guarded flow: with what else in memory the output has to be reproduced.
  std::vector<LaunchSpec> otherGarbage;
  std::unique_ptr<Predicate> predicate;
  std::unique_ptr<StoredTests> stored; ///< null: a second look
  std::optional<ResultKeeper> keeper;
  std::optional<PartialExecutionOracle> oracle;
  std::optional<ReductionResult> result;
  std::optional<Proof> proof; ///< of the latest stage that had an end
  std::chrono::steady_clock::time_point start; ///< of `run`
  std::string exhausted; ///< the part of the budget that ended it
  size_t cached = 0;     ///< answers of the reducer's cache, in all stages
  EventSet kept;
  std::optional<RepeatedRuns> repeated;
  std::optional<GarbageFinding> garbage;
};

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_REDUCTIONSESSION_H
