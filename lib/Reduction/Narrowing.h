// Narrows the difference between a passing and a failing configuration: the
// common part of the algorithms ddmax and isolate.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_NARROWING_H
#define PINSTRIPE_REDUCTION_NARROWING_H

#include "pinstripe/Reduction/Reducer.h"
#include <vector>

namespace pinstripe {

/// The common part of DDMax and Isolate: the general delta debugging algorithm
/// of Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing
/// Input" (IEEE TSE 2002), figure 8, in the version of Zeller's Debugging Book.
/// The failing configuration always contains the passing one. The algorithm
/// splits the difference between them into n subsets, n = 2 at first. For each
/// subset d, up to two candidates are tested: the passing configuration with d,
/// and the failing configuration without d.
///  - The one with d FAILs: it becomes the failing configuration (reduce to
///    subset); n = 2.
///  - The one without d PASSes: it becomes the passing configuration (increase
///    to complement); n = 2.
///  - The one without d FAILs: it becomes the failing configuration (reduce to
///    complement); n = max(n - 1, 2).
///  - The one with d PASSes: it becomes the passing configuration (increase to
///    subset); n = max(n - 1, 2).
///  - No outcome of any subset helps: n is doubled, up to the size of the
///    difference.
///
/// If several rules apply, the first of them counts. When the difference has
/// become smaller, the next round begins at the subset at which this round
/// ended (as in the book), not at the first subset (as in the paper).
///
/// The passing configuration is empty at first, and the empty configuration is
/// also the first candidate. If it does not PASS, largestPassing() returns
/// nullopt until another configuration PASSes.
class Narrowing : public Reducer {
public:
  llvm::StringRef phase() const override;
  /// Returns nullopt: the number of tests left depends on which outcomes will
  /// be UNRESOLVED.
  std::optional<size_t> testsLeft() const override { return std::nullopt; }
  std::optional<Configuration> largestPassing() const override;

protected:
  enum class Side : bool {
    /// Only the passing configuration grows, and the failing one stays as it
    /// is, as in the algorithm ddmax.
    Passing,
    Both,
  };
  Narrowing(Configuration start, Side side);
  Narrowing(const Narrowing &) = default;
  const Configuration &passingSide() const { return passing; }
  /// Calls certify() with what is proved about the passing and the failing
  /// configuration. Called when no candidate is left to test.
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
  /// True if `passing` has PASSed a test. At first `passing` is the empty
  /// configuration, which need not PASS.
  bool hasPassed = false;
  bool isEmptyKnown = false;
  /// The subsets into which the difference is split. The difference consists of
  /// the elements that are in `failing` but not in `passing`.
  std::vector<std::vector<Element>> deltas;
  /// Index of the subset with which this round began. A round is one pass over
  /// all subsets.
  size_t offset = 0;
  size_t tried = 0; ///< How many subsets this round has tried already.
  /// The outcomes for the current subset, each nullopt if it is not known yet.
  /// `with` belongs to the passing configuration with the subset added, and
  /// `without` to the failing configuration with the subset removed.
  std::optional<Outcome> with, without;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_NARROWING_H
