// Narrows the difference between a passing and a failing configuration.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_NARROWING_H
#define PINSTRIPE_REDUCTION_NARROWING_H

#include "pinstripe/Reduction/Reducer.h"
#include <vector>

namespace pinstripe {

/// The common part of DDMax and Isolate: the general delta debugging algorithm
/// of Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing
/// Input" (IEEE TSE 2002), figure 8, in the version of Zeller's Debugging Book.
/// The difference between a passing configuration and a failing one that
/// contains it is split into n subsets, n = 2 at first. For each subset d, the
/// passing configuration with d and the failing one without d may be tested:
///  - with d it FAILs: reduce to subset, n = 2;
///  - without d it PASSes: increase to complement, n = 2;
///  - without d it FAILs: reduce to complement, n = max(n - 1, 2);
///  - with d it PASSes: increase to subset, n = max(n - 1, 2);
///  - no subset helps: n is doubled, up to the size of the difference.
///
/// Where several rules apply, the first one counts. After a step the next round
/// begins at the subset where this one ended (as in the book), not at the first
/// subset (as in the paper).
///
/// The first candidate is the empty configuration: if it PASSes, it is the
/// first passing one.
class Narrowing : public Reducer {
public:
  llvm::StringRef phase() const override;
  /// Returns nullopt: the number depends on which outcomes will be UNRESOLVED.
  std::optional<size_t> testsLeft() const override { return std::nullopt; }
  std::optional<Configuration> largestPassing() const override;

protected:
  enum class Side : bool {
    /// Only the passing configuration grows; the failing one stays as it is
    /// (ddmax).
    Passing,
    Both,
  };
  Narrowing(Configuration start, Side side);
  Narrowing(const Narrowing &) = default;
  const Configuration &passingSide() const { return passing; }
  /// Called when there are no more candidates, to certify the configurations
  /// that were found.
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
  bool hasPassed = false; ///< True if `passing` has PASSed a test.
  bool isEmptyKnown = false;
  /// The subsets into which `failing` - `passing` is split.
  std::vector<std::vector<Element>> deltas;
  size_t offset = 0; ///< The subset with which this round began.
  size_t tried = 0;  ///< how many subsets this round has tried
  /// The outcomes for the present subset, as far as they are known: of the
  /// passing configuration with the subset, and of the failing one without it.
  std::optional<Outcome> with, without;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_NARROWING_H
