// Implements `pinstripe reduce`: reduces a recorded run to the events that its
// output needs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An event is one execution of a statement.

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

struct OutputDependences;

/// Limits at which a reduction ends, even if it is not finished.
struct ReductionBudget {
  /// The number of tests at which the reduction ends. Tests whose outcomes are
  /// stored already do not count.
  std::optional<uint64_t> tests;
  /// The number of elements (removable parts of the run) at which the reduction
  /// ends, although more might be removable.
  std::optional<size_t> size;
};

/// Describes one reduction of a case, as the user asks for it.
struct ReductionRequest {
  /// Makes a request for a reduction that reproduces the output for which the
  /// case was recorded.
  explicit ReductionRequest(const RecordedCase &recorded)
      : predicate(recorded.theCase.predicate), flow(recorded.launch.flow),
        unrecordedCalls(recorded.launch.unrecordedCalls) {}

  /// The predicate, which decides whether a test reproduces the output.
  PredicateSpec predicate;
  Flow flow;
  UnrecordedCalls unrecordedCalls;
  LaneOptions lanes = {1, nullptr};
  Preferences preferences; ///< the user's wishes: what to keep, what to remove
  ReductionBudget budget;
  /// True if the reduction also looks for pairs of elements (removable parts of
  /// the run) that can be removed together (ReductionOptions::fixpoint).
  bool fixpoint = false;
  /// True if the stored tests of earlier reductions are deleted first.
  bool fresh = false;
  /// Sets of events (executions of statements) that the reduction tests at its
  /// beginning (see ReductionOptions). The reduction adds the calls and
  /// decisions without which these events would not happen.
  std::vector<EventSet> firstCandidates;
  /// True if the first test of the reduction may be a dynamic slice, which has
  /// the events on which the output depends. Ignored if there are
  /// `firstCandidates`.
  bool startFromSlice = true;
  /// True if the reduction is a step of another verb, such as `locate` (see
  /// BestResult::isStep).
  bool isStep = false;
  /// A result of an earlier reduction; nullopt to reduce the whole run. A
  /// reduction of such a result only checks and improves the result. It neither
  /// reads nor writes the stored tests and the best result in the case
  /// directory.
  std::optional<StoredResult> result;
};

/// One reduction of a recorded case. The best result so far and all tests are
/// always in the case directory, so that a later reduction can resume.
///
/// Unless the user has chosen a granularity (which events are removed
/// together), a trace of more than 2^18 events is first reduced by statement.
/// If it takes only minutes to try the instances of the remaining statements
/// one by one, the reduction does that next. Otherwise it first tries to remove
/// large parts of the run. If too many instances remain even then, they are not
/// tried one by one. Instead the reduction by statement is repeated, and its
/// result is final.
class ReduceVerb : RunnableCase {
public:
  /// Prepares a reduction. Returns a UsageError if the predicate (the condition
  /// for runs) does not hold for the recorded run, or if the preferences do not
  /// fit the run. `recorded` and `runner` of `runnable` must outlive the
  /// object.
  static llvm::Expected<std::unique_ptr<ReduceVerb>>
  create(const RunnableCase &runnable, ReductionRequest request);

  ~ReduceVerb();

  size_t elements() const { return elementMap.size(); }
  Granularity granularity() const { return elementMap.granularity(); }

  /// Returns how many tests need not be made, because earlier reductions of the
  /// case have stored their outcomes on disk.
  size_t storedTests() const { return stored ? stored->size() : 0; }
  /// Returns the events that were executed for the last test, in which the
  /// elements of `configuration` were kept. Returns nullopt if nothing was
  /// executed, because the outcome was in the cache in memory.
  std::optional<EventSet> eventsOfRun(const Configuration &configuration) const;

  /// Makes the reduction. `algorithm` is one of the algorithms in
  /// Reduction/Algorithms.def. Returns a ReproductionError, which describes the
  /// first difference, if the output is not reproduced although all events are
  /// executed. Returns a NothingToReduceError if the output is reproduced
  /// although no events are executed.
  llvm::Error run(const Algorithm &algorithm, ReductionObserver &observer);

  /// Returns the summary of the reduction; must be called after `run`. The
  /// summary refers to the recorded case, which must outlive it. The caller
  /// fills in the version and the total time.
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
  void useDependences(const OutputDependences &output);
  /// Returns the limit of the budget (tests, size or time) that has been
  /// reached; nullopt if no limit has been reached.
  std::optional<BudgetLimit> exhaustedBudget(const Configuration &best) const;
  BestResult bestOf(const Configuration &configuration) const;
  llvm::Error finish();
  llvm::Error checkResult();
  bool holdsProof() const;
  Certificate certificate() const;
  std::vector<GluedCleanup> freeCleanups() const;
  KeptReasons reasonsToKeep() const;

  ReductionRequest request;
  /// The decisions and calls that each event depends on. Null in trace flow,
  /// where the recording decides what is executed.
  std::unique_ptr<ControlTree> control;
  ElementMap elementMap;
  /// True if single instances may be reduced after a first reduction by whole
  /// statements.
  bool mayRefine;
  LaunchSpec launch;
  /// Launches with further poisons. A poison is a pattern that is written into
  /// unset memory. The output must be reproduced with each of these poisons,
  /// too. The list is empty unless the reduction is for --same-crash or in
  /// guarded flow, where conditions must decide as recorded.
  std::vector<LaunchSpec> otherPoisons;
  /// True if a test in guarded flow must not compare poison (the pattern in
  /// unset memory); see OracleParts::comparesDecisions.
  bool comparesDecisions = true;
  std::unique_ptr<Predicate> predicate;
  /// The stored tests, which need not be made again; null if the reduction only
  /// checks and improves an earlier result.
  std::unique_ptr<StoredTests> stored;
  std::optional<StoredResultWriter> writer;
  /// Finds the events whose values a test lacked, from the dependences of the
  /// recorded run; null if the algorithm makes no use of this.
  std::unique_ptr<MissingEvents> missing;
  /// The probability that each element is needed, estimated from the recorded
  /// dependences; nullopt if the algorithm does not use such estimates.
  std::optional<ElementPrior> prior;
  std::optional<PartialExecutionOracle> oracle;
  std::optional<ReductionResult> result;
  /// Ends runs at the deadline. nullopt until a run with all events has
  /// reproduced the output: before that, the reduction has no result that it
  /// could show at the deadline.
  std::optional<TimedRuns> timed;
  /// The last certificate of minimality that a stage of the reduction has
  /// given. It says what was proved about the result of the stage. Nullopt if
  /// no stage has given one.
  std::optional<ProvenStage> proof;
  /// The error that ended the reduction; empty if there was none.
  std::string failure;
  /// The limit of the budget that has ended the reduction; nullopt if it ended
  /// for another reason.
  std::optional<BudgetLimit> exhausted;
  /// The number of tests that the reduction algorithm's own cache has answered.
  size_t cached = 0;
  EventSet kept;
  std::optional<RepeatedRuns> repeated;
  std::optional<PoisonFinding> poisonFinding;
};

/// Reduces the recorded case by the default algorithm. Calls `listener` with
/// the name `step` and the number of runs made so far. Returns the errors of
/// `ReduceVerb::create` and `ReduceVerb::run`.
llvm::Expected<ReductionSummary> reduceCase(const RunnableCase &runnable,
                                            ReductionRequest request,
                                            llvm::StringRef step,
                                            const ProgressListener &listener);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_REDUCE_REDUCEVERB_H
