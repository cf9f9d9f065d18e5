// Lets an algorithm work on sets of elements instead of single elements, so
// that elements which need each other are removed together.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Regrouped.h"

#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

Atoms pinstripe::atomsOf(const Configuration &configuration,
                         llvm::ArrayRef<ElementGroup> groups) {
  Atoms atoms;
  Configuration left = configuration;
  for (const ElementGroup &group : groups) {
    if (!group.isIndivisible)
      continue;
    std::vector<Element> atom;
    for (Element element : group.elements)
      if (left.contains(element)) {
        atom.push_back(element);
        left.erase(element);
      }
    if (!atom.empty())
      atoms.push_back(std::move(atom));
  }
  for (Element element : left.members())
    atoms.push_back({element});
  llvm::sort(atoms, [](const auto &a, const auto &b) {
    return *llvm::min_element(a) < *llvm::min_element(b);
  });
  return atoms;
}

Regrouped::Regrouped(Configuration start, Atoms theAtoms, Create create)
    : Reducer(std::move(start)), atoms(std::move(theAtoms)),
      inner(create(Configuration::full(atoms.size()))) {
  useRangeOf(*inner);
  assert(elementsOf(inner->best()) == best() && "atoms are all of the start");
}

Regrouped::Regrouped(const Regrouped &other)
    : Reducer(other), atoms(other.atoms), inner(other.inner->clone()) {}

Configuration Regrouped::elementsOf(const Configuration &chosen) const {
  Configuration result = Configuration::empty(best().universe());
  for (Element atom : chosen.members())
    for (Element element : atoms[static_cast<size_t>(atom)])
      result.insert(element);
  return result;
}

std::optional<Configuration> Regrouped::next() {
  if (std::optional<Configuration> chosen = inner->ask())
    return elementsOf(*chosen);
  auto isSingle = [](const auto &atom) { return atom.size() == 1; };
  if (llvm::all_of(atoms, isSingle))
    certify(inner->minimality());
  return std::nullopt;
}

std::optional<Configuration> Regrouped::largestPassing() const {
  std::optional<Configuration> passing = inner->largestPassing();
  return passing ? std::optional(elementsOf(*passing)) : std::nullopt;
}
