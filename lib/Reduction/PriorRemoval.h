// Removes elements by the probability that they are needed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_PRIORREMOVAL_H
#define PINSTRIPE_REDUCTION_PRIORREMOVAL_H

#include "Sweep.h"
#include "pinstripe/Reduction/ElementPrior.h"
#include "pinstripe/Reduction/Reducer.h"
#include <vector>

namespace pinstripe {

/// An algorithm that uses estimates made before it begins (see ElementPrior):
/// how likely each element is to be needed, and which elements are of the same
/// kind. The share of needed elements of a kind is estimated from the prior and
/// from all outcomes so far. The algorithm always goes on with the kind that
/// has the smallest share p. One test removes i elements of the kind, where i
/// makes the expected gain i * (1 - p)^i largest, which is the rule of ProbDD.
/// Kinds of which nearly all elements are needed are left to the sweep: no test
/// of several such elements is worthwhile.
///
/// After a test that does not FAIL, the oracle may name elements that were
/// lacking (see Oracle::lacking). These elements are put back, and the others
/// are removed without them. If the oracle names none, the set is halved. The
/// more often the oracle names elements, the larger the tested sets are.
///
/// Then a sweep of single removals proves 1-minimality, whatever the prior was.
///
/// Cost: if k of n elements stay, at most about 2n tests, and k for the sweep.
class PriorRemoval : public Reducer {
public:
  PriorRemoval(Configuration start, const ElementPrior &prior,
               HintSource hints);

  /// Returns a copy that gets no hints from the oracle. Copies serve to predict
  /// candidates. They are told outcomes of tests that were not made, and the
  /// oracle has no hints about such tests.
  std::unique_ptr<Reducer> clone() const override;
  llvm::StringRef phase() const override;
  /// Returns nullopt: the number of tests left is unknown, since the number of
  /// elements that a test removes depends on all earlier outcomes.
  std::optional<size_t> testsLeft() const override { return std::nullopt; }

private:
  std::optional<Configuration> next() override;
  void learn(Outcome outcome) override;

  /// The elements of one kind, and how many of those that were tested are
  /// needed.
  struct Kind {
    std::vector<Element> untested;
    /// How many elements of this kind were tested, and how many of them were
    /// found to be needed. Both begin with values from the estimate in
    /// ElementPrior, which counts as if `priorTests` elements had been tested.
    double tested = 0;
    double needed = 0;
    double share() const { return needed / tested; }
  };
  /// A set of elements of one kind that a test removes together.
  struct Set {
    size_t kind = 0;
    std::vector<Element> elements;
    /// True if the set has a needed element, provided that each superset of a
    /// set that FAILs also FAILs.
    bool isGuilty = false;
  };
  void choose();
  void note(size_t kind, size_t elements, bool couldGo);
  void keep(Set set);
  void halve(const Set &set);

  /// A function that names the elements which a candidate lacked; empty if
  /// there is none.
  HintSource hints;
  std::vector<Kind> kinds;
  /// Sets that are still to be tested; the last one is tested next.
  std::vector<Set> sets;
  /// How often the oracle helps, between 0 and 1: the share of tests of several
  /// elements that did not FAIL after which the oracle named an element of the
  /// tested set. Newer tests weigh more.
  double hintShare = 0;
  Sweep sweep;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_PRIORREMOVAL_H
