// Adds elements to a small configuration until it FAILs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_GROWTH_H
#define PINSTRIPE_REDUCTION_GROWTH_H

#include "pinstripe/Reduction/ElementPrior.h"
#include "pinstripe/Reduction/Reducer.h"
#include <algorithm>
#include <vector>

namespace pinstripe {

/// Begins with a small configuration, the seed, and adds elements until the
/// configuration FAILs. It adds the elements that the configuration lacks
/// according to the oracle (Oracle::lacking), so few needless elements are
/// added. The test that FAILs removes all other elements at once.
///
/// If the oracle names no element, a binary search finds a needed one: the
/// configuration FAILs with all elements up to this one, and does not FAIL with
/// only those before it. Each test of the search that FAILs removes elements.
/// If a second element of the same kind is found in this way (see
/// ElementPrior::kinds), all elements of the kind are added.
///
/// Growth gives up after too many tests. It also gives up if the configuration
/// has become so large that little would be gained.
///
/// Cost: at most one test for each element that the oracle names, log2(n) tests
/// for each element that the binary search finds, and never more than
/// `maxTests`.
class Growth : public Reducer {
public:
  /// Returns the number of tests after which this stage gives up. `elements` is
  /// the number of elements at its beginning. The result is about a sixth of
  /// this number. If there are more than some 500 elements, it grows by only
  /// one test for each 24 further elements.
  static size_t maxTests(size_t elements) {
    return std::min(1 + elements / 6, 64 + elements / 24);
  }
  /// `seed` is the small configuration to which elements are added; it must be
  /// a subset of `start`. `kinds` has the kind of each element
  /// (ElementPrior::kinds).
  Growth(Configuration start, Configuration seed, HintSource hints,
         std::vector<uint32_t> kinds = {});

  /// Returns a copy that gets no hints from the oracle. Copies serve to predict
  /// candidates. They are told outcomes of tests that were not made, and the
  /// oracle has no hints about such tests.
  std::unique_ptr<Reducer> clone() const override;
  llvm::StringRef phase() const override { return "growth"; }
  std::optional<size_t> testsLeft() const override { return std::nullopt; }

private:
  std::optional<Configuration> next() override;
  void learn(Outcome outcome) override;

  bool addHints(const Configuration &candidate);
  void beginSearch();
  void blame(Element element);
  size_t middle() const { return low + (high - low) / 2; }

  Configuration grown;
  /// A function that names the elements which a candidate lacked; empty if
  /// there is none.
  HintSource hints;
  /// The kind of each element (see ElementPrior::kinds); empty if the kinds are
  /// not known.
  std::vector<uint32_t> kinds;
  /// The kinds of the elements that binary searches have found to be needed.
  std::vector<uint32_t> blamedKinds;
  bool isDone = false;
  size_t testsLeftToMake;
  /// The elements among which the binary search looks for the needed one; empty
  /// if there is no search. The configuration does not FAIL if the first `low`
  /// of these elements are added to it, and FAILs if the first `high` of them
  /// are.
  std::vector<Element> others;
  size_t low = 0, high = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_GROWTH_H
