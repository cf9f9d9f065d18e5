// Runs a reduction from beginning to end.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Reduction/Reduction.h"

#include "DDPlus.h"
#include "GroupRemoval.h"
#include "Growth.h"
#include "OutcomeCache.h"
#include "Regrouped.h"
#include "SingleRemovals.h"
#include "Speculation.h"
#include "SubtreeRemoval.h"
#include <algorithm>
#include <functional>

using namespace pinstripe;

/// A reduction can begin with a first candidate, a small set of elements that
/// is likely to FAIL. If it FAILs and has at most this many elements, only
/// single elements are removed from it. Most elements of a good first candidate
/// have to stay, so no large groups can be removed.
static constexpr size_t maxToSweep = 32;
/// A reduction can begin with a first candidate, a small set of elements that
/// is likely to FAIL. If it FAILs and has at most this many elements, it is
/// reduced without estimates of which elements are needed. These estimates have
/// already served to find the candidate, and a set this small takes few tests
/// without them.
static constexpr size_t maxWithoutPrior = 256;

namespace {

/// The state of one call of `reduce`.
class ReductionRun {
public:
  /// Prepares a reduction that begins with the configuration `result.best`. The
  /// reduction updates `result` after each step, so that `result` is useful
  /// even if the reduction ends early.
  ReductionRun(ReductionResult &result, Oracle &oracle,
               ReductionObserver &observer, const std::atomic<bool> &stop,
               const ReductionOptions &options)
      : oracle(oracle), observer(observer), stop(stop), options(options),
        speculation([this](const Configuration &each) { return known(each); },
                    [&oracle](const Configuration &each) {
                      return oracle.outlook(each);
                    }),
        result(result) {}
  llvm::Error run(const Algorithm &algorithm,
                  llvm::ArrayRef<ElementGroup> groups);
  size_t countNeeded() const;

private:
  /// Tests a candidate with the oracle. If the reduction has to end, returns
  /// nullopt and sets `result.end` to the reason: the user stops the reduction,
  /// or the result is small enough.
  llvm::Expected<std::optional<Outcome>> test(const Configuration &candidate);
  llvm::Expected<std::optional<Outcome>> answer(const Configuration &candidate,
                                                llvm::StringRef phase);
  std::optional<Outcome> known(const Configuration &candidate) const;
  bool prefetch(Reducer &reducer);
  void prefetchBounds();
  llvm::Error tryFirstCandidates();
  bool isWorthGrowing() const;
  llvm::Error grow(const Configuration &seed);
  HintSource hints() {
    return [this](const Configuration &candidate, const Configuration &enough) {
      return oracle.lacking(candidate, enough);
    };
  }
  llvm::Error drive(Reducer &reducer);
  llvm::Error driveRound(const Algorithm &algorithm,
                         llvm::ArrayRef<ElementGroup> groups);
  llvm::Error driveAlgorithm(const Algorithm &algorithm,
                             llvm::ArrayRef<ElementGroup> groups);
  llvm::Error driveBackward(llvm::ArrayRef<ElementGroup> groups);
  llvm::Error driveToFixpoint(const Algorithm &algorithm,
                              llvm::ArrayRef<ElementGroup> groups);
  bool isSmaller(const Configuration &candidate) const;
  void remember(const Configuration &candidate, Outcome outcome);
  void enter(llvm::StringRef newPhase);
  void reportProgress(std::optional<size_t> testsLeft);

  Oracle &oracle;
  ReductionObserver &observer;
  const std::atomic<bool> &stop;
  const ReductionOptions &options;
  OutcomeCache cache;
  Speculation speculation;
  /// Names a configuration that contains all candidates of the current reducer.
  /// The cache is allowed to forget the outcomes of configurations that are not
  /// subsets of this one.
  CandidateRange range = CandidateRange::Best;
  bool hasFailed = false; ///< True as soon as any test has FAILed.
  /// True if one of the caller's candidates, options.firstCandidates, was
  /// tested and FAILed.
  bool candidateFailed = false;
  /// True if the algorithm uses estimates of which elements are needed.
  bool usesPrior = false;
  llvm::StringRef phase;
  ReductionResult &result;
};

} // namespace

void ReductionRun::enter(llvm::StringRef newPhase) {
  if (newPhase == phase)
    return;
  phase = newPhase;
  observer.phaseChanged(phase);
}

void ReductionRun::reportProgress(std::optional<size_t> testsLeft) {
  observer.progressed({phase, result.best.count(), result.best.universe(),
                       testsLeft, result.counts});
}

