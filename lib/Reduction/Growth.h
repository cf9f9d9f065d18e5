// Adds elements to a small configuration until it FAILs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_GROWTH_H
#define PINSTRIPE_REDUCTION_GROWTH_H

#include "pinstripe/Reduction/ElementPrior.h"
#include "pinstripe/Reduction/Reducer.h"

namespace pinstripe {

/// Begins with a small configuration, the seed, and adds to it what the oracle
/// says it lacks (Oracle::lacking), until the configuration FAILs. So few
/// elements are ever added that nothing needs, and all others are removed by
/// one test. Growth gives up if the oracle does not know what is lacking, if
/// the configuration has become so large that little would be gained, or after
/// too many tests. Then nothing is removed.
///
/// Cost: at most one test for each element that is added, and at most one test
/// for each `elementsPerTest` elements of `start`.
class Growth : public Reducer {
public:
  /// The removal of this many elements is worth a test.
  static constexpr size_t elementsPerTest = 6;
  /// `seed` must be a subset of `start`.
  Growth(Configuration start, Configuration seed, HintSource hints);

  /// Returns a copy that gets no hints, since copies are told outcomes of tests
  /// that were not made.
  std::unique_ptr<Reducer> clone() const override;
  llvm::StringRef phase() const override { return "growth"; }
  std::optional<size_t> testsLeft() const override { return std::nullopt; }

private:
  std::optional<Configuration> next() override;
  void learn(Outcome outcome) override;

  Configuration grown;
  HintSource hints; ///< Empty if there are no hints.
  bool isDone = false;
  size_t testsLeftToMake;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_GROWTH_H
