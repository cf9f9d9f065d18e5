//===- Reducer.h - An algorithm that asks and is told -----------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_REDUCTION_REDUCER_H
#define PINSTRIPE_REDUCTION_REDUCER_H

#include "pinstripe/Reduction/Configuration.h"
#include "pinstripe/Reduction/Outcome.h"
#include <memory>
#include <optional>

namespace pinstripe {

/// What is certified about single removals and additions. Each was tested.
enum class Minimality : uint8_t {
  None,       ///< nothing
  OneMinimal, ///< no single removal from the best configuration FAILs
  /// Between the largest passing configuration, which is a subset, and the
  /// best one: without any single element of the difference the best one does
  /// not FAIL, and with it the passing one does not PASS.
  OneMinimalDifference,
  /// With any single element more the largest passing configuration does not
  /// PASS. Of the best one nothing is known.
  OneMaximal,
};

/// "none", "1-minimal", "1-minimal difference", "1-maximal".
llvm::StringRef minimalityName(Minimality minimality);

/// Where the candidates of an algorithm come from.
enum class CandidateRange : uint8_t {
  Best,  ///< proper subsets of the best configuration so far: each FAIL is one
  Start, ///< proper subsets of where it started
};

/// A reduction algorithm as a state machine. It starts from a configuration
/// known to FAIL, over an empty configuration known not to, and proposes
/// candidates until `ask` has none left. It may ask the same question again
/// and may ask for the empty configuration: `reduce` has a cache in front.
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

  /// A copy that goes on from here by itself: what would it ask next, if ...?
  virtual std::unique_ptr<Reducer> clone() const = 0;
  /// The next candidate; the same one until it is answered by `tell`. None
  /// once the algorithm is done.
  std::optional<Configuration> ask();
  /// The outcome of the candidate that `ask` gave out last.
  void tell(Outcome outcome);

  CandidateRange candidateRange() const { return range; }
  /// The smallest configuration so far that FAILs.
  const Configuration &best() const { return smallest; }
  /// The largest configuration so far that PASSes, from an algorithm that
  /// looks for it and has seen one.
  virtual std::optional<Configuration> largestPassing() const {
    return std::nullopt;
  }
  /// Anything but None only once `ask` has no candidate left.
  Minimality minimality() const { return certified; }
  /// What the algorithm is doing, for progress: "halving".
  virtual llvm::StringRef phase() const = 0;
  /// How many candidates are still to come if none of them FAILs. Each that
  /// does saves candidates now and may cost some later, so this is a rough
  /// bound only. None if the algorithm can't know.
  virtual std::optional<size_t> testsLeft() const = 0;

protected:
  Reducer(const Reducer &) = default;
  Reducer &operator=(const Reducer &) = delete;
  /// The next candidate, from `best()` and the algorithm's own state.
  virtual std::optional<Configuration> next() = 0;
  /// How the candidate from `next` came out; `best()` is up to date.
  virtual void learn(Outcome outcome) = 0;
  /// For a reducer that asks what another one asks.
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
