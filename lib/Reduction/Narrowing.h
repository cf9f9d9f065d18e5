//===- Narrowing.h - Narrows the difference of a passing set ----*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_REDUCTION_NARROWING_H
#define PINSTRIPE_REDUCTION_NARROWING_H

#include "pinstripe/Reduction/Reducer.h"
#include <vector>

namespace pinstripe {

/// What DDMax and Isolate have in common: the general delta debugging
/// algorithm of Zeller and Hildebrandt, "Simplifying and Isolating
/// Failure-Inducing Input" (IEEE TSE 2002), figure 8, in the shape of Zeller's
/// Debugging Book. Between a passing configuration and a failing one that
/// contains it, the difference is split into n subsets, n = 2 at first. For
/// each of them, d, it may test what PASSes with d and what FAILs without d:
///  - with d it FAILs: reduce to subset, n = 2;
///  - without d it PASSes: increase to complement, n = 2;
///  - without d it FAILs: reduce to complement, n = max(n - 1, 2);
///  - with d it PASSes: increase to subset, n = max(n - 1, 2);
///  - no subset helps: n is doubled, up to the size of the difference.
/// Where several apply, that is the order. After a step it goes on with the
/// subset where it was (the book), not with the first one (the paper).
///
/// First of all it asks for the empty configuration: does it PASS?
class Narrowing : public Reducer {
public:
  llvm::StringRef phase() const override;
  /// None: it depends on which outcomes are UNRESOLVED.
  std::optional<size_t> testsLeft() const override { return std::nullopt; }
  std::optional<Configuration> largestPassing() const override;

protected:
  enum class Side : bool {
    Passing, ///< is increased; the failing one stays
    Both,
  };
  Narrowing(Configuration start, Side side);
  Narrowing(const Narrowing &) = default;
  const Configuration &passingSide() const { return passing; }
  /// Called at the end.
  virtual void certifyResult() = 0;

private:
  std::optional<Configuration> next() override;
  void learn(Outcome outcome) override;

  enum class Question : uint8_t { Empty, With, Without, None };
  Question question() const;
  Configuration candidate(Question question) const;
  const std::vector<Element> &delta() const;
  bool takeDecided();
  void advance();
  void split(size_t granularity);
  void narrow(size_t granularity);

  Side side;
  Configuration passing, failing;
  bool hasPassed = false; ///< `passing` was seen to PASS
  bool isEmptyKnown = false;
  std::vector<std::vector<Element>> deltas; ///< of `failing` - `passing`
  size_t offset = 0;                        ///< the subset to begin with
  size_t tried = 0;                         ///< subsets of this round
  /// What is known of the subset in question.
  std::optional<Outcome> with, without;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_NARROWING_H
