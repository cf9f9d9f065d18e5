// Implements the delta debugging algorithm ddmin (Hildebrandt and Zeller).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_DDMIN_H
#define PINSTRIPE_REDUCTION_DDMIN_H

#include "pinstripe/Reduction/Reducer.h"
#include <vector>

namespace pinstripe {

/// The algorithm ddmin of Hildebrandt and Zeller, "Simplifying Failure-Inducing
/// Input" (ISSTA 2000), figure 1. The current configuration c is split into n
/// subsets of almost equal size. The granularity n is 2 at first. Then
///  - a subset that FAILs becomes c, at granularity 2 (reduce to subset);
///  - otherwise a complement (c without a subset) that FAILs becomes c, at
///    granularity max(n - 1, 2) and with the remaining subsets as they are
///    (reduce to complement);
///  - otherwise n is doubled, up to |c| (increase granularity);
///  - at n = |c| the algorithm is done.
///
/// At n = 2 the complement of each subset is the other subset, so complements
/// are not tested.
///
/// The result is 1-minimal. No further tests are needed to prove this: the last
/// round, at n = |c|, has tried to remove each single element of c.
///
/// Cost for n elements: n^2 + 3n tests at worst, 2 * log2(n) at best. After c
/// has been reduced, many candidates come again; the cache answers them without
/// a test.
class DDMin : public Reducer {
public:
  explicit DDMin(Configuration start);

  std::unique_ptr<Reducer> clone() const override {
    return std::make_unique<DDMin>(*this);
  }
  llvm::StringRef phase() const override;
  std::optional<size_t> testsLeft() const override;

private:
  std::optional<Configuration> next() override;
  void learn(Outcome outcome) override;

  size_t granularity() const { return ends.size(); }
  llvm::ArrayRef<Element> subset(size_t index) const;
  void split(size_t granularity);
  void reduceToSubset(size_t index);
  void reduceToComplement(size_t index);
  size_t questionsAt(size_t granularity) const;

  /// The elements of the current configuration, in ascending order.
  std::vector<Element> members;
  /// For each subset, the index in `members` after the subset's last element.
  /// Each subset begins where the one before it ends.
  std::vector<size_t> ends;
  /// Index of the subset whose test is next. If `inComplements` is true, all
  /// other subsets together are tested, not the subset.
  size_t position = 0;
  bool inComplements = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_DDMIN_H
