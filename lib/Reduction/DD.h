// Implements the delta debugging algorithm dd (Zeller, 1999).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_DD_H
#define PINSTRIPE_REDUCTION_DD_H

#include "pinstripe/Reduction/Reducer.h"
#include <vector>

namespace pinstripe {

/// The algorithm dd of Zeller, "Yesterday, my program worked. Today, it does
/// not. Why?" (ESEC/FSE 1999), section 3. The recursive function dd2(c, r)
/// searches in the set c, while the set r is a part of every candidate. c1 and
/// c2 are the halves of c:
///  - |c| = 1: c is found;
///  - c1 + r FAILs: dd2(c1, r);
///  - c2 + r FAILs: dd2(c2, r);
///  - otherwise c1 and c2 interfere: the union of dd2(c1, c2 + r) and
///    dd2(c2, c1 + r).
///
/// If three conditions hold, the result is the minimal set that FAILs: there is
/// only one minimal set, each superset of a set that FAILs also FAILs, and no
/// outcome is UNRESOLVED. In general nothing is certified. A final test, which
/// the paper does not have, finds out whether the result FAILs. If it does not,
/// the best configuration is the smallest one that FAILed during the search.
///
/// Cost for n elements: 2 log2(n) tests for a single cause, at most 2 log2(n)
/// for each of k causes, never more than 2n - 2, and one test for the result.
/// Most candidates have half of all elements or more.
class DD : public Reducer {
public:
  explicit DD(Configuration start);

  std::unique_ptr<Reducer> clone() const override {
    return std::make_unique<DD>(*this);
  }
  llvm::StringRef phase() const override;
  std::optional<size_t> testsLeft() const override;

private:
  std::optional<Configuration> next() override;
  void learn(Outcome outcome) override;

  /// A call of the paper's function dd2(c, r). It looks for elements of the set
  /// c that are needed. Each candidate that it tests consists of elements of c
  /// and of all elements of the set r.
  struct Search {
    /// The elements among which the search finds those that are needed for a
    /// FAIL: the set c of the paper's dd2(c, r).
    std::vector<Element> changes;
    /// The elements that each candidate of the search has in addition to
    /// elements of `changes`: the set r of the paper's dd2(c, r).
    Configuration applied;
  };
  llvm::ArrayRef<Element> half(const Search &search) const;
  void takeSingles();
  void interfere();

  /// The searches that have not ended, as a stack; the last one is under way.
  std::vector<Search> searches;
  bool inSecondHalf = false;
  Configuration found;
  bool isVerified = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_DD_H
