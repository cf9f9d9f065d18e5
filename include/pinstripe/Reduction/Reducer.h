// Defines what all reduction algorithms have in common: the caller asks for the
// next configuration to test, and then tells its outcome.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_REDUCER_H
#define PINSTRIPE_REDUCTION_REDUCER_H

#include "pinstripe/Reduction/Configuration.h"
#include "pinstripe/Reduction/Outcome.h"
#include <memory>
#include <optional>

namespace pinstripe {

/// Says what a reduction has proved about its result by testing single removals
/// or additions.
enum class Minimality : uint8_t {
  None, ///< Nothing has been proved about the result.
  /// The smallest configuration that FAILs no longer FAILs if any one of its
  /// elements is removed.
  OneMinimal,
  /// The smallest configuration that FAILs contains the largest one that
  /// PASSes, and the difference between the two is minimal. The failing
  /// configuration no longer FAILs if any element of the difference is removed
  /// from it, and the passing one no longer PASSes if any element of the
  /// difference is added to it.
  OneMinimalDifference,
  /// The largest configuration that PASSes no longer PASSes if any further
  /// element is added. Nothing is proved about the smallest configuration that
  /// FAILs.
  OneMaximal,
};

/// Returns "none", "1-minimal", "1-minimal difference" or "1-maximal".
llvm::StringRef minimalityName(Minimality minimality);

/// Names a configuration that contains all candidates of an algorithm. A cache
/// can forget the outcomes of configurations that are not subsets of this one,
/// since they are never asked for again.
enum class CandidateRange : uint8_t {
  /// All candidates are proper subsets of the best configuration so far. Each
  /// candidate that FAILs becomes the best one.
  Best,
  /// All candidates are proper subsets of the configuration from which the
  /// algorithm has started.
  Start,
};

/// A reduction algorithm as a state machine. An algorithm starts from a
/// configuration that is known to FAIL. The empty configuration is known not to
/// FAIL. The algorithm proposes candidates until `ask` returns none. An
/// algorithm is allowed to propose the same candidate twice, and to propose the
/// empty configuration: neither costs a second test, since `reduce` remembers
/// all outcomes.
///
///     while (std::optional<Configuration> candidate = reducer.ask())
///       reducer.tell(outcomeOf(*candidate));
class Reducer {
public:
  explicit Reducer(Configuration start,
                   CandidateRange range = CandidateRange::Best)
      : smallest(std::move(start)), range(range), startCount(smallest.count()) {
  }
  virtual ~Reducer();

  /// Returns a copy of the reducer in the same state. Such copies are used to
  /// predict which candidates the reducer will ask for after each possible
  /// outcome (see Speculation).
  virtual std::unique_ptr<Reducer> clone() const = 0;
  /// Returns the next candidate. Further calls return the same candidate until
  /// `tell` has received its outcome. Returns nullopt once the algorithm is
  /// done.
  std::optional<Configuration> ask();
  /// Tells the reducer the outcome of the candidate that `ask` returned last.
  void tell(Outcome outcome);

  CandidateRange candidateRange() const { return range; }
  /// Returns the smallest configuration so far that FAILs.
  const Configuration &best() const { return smallest; }
  /// Returns the largest configuration so far that PASSes. Returns nullopt if
  /// no configuration has PASSed, or if the algorithm does not look for one.
  virtual std::optional<Configuration> largestPassing() const {
    return std::nullopt;
  }
  /// Returns what is proved about the result; Minimality::None as long as `ask`
  /// still returns candidates.
  Minimality minimality() const { return certified; }
  /// Returns the current stage, such as "halving", for progress reports.
  virtual llvm::StringRef phase() const = 0;
  /// Returns how many candidates are still to come if none of them FAILs;
  /// nullopt if the algorithm can't know. The number is a rough bound, since a
  /// candidate that FAILs saves some candidates and can cause others.
  virtual std::optional<size_t> testsLeft() const = 0;

protected:
  Reducer(const Reducer &) = default;
  Reducer &operator=(const Reducer &) = delete;
  /// Computes the next candidate to be tested; nullopt if the algorithm needs
  /// no further test.
  virtual std::optional<Configuration> next() = 0;
  /// Takes the outcome of the candidate that `next` has returned. If the
  /// candidate FAILed, `best()` has been updated already.
  virtual void learn(Outcome outcome) = 0;
  /// Makes candidateRange() return the same as for `other`. A reducer calls
  /// this function if it takes all its candidates from the reducer `other`.
  void useRangeOf(const Reducer &other) { range = other.range; }
  void certify(Minimality minimality = Minimality::OneMinimal) {
    certified = minimality;
  }

private:
  Configuration smallest;
  CandidateRange range;
  size_t startCount;
  std::optional<Configuration> asked;
  Minimality certified = Minimality::None;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_REDUCER_H