llvm::Expected<std::optional<Outcome>>
ReductionRun::test(const Configuration &candidate) {
  auto endAt = [this](ReductionEnd end) {
    result.end = end;
    return std::nullopt;
  };
  if (stop.load())
    return endAt(ReductionEnd::Interrupted);
  if (hasFailed && options.isEnough && options.isEnough(result.best))
    return endAt(ReductionEnd::Enough);
  llvm::Expected<Outcome> outcome = oracle.test(candidate);
  if (!outcome)
    return outcome.takeError();
  if (*outcome != Outcome::Fail && stop.load())
    return endAt(ReductionEnd::Interrupted);
  if (oracle.lastTestIsNew())
    result.counts.add(*outcome);
  else
    ++result.counts.known;
  return *outcome;
}

/// Returns the outcome of a candidate, from the cache if the cache has it,
/// otherwise from a test. Also updates the cache and the best configuration,
/// and calls the observer. Returns nullopt if the reduction has to end.
llvm::Expected<std::optional<Outcome>>
ReductionRun::answer(const Configuration &candidate, llvm::StringRef phase) {
  enter(phase);
  std::optional<Outcome> outcome = cache.lookup(candidate);
  bool cached = outcome.has_value();
  if (cached) {
    ++result.counts.cached;
  } else {
    llvm::Expected<std::optional<Outcome>> tested = test(candidate);
    if (!tested || !*tested)
      return tested;
    outcome = *tested;
  }
  if (llvm::Error error = observer.testFinished(candidate, *outcome, cached))
    return error;
  bool isBest = *outcome == Outcome::Fail && isSmaller(candidate);
  if (!cached)
    remember(candidate, *outcome);
  if (isBest) {
    result.best = candidate;
    result.minimality = Minimality::None;
    hasFailed = true;
    if (llvm::Error error = observer.bestImproved(candidate))
      return error;
  }
  return outcome;
}

/// Returns true if `candidate` is smaller than every configuration that has
/// FAILed so far.
bool ReductionRun::isSmaller(const Configuration &candidate) const {
  return !hasFailed || candidate.count() < result.best.count();
}

/// Stores the outcome of a candidate in the cache, unless it is a FAIL and
/// `range` is Best. In that case the candidate becomes the best configuration,
/// and all later candidates are proper subsets of it. So its outcome is not
/// needed again, and the cache forgets the outcomes of all larger
/// configurations.
void ReductionRun::remember(const Configuration &candidate, Outcome outcome) {
  if (range == CandidateRange::Start || outcome != Outcome::Fail)
    cache.insert(candidate, outcome);
  else
    cache.evictLargerThan(candidate.count());
}

std::optional<Outcome>
ReductionRun::known(const Configuration &candidate) const {
  std::optional<Outcome> outcome = cache.lookup(candidate);
  return outcome ? outcome : oracle.known(candidate);
}

/// Asks the oracle to start tests in advance: that of the current candidate of
/// `reducer`, and those of candidates that are likely to follow. Returns false
/// if the oracle started no test.
bool ReductionRun::prefetch(Reducer &reducer) {
  size_t depth = oracle.prefetchDepth();
  if (depth == 0 || stop.load() || known(*reducer.ask()))
    return false;
  auto announce = [this, &reducer, depth] {
    oracle.prefetch(speculation.ahead(reducer, depth));
  };
  announce();
  oracle.whileWaiting(announce);
  return true;
}

/// Asks the oracle to start the tests of the full and the empty configuration
/// in advance. Every reduction tests these two first.
void ReductionRun::prefetchBounds() {
  const Configuration &full = result.best;
  if (oracle.prefetchDepth() > 1 && !stop.load() && !full.isEmpty())
    oracle.prefetch({full, Configuration::empty(full.universe())});
}

/// Tests options.firstCandidates until one FAILs. This configuration becomes
/// the best one, and the reduction removes further elements from it.
llvm::Error ReductionRun::tryFirstCandidates() {
  for (const Configuration &candidate : options.firstCandidates) {
    assert(candidate.universe() == result.best.universe() && "other elements");
    if (candidate == Configuration::full(candidate.universe()))
      continue;
    llvm::Expected<std::optional<Outcome>> outcome =
        answer(candidate, "first candidate");
    if (!outcome)
      return outcome.takeError();
    reportProgress(std::nullopt);
    candidateFailed = *outcome == Outcome::Fail;
    if (!*outcome || candidateFailed)
      break;
  }
  return llvm::Error::success();
}

