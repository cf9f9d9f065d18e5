//===- Regrouped.h - An algorithm over sets of elements ---------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_REDUCTION_REGROUPED_H
#define PINSTRIPE_REDUCTION_REGROUPED_H

#include "pinstripe/Reduction/ElementGroup.h"
#include "pinstripe/Reduction/Reducer.h"
#include <vector>

namespace pinstripe {

/// Sets of elements, each of which goes in or out as one.
using Atoms = std::vector<std::vector<Element>>;

/// What a configuration consists of: of each indivisible group what is there,
/// the others by themselves, in the order of their first elements. Where groups
/// overlap, the first one has the element.
Atoms atomsOf(const Configuration &configuration,
              llvm::ArrayRef<ElementGroup> groups);

/// Lets an algorithm reduce atoms instead of elements. So elements go together
/// that only go together, and elements come in another order.
///
/// What the algorithm certifies for atoms holds for elements if each atom is
/// one, otherwise nothing is certified.
class Regrouped : public Reducer {
public:
  using Create = std::unique_ptr<Reducer> (*)(Configuration start);
  /// `atoms` are disjoint, not empty, and all of `start`.
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
