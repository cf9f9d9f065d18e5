// Lets an algorithm work on sets of elements instead of single elements, so
// that elements which need each other are removed together.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_REGROUPED_H
#define PINSTRIPE_REDUCTION_REGROUPED_H

#include "pinstripe/Reduction/ElementGroup.h"
#include "pinstripe/Reduction/Reducer.h"
#include <vector>

namespace pinstripe {

/// Sets of elements; each set is kept or removed as a whole.
using Atoms = std::vector<std::vector<Element>>;

/// Splits a configuration into atoms: the remaining elements of each
/// indivisible group form one atom, and every other element is an atom of its
/// own. Atoms are ordered by their first elements. An element of several
/// indivisible groups belongs to the atom of the first such group.
Atoms atomsOf(const Configuration &configuration,
              llvm::ArrayRef<ElementGroup> groups);

/// Lets an algorithm reduce atoms instead of elements. An atom is a set of
/// elements that is kept or removed as a whole. Atoms of one element each serve
/// to give the algorithm the elements in another order.
///
/// If each atom is a single element, what the algorithm proves about atoms also
/// holds for elements; otherwise nothing is certified.
class Regrouped : public Reducer {
public:
  using Create = std::unique_ptr<Reducer> (*)(Configuration start);
  /// `atoms` are the sets of elements that are removed as a whole. None is
  /// empty, no two have a common element, and together they have exactly the
  /// elements of `start`.
  Regrouped(Configuration start, Atoms atoms, Create create);
  Regrouped(const Regrouped &other);

  std::unique_ptr<Reducer> clone() const override {
    return std::make_unique<Regrouped>(*this);
  }
  llvm::StringRef phase() const override { return inner->phase(); }
  std::optional<size_t> testsLeft() const override {
    return inner->testsLeft();
  }
  std::optional<Configuration> largestPassing() const override;

private:
  std::optional<Configuration> next() override;
  void learn(Outcome outcome) override { inner->tell(outcome); }
  Configuration elementsOf(const Configuration &chosen) const;

  Atoms atoms;
  std::unique_ptr<Reducer> inner;
};

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_REGROUPED_H