/// Returns true if the reduction is to begin with the seed (ElementPrior::seed)
/// and add elements to it. Returns false if the best configuration is already
/// nearly as small as the seed, since growing the seed would then only cost
/// tests.
bool ReductionRun::isWorthGrowing() const {
  if (!options.prior->seed)
    return false;
  return !candidateFailed ||
         result.best.count() > 2 * options.prior->seed->count();
}

/// Tries to find a small configuration that FAILs, by adding elements to the
/// configuration `seed`.
llvm::Error ReductionRun::grow(const Configuration &seed) {
  assert(seed.universe() == result.best.universe() && "other elements");
  // The seed may have elements that the first candidate lacks. If the first
  // candidate has FAILed, these elements are removed from the seed.
  Growth growth(result.best, seed.without(seed.without(result.best)), hints(),
                options.prior->kinds);
  return drive(growth);
}

llvm::Error ReductionRun::drive(Reducer &reducer) {
  range = reducer.candidateRange();
  while (std::optional<Configuration> candidate = reducer.ask()) {
    bool isPrefetched = prefetch(reducer);
    llvm::Expected<std::optional<Outcome>> outcome =
        answer(*candidate, reducer.phase());
    if (isPrefetched)
      oracle.whileWaiting({});
    if (!outcome)
      return outcome.takeError();
    if (!*outcome)
      return llvm::Error::success();
    if (isPrefetched)
      speculation.learn(**outcome);
    reducer.tell(**outcome);
    result.largestPassing = reducer.largestPassing();
    reportProgress(reducer.testsLeft());
  }
  // An algorithm that has proved nothing leaves the proof of an earlier
  // algorithm as it is. This proof is still valid: if elements had been removed
  // since, the function `answer` would have discarded it.
  if (reducer.minimality() != Minimality::None)
    result.minimality = reducer.minimality();
  return llvm::Error::success();
}

/// Runs one round of a reduction: tries to remove groups, then subtrees, and
/// then runs the algorithm.
llvm::Error ReductionRun::driveRound(const Algorithm &algorithm,
                                     llvm::ArrayRef<ElementGroup> groups) {
  ++result.rounds;
  if (candidateFailed && result.best.count() <= maxToSweep &&
      algorithm.groupsFirst) {
    SingleRemovals singles(result.best);
    return drive(singles);
  }
  GroupRemoval coarse(result.best, groups);
  if (llvm::Error error = drive(coarse))
    return error;
  if (options.tree && !result.endedEarly()) {
    SubtreeRemoval subtrees(result.best, *options.tree);
    if (llvm::Error error = drive(subtrees))
      return error;
  }
  if (result.endedEarly() || !algorithm.create)
    return llvm::Error::success();
  return driveAlgorithm(algorithm, groups);
}

llvm::Error ReductionRun::driveAlgorithm(const Algorithm &algorithm,
                                         llvm::ArrayRef<ElementGroup> groups) {
  // An indivisible group is removed only as a whole. Without such groups, the
  // algorithm works on single elements. With them, it works on atoms: sets of
  // elements that are removed as a whole. A list of atoms takes some 50 bytes
  // for each element, so it is not made if it is not needed.
  if (llvm::none_of(groups, std::mem_fn(&ElementGroup::isIndivisible))) {
    std::unique_ptr<Reducer> reducer =
        usesPrior ? algorithm.createFrom(result.best, *options.prior, hints())
                  : algorithm.create(result.best);
    return drive(*reducer);
  }
  Regrouped regrouped(result.best, atomsOf(result.best, groups),
                      algorithm.create);
  if (llvm::Error error = drive(regrouped))
    return error;
  if (result.endedEarly() || algorithm.guarantee != Minimality::OneMinimal)
    return llvm::Error::success();
  SingleRemovals singles(result.best);
  return drive(singles);
}

/// Returns how many elements of the best configuration are known to be needed.
/// An element is needed if the configuration without it was tested and did not
/// FAIL. Makes no tests, and uses only outcomes that are in the cache.
size_t ReductionRun::countNeeded() const {
  // The largest number of elements that are counted. A best configuration with
  // more elements yields 0: each look-up copies the whole configuration, so all
  // of them together would take seconds.
  constexpr size_t most = 1 << 15;
  if (result.best.count() > most)
    return 0;
  return llvm::count_if(result.best.members(), [this](Element element) {
    std::optional<Outcome> outcome = cache.lookup(result.best.without(element));
    return outcome && *outcome != Outcome::Fail;
  });
}

