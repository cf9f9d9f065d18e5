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

/// What is known about single removals from a configuration.
enum class Minimality : uint8_t {
  None,       ///< not certified
  OneMinimal, ///< every single removal was tested and does not FAIL
};

/// "none", "1-minimal".
llvm::StringRef minimalityName(Minimality minimality);

/// A reduction algorithm as a state machine. It starts from a configuration
/// known to FAIL, over an empty configuration known not to, and proposes
/// candidates until `ask` has none left. It may ask the same question again
/// and may ask for the empty configuration: `reduce` has a cache in front.
///
///     while (std::optional<Configuration> candidate = reducer.ask())
///       reducer.tell(outcomeOf(*candidate));
///
/// Every candidate is a proper subset of `best()`.
class Reducer {
public:
  explicit Reducer(Configuration start) : smallest(std::move(start)) {}
  virtual ~Reducer();

  /// A copy that goes on from here by itself: what would it ask next, if ...?
  virtual std::unique_ptr<Reducer> clone() const = 0;
  /// The next candidate; the same one until it is answered by `tell`. None
  /// once the algorithm is done.
  std::optional<Configuration> ask();
  /// The outcome of the candidate that `ask` gave out last.
  void tell(Outcome outcome);

  /// The smallest configuration so far that FAILs.
  const Configuration &best() const { return smallest; }
  /// Of `best`; anything but None only once `ask` has no candidate left.
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
  void certify() { certified = Minimality::OneMinimal; }

private:
  Configuration smallest;
  std::optional<Configuration> asked;
  Minimality certified = Minimality::None;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_REDUCER_H
