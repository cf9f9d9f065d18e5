// Runs one reduction of a recorded case, as by `pinstripe reduce`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_REDUCE_REDUCEVERB_H
#define PINSTRIPE_DRIVER_REDUCE_REDUCEVERB_H

#include "pinstripe/Case/Lanes.h"
#include "pinstripe/Case/Progress.h"
#include "pinstripe/Case/RecordedCase.h"
#include "pinstripe/Driver/Reduce/CoarseGroups.h"
#include "pinstripe/Driver/Reduce/PartialExecutionOracle.h"
#include "pinstripe/Driver/Reduce/Preferences.h"
#include "pinstripe/Driver/Reduce/StoredResult.h"
#include "pinstripe/Reduction/Reduction.h"
#include <chrono>

namespace pinstripe {

/// Limits after which a reduction ends even if it is not done.
struct ReductionBudget {
  /// Number of tests that this reduction may make; stored ones do not count.
  std::optional<uint64_t> tests;
  std::optional<double> seconds; ///< Time that `run` may take.
  std::optional<size_t> size;    ///< Number of elements at which to stop.
};

/// The options of one reduction of a case.
struct ReductionRequest {
  /// Makes a request for the output for which the case was recorded.
  explicit ReductionRequest(const RecordedCase &recorded)
      : predicate(recorded.theCase.predicate), flow(recorded.launch.flow),
        unrecordedCalls(recorded.launch.unrecordedCalls) {}

  PredicateSpec predicate; ///< The output that must be reproduced.
  Flow flow;
  UnrecordedCalls unrecordedCalls;
  LaneOptions lanes = {1, nullptr};
  Preferences preferences; ///< What the reduction may remove.
  ReductionBudget budget;
  bool fixpoint = false; ///< See ReductionOptions::fixpoint.
  bool fresh = false;    ///< True to forget stored tests.
  /// A configuration to test first (see ReductionOptions). Events that must be
  /// executed for its events to happen are added.
  std::optional<EventSet> firstCandidate;
  /// True to test the dynamic slice of the output first, if the output has one
  /// and `firstCandidate` is not set.
  bool startFromSlice = true;
  /// The result from which to start instead of the whole run. Such a reduction
  /// is a second look at the result: it neither reads from nor writes to the
  /// case directory.
  std::optional<StoredResult> result;
};

/// One reduction of a recorded case. At every moment the case directory has the
/// best result so far and all tests, so that a later reduction can resume.
///
/// Unless the user has chosen a granularity, a trace of more than 2^18 events
/// is first reduced by statement. The remaining instances are then reduced if
/// they can be tried one by one in minutes: at once, or after large parts have
/// gone. Otherwise the remaining statements are the result.
class ReduceVerb : RunnableCase {
public:
  /// Returns a UsageError if the predicate does not hold for the recorded run,
  /// or if the preferences do not fit the run. `recorded` and `runner` must
  /// outlive the object.
  static llvm::Expected<std::unique_ptr<ReduceVerb>>
  create(const RunnableCase &runnable, ReductionRequest request);

  size_t elements() const { return elementMap.size(); }
  Granularity granularity() const { return elementMap.granularity(); }

  /// Returns the number of stored tests of earlier reductions.
  size_t storedTests() const { return stored ? stored->size() : 0; }
  /// Returns the events of the test that was just answered, or nullopt if the
  /// cache answered it.
  std::optional<EventSet> eventsOfRun(const Configuration &configuration) const;

  /// Makes the reduction with `algorithm`, one of the table in Reduction.
  /// Returns a ReproductionError, with the first difference, if the full
  /// configuration does not reproduce the output, and a NothingToReduceError if
  /// the empty one does.
  llvm::Error run(const Algorithm &algorithm, ReductionObserver &observer);

  /// Returns the summary after `run`; the summary refers to the recorded case.
  /// The caller fills in version and total time.
  ReductionSummary summary() const;

private:
  class BestResultWriter;
  ReduceVerb(const RunnableCase &runnable, ReductionRequest request,
             EventSet userPinned);

  llvm::Error prepare();
  llvm::Error reduceElements(const Algorithm &algorithm,
                             ReductionObserver &observer,
                             size_t smallest = smallestGroup);
  llvm::Error refine(const Algorithm &algorithm, ReductionObserver &observer);
  llvm::Error reduceRest(const Algorithm &algorithm,
                         ReductionObserver &observer, Granularity granularity,
                         const EventSet &left);
  EventSet leftToReduce() const;
  llvm::Error withPlaceOfResult(llvm::Error error) const;
  void chooseFirstCandidate(const Algorithm &algorithm);
  /// Returns the part of the budget that is used up; none if none is.
  std::optional<BudgetLimit> exhaustedBudget(const Configuration &best) const;
  BestResult bestOf(const Configuration &configuration) const;
  llvm::Error finish();
  llvm::Error checkResult();
  bool holdsProof() const;
  Certificate certificate() const;

  ReductionRequest request;
  /// The control tree; null in trace flow.
  std::unique_ptr<ControlTree> control;
  ElementMap elementMap;
  bool mayRefine; ///< True to reduce instances after statements.
  LaunchSpec launch;
  /// In guarded flow, launches with other poisons than that of `launch`, under
  /// which the output must be reproduced, too.
  std::vector<LaunchSpec> otherPoisons;
  std::unique_ptr<Predicate> predicate;
  std::unique_ptr<StoredTests> stored; ///< Null for a second look at a result.
  std::optional<ResultWriter> writer;
  std::optional<PartialExecutionOracle> oracle;
  std::optional<ReductionResult> result;
  /// The certificate of the latest stage that ended by itself.
  std::optional<ProvenStage> proof;
  std::chrono::steady_clock::time_point start; ///< Time of `run`.
  /// The part of the budget that ended the reduction.
  std::optional<BudgetLimit> exhausted;
  size_t cached = 0; ///< Answers of the reducer's cache in all stages.
  EventSet kept;
  std::optional<RepeatedRuns> repeated;
  std::optional<PoisonFinding> poisonFinding;
};

/// Turns an error of one of these kinds into the reason for a missing result.
template <typename... Kinds>
llvm::Error noteReason(llvm::Error error, std::string &reason) {
  return llvm::handleErrors(
      std::move(error), [&](const Kinds &kind) { reason = kind.message; }...);
}

/// Reduces by the default algorithm. `listener` is told how many runs that took
/// so far. Returns the errors of `ReduceVerb`.
llvm::Expected<ReductionSummary> reduceCase(const RunnableCase &runnable,
                                            ReductionRequest request,
                                            llvm::StringRef step,
                                            const ProgressListener &listener);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_REDUCE_REDUCEVERB_H
