// Implements simpledd, a binary search for a single cause (Zeller, 1999).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_SIMPLEDD_H
#define PINSTRIPE_REDUCTION_SIMPLEDD_H

#include "pinstripe/Reduction/Reducer.h"
#include <vector>

namespace pinstripe {

/// The algorithm simpledd, the naive search from which dd was developed (after
/// Zeller, "Yesterday, my program worked. Today, it does not. Why?", ESEC/FSE
/// 1999). simpledd searches in a set c, which has all elements at first:
///  - |c| = 1: done;
///  - the first half of c FAILs: search in the first half;
///  - otherwise search in the second half, which is not tested.
///
/// A final test, which the paper does not have, finds out whether the remaining
/// element FAILs alone. If outcomes are monotone (each superset of a set that
/// FAILs also FAILs) and one element suffices, then simpledd finds that
/// element, which is then 1-minimal. Otherwise the best configuration is the
/// smallest one that FAILed during the search, and nothing is certified.
///
/// Cost for n elements: log2(n) tests, rounded up, and one for the result.
class SimpleDD : public Reducer {
public:
  explicit SimpleDD(Configuration start);

  std::unique_ptr<Reducer> clone() const override {
    return std::make_unique<SimpleDD>(*this);
  }
  llvm::StringRef phase() const override { return "search"; }
  std::optional<size_t> testsLeft() const override;

private:
  std::optional<Configuration> next() override;
  void learn(Outcome outcome) override;

  /// The elements among which the cause is searched for (the set c).
  std::vector<Element> current;
  bool isDone = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_SIMPLEDD_H
