// Runs one reduction of a recorded case, for `pinstripe reduce`.
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

namespace pinstripe {

/// Limits at which a reduction ends, even if it is not finished.
struct ReductionBudget {
  /// Maximum number of tests. Tests whose outcomes are stored already do not
  /// count.
  std::optional<uint64_t> tests;
  /// The number of elements at which the reduction ends, although more might be
  /// removable.
  std::optional<size_t> size;
};

/// Everything that a user can ask for in one reduction of a case.
struct ReductionRequest {
  /// Makes a request for a reduction to the output for which the case was
  /// recorded.
  explicit ReductionRequest(const RecordedCase &recorded)
      : predicate(recorded.theCase.predicate), flow(recorded.launch.flow),
        unrecordedCalls(recorded.launch.unrecordedCalls) {}

  PredicateSpec predicate; ///< the condition that the output must fulfil
  Flow flow;
  UnrecordedCalls unrecordedCalls;
  LaneOptions lanes = {1, nullptr};
  Preferences preferences; ///< the user's wishes: what to keep, what to remove
  ReductionBudget budget;
  /// Whether to look also for pairs of elements that can be removed together
  /// (ReductionOptions::fixpoint).
  bool fixpoint = false;
  bool fresh = false; ///< True to forget the tests of earlier reductions.
  /// A set of events that is tested first (see ReductionOptions). Calls and
  /// decisions that these events need in order to happen are added to it.
  std::optional<EventSet> firstCandidate;
  /// True to test the dynamic slice of the output first, if there is one and
  /// `firstCandidate` is not set.
  bool startFromSlice = true;
  /// A result that is reduced in place of the whole run. Such a reduction only
  /// checks and improves that result: it does not read or write the case
  /// directory.
  std::optional<StoredResult> result;
};

/// One reduction of a recorded case. The best result so far and all tests are
/// always in the case directory, so that a later reduction can resume.
///
/// Unless the user has chosen a granularity, a trace of more than 2^18 events
/// is first reduced by statement. If trying the remaining instances one by one
/// takes only minutes, they are reduced next; otherwise large parts of the run
/// are tried first. If there are still too many instances, the remaining
/// statements are the result.
class ReduceVerb : RunnableCase {
public:
  /// Prepares a reduction. Returns a UsageError if the predicate does not hold
  /// for the recorded run, or if the preferences do not fit the run. `recorded`
  /// and `runner` must outlive the object.
  static llvm::Expected<std::unique_ptr<ReduceVerb>>
  create(const RunnableCase &runnable, ReductionRequest request);

  size_t elements() const { return elementMap.size(); }
  Granularity granularity() const { return elementMap.granularity(); }

  /// Returns the number of tests by earlier reductions that were found on disk.
  size_t storedTests() const { return stored ? stored->size() : 0; }
  /// Returns the events that the last test executed; nullopt if the cache
  /// answered the test, so that nothing was executed.
  std::optional<EventSet> eventsOfRun(const Configuration &configuration) const;

  /// Makes the reduction. `algorithm` is one of those in
  /// Reduction/Algorithms.def. Returns a ReproductionError, which describes the
  /// first difference, if the output is not reproduced although all events are
  /// executed. Returns a NothingToReduceError if the output is reproduced
  /// although no events are executed.
  llvm::Error run(const Algorithm &algorithm, ReductionObserver &observer);

  /// Returns the summary of the reduction; call it after `run`. The summary
  /// refers to the recorded case, which must outlive it. The caller has to fill
  /// in the version and the total time.
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
  llvm::Error noteFailure(llvm::Error error);
  void chooseFirstCandidate(const Algorithm &algorithm);
  /// Returns the limit of the budget (tests, size or time) that has been
  /// reached; nullopt if none has.
  std::optional<BudgetLimit> exhaustedBudget(const Configuration &best) const;
  BestResult bestOf(const Configuration &configuration) const;
  llvm::Error finish();
  llvm::Error checkResult();
  bool holdsProof() const;
  Certificate certificate() const;
  std::vector<GluedCleanup> freeCleanups() const;
  KeptReasons reasonsToKeep() const;

  ReductionRequest request;
  /// Tells which decisions and calls each event depends on; null in trace flow.
  std::unique_ptr<ControlTree> control;
  ElementMap elementMap;
  /// Whether single instances are reduced after a first reduction by whole
  /// statements.
  bool mayRefine;
  LaunchSpec launch;
  /// Used in guarded flow: further launches with other poisons (patterns
  /// written into unset memory). The output must be reproduced with each of
  /// them.
  std::vector<LaunchSpec> otherPoisons;
  std::unique_ptr<Predicate> predicate;
  /// The tests on disk. Null if the reduction only takes a second look at an
  /// earlier result.
  std::unique_ptr<StoredTests> stored;
  std::optional<ResultWriter> writer;
  std::optional<PartialExecutionOracle> oracle;
  std::optional<ReductionResult> result;
  /// The certificate of minimality from the last stage of the reduction that
  /// came to its end.
  std::optional<ProvenStage> proof;
  std::string failure; ///< the error that ended the reduction; may be empty
  /// The limit of the budget that has ended the reduction; nullopt if it ended
  /// for another reason.
  std::optional<BudgetLimit> exhausted;
  size_t cached = 0; ///< number of tests that the reducer's cache answered
  EventSet kept;
  std::optional<RepeatedRuns> repeated;
  std::optional<PoisonFinding> poisonFinding;
};

/// Reduces the recorded case by the default algorithm. Calls `listener` with
/// the number of runs made so far. Returns the errors of `ReduceVerb`.
llvm::Expected<ReductionSummary> reduceCase(const RunnableCase &runnable,
                                            ReductionRequest request,
                                            llvm::StringRef step,
                                            const ProgressListener &listener);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_REDUCE_REDUCEVERB_H