/// Runs the algorithm dd+ on the best configuration, with the elements in
/// reverse order. This finds more elements that can only be removed together.
llvm::Error ReductionRun::driveBackward(llvm::ArrayRef<ElementGroup> groups) {
  Atoms atoms = atomsOf(result.best, groups);
  std::reverse(atoms.begin(), atoms.end());
  Regrouped regrouped(result.best, std::move(atoms),
                      [](Configuration start) -> std::unique_ptr<Reducer> {
                        return std::make_unique<DDPlus>(std::move(start));
                      });
  return drive(regrouped);
}

/// Returns true if the algorithm looks for a small configuration, so that
/// repeating it can make the result smaller. ddmax and isolate do not look for
/// one.
static bool looksForSmall(const Algorithm &algorithm) {
  return algorithm.create && (algorithm.guarantee == Minimality::OneMinimal ||
                              algorithm.guarantee == Minimality::None);
}

llvm::Error ReductionRun::driveToFixpoint(const Algorithm &algorithm,
                                          llvm::ArrayRef<ElementGroup> groups) {
  size_t count = 0;
  do {
    count = result.best.count();
    if (result.endedEarly())
      return llvm::Error::success();
    if (llvm::Error error = driveBackward(groups))
      return error;
    if (result.endedEarly())
      return llvm::Error::success();
    if (llvm::Error error = driveRound(algorithm, groups))
      return error;
  } while (result.best.count() < count);
  result.isFixpoint = !result.endedEarly();
  return llvm::Error::success();
}

llvm::Error ReductionRun::run(const Algorithm &algorithm,
                              llvm::ArrayRef<ElementGroup> groups) {
  Configuration full = result.best;
  prefetchBounds();
  llvm::Expected<std::optional<Outcome>> outcome =
      answer(full, "full configuration");
  if (!outcome)
    return outcome.takeError();
  reportProgress(std::nullopt);
  if (!*outcome)
    return llvm::Error::success();
  if (**outcome != Outcome::Fail) {
    result.end = ReductionEnd::FullDoesNotFail;
    return llvm::Error::success();
  }

  // If there are no elements at all, the full configuration is the empty one,
  // and was tested already.
  Configuration empty = Configuration::empty(full.universe());
  if (!full.isEmpty()) {
    outcome = answer(empty, "empty configuration");
    if (!outcome)
      return outcome.takeError();
    reportProgress(std::nullopt);
  }
  if (!*outcome)
    return llvm::Error::success();
  if (**outcome == Outcome::Fail) {
    result.end = ReductionEnd::EmptyFails;
    // The result is the empty configuration. It has no element that could be
    // removed, so it is 1-minimal.
    result.minimality = Minimality::OneMinimal;
    return llvm::Error::success();
  }

  if (llvm::Error error = tryFirstCandidates())
    return error;
  if (result.endedEarly())
    return llvm::Error::success();
  usesPrior = algorithm.createFrom && options.prior &&
              (!candidateFailed || result.best.count() > maxWithoutPrior);
  if (usesPrior && isWorthGrowing())
    if (llvm::Error error = grow(*options.prior->seed))
      return error;
  if (result.endedEarly())
    return llvm::Error::success();
  if (llvm::Error error = driveRound(algorithm, groups))
    return error;
  if (options.fixpoint && looksForSmall(algorithm))
    if (llvm::Error error = driveToFixpoint(algorithm, groups))
      return error;
  return llvm::Error::success();
}

llvm::Error pinstripe::reduce(ReductionResult &result, size_t elements,
                              const Algorithm &algorithm, Oracle &oracle,
                              ReductionObserver &observer,
                              const std::atomic<bool> &stop,
                              llvm::ArrayRef<ElementGroup> groups,
                              const ReductionOptions &options) {
  result = {};
  result.best = Configuration::full(elements);
  ReductionRun reduction(result, oracle, observer, stop, options);
  llvm::Error error = reduction.run(algorithm, groups);
  if (error)
    result.end = ReductionEnd::Failed;
  if (result.endedEarly())
    result.provenNeeded = reduction.countNeeded();
  return error;
}

llvm::Expected<ReductionResult>
pinstripe::reduce(size_t elements, const Algorithm &algorithm, Oracle &oracle,
                  ReductionObserver &observer, const std::atomic<bool> &stop,
                  llvm::ArrayRef<ElementGroup> groups,
                  const ReductionOptions &options) {
  ReductionResult result;
  if (llvm::Error error = reduce(result, elements, algorithm, oracle, observer,
                                 stop, groups, options))
    return error;
  return result;
}
