// Implements the delta debugging algorithm dd+ for UNRESOLVED tests (Zeller,
// 1999).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_DDPLUS_H
#define PINSTRIPE_REDUCTION_DDPLUS_H

#include "pinstripe/Reduction/Reducer.h"
#include <vector>

namespace pinstripe {

/// The algorithm dd+ of Zeller, "Yesterday, my program worked. Today, it does
/// not. Why?" (ESEC/FSE 1999), section 4. It is a version of the algorithm dd
/// for tests that can be UNRESOLVED. The recursive function dd3(c, r, n)
/// searches in the set c, while the set r is a part of every candidate. dd3
/// splits c into n subsets c_i and tests, together with r, each subset and each
/// complement c - c_i:
///  - |c| = 1: c is found;
///  - a subset FAILs: dd3(c_i, r, 2);
///  - a subset and its complement both PASS, an interference: the union of
///    dd3(c_i, c - c_i + r, 2) and dd3(c - c_i, c_i + r, 2);
///  - a subset is UNRESOLVED and its complement PASSes, a preference:
///    dd3(c_i, c - c_i + r, 2);
///  - otherwise try again: dd3(c', r', min(|c'|, 2n)), where c' is c without
///    each subset whose complement FAILs, and r' is r with each subset that
///    PASSes;
///  - at n = |c| nothing is left to try: the result is c'.
///
/// Complements are tested after all subsets. At n = 2 they are not tested,
/// since each complement is the other subset. An interference is followed as
/// soon as it is seen, a preference only if the round shows no interference.
///
/// Suppose that there is only one minimal set that FAILs, and that no superset
/// of a set that FAILs ever PASSes. Then the result contains the minimal set.
/// Other elements stay only where UNRESOLVED outcomes did not show whether they
/// are needed.
///
/// In general nothing is certified ("dd+ does not guarantee 1-minimality, which
/// is why we recommend ddmin", Cleve and Zeller 2000). A final test, which the
/// paper does not have, finds out whether the result FAILs. If it does not, the
/// best configuration is the smallest one that FAILed during the search.
///
/// Cost for n elements: the cost of dd if no outcome is UNRESOLVED; at most 4n
/// tests for a single cause; 2n^2 tests at worst.
class DDPlus : public Reducer {
public:
  explicit DDPlus(Configuration start);

  std::unique_ptr<Reducer> clone() const override {
    return std::make_unique<DDPlus>(*this);
  }
  llvm::StringRef phase() const override;
  /// Returns nullopt: the number of tests left depends on which outcomes will
  /// be UNRESOLVED.
  std::optional<size_t> testsLeft() const override { return std::nullopt; }

private:
  std::optional<Configuration> next() override;
  void learn(Outcome outcome) override;

  /// A call of the paper's function dd3(c, r, n). It looks for elements of the
  /// set c that are needed, and splits c into n subsets for this purpose. Each
  /// candidate also has all elements of the set r.
  struct Search {
    Search(std::vector<Element> changes, Configuration applied, size_t count);
    size_t size() const { return subsets.size(); }
    bool inComplements() const { return ofSubsets.size() == size(); }
    bool isTested() const { return ofComplements.size() == size(); }
    /// Returns the elements of the subset or complement that is to be tested
    /// next. The candidate consists of these elements and of those in
    /// `applied`.
    std::vector<Element> question() const;
    std::vector<Element> complementOf(size_t index) const;
    bool isInterference(size_t index) const;
    std::optional<size_t> preference() const;
    void note(Outcome outcome);

    /// The elements among which this search looks for needed ones, in ascending
    /// order (the set c). If a subset PASSes, its elements are added to
    /// `applied`, and may nevertheless stay in this list.
    std::vector<Element> changes;
    /// The elements that are part of each candidate of this search (the set r).
    Configuration applied;
    /// The n subsets into which `changes` is split.
    std::vector<std::vector<Element>> subsets;
    /// The outcomes that this round has got so far: those of the subsets, and
    /// those of their complements. Both lists are in the order of `subsets`.
    std::vector<Outcome> ofSubsets, ofComplements;
  };
  void settle();
  void advance(Outcome outcome);
  void take();
  void searchIn(std::vector<Element> changes, Configuration applied);
  void searchBoth(size_t index);
  void decide();
  void tryAgain();

  size_t startCount;
  /// A stack of the searches that have not ended; the last one is under way.
  std::vector<Search> searches;
  Configuration found;
  bool isVerified = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_DDPLUS_H
