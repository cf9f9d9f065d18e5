// Implements the circumstance whose elements are the changes between two
// states.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A circumstance is something on which a failure depends. A state is one
// version of the source.

#include "SourceChanges.h"
#include <set>

using namespace pinstripe;

Materials pinstripe::materialsOf(const StateId &state) {
  Materials materials;
  materials.sourceState = state.hex;
  return materials;
}

llvm::Expected<StateId>
pinstripe::mixedState(SourceStore &store, const SourceDifference &difference,
                      const Configuration &applied) {
  return store.edited(difference.from, editsFor(difference, applied));
}

SourceChanges::SourceChanges(SourceStore &store,
                             const SourceDifference &difference,
                             const ChangeBounds &bounds, Grain grain,
                             bool keepsNames)
    : store(store), difference(difference), bounds(bounds), grain(grain),
      parts(partsOf(difference, bounds.between(), grain)) {
  if (!keepsNames)
    return;
  dependents.resize(parts.size());
  std::vector<std::vector<uint32_t>> needed = neededParts(difference, parts);
  for (uint32_t part = 0; part < needed.size(); ++part)
    for (uint32_t other : needed[part])
      dependents[other].push_back(part);
}

Configuration
SourceChanges::changesOf(const Configuration &configuration) const {
  Configuration applied = configuration;
  if (!dependents.empty()) {
    // `missing` begins with the parts of the changes that are not kept. Each
    // part that needs a missing part is removed, too, and is then itself
    // missing.
    std::vector<uint32_t> missing;
    for (uint32_t part = 0; part < parts.size(); ++part)
      if (!applied.contains(Element(part)))
        missing.push_back(part);
    while (!missing.empty()) {
      uint32_t part = missing.back();
      missing.pop_back();
      for (uint32_t dependent : dependents[part])
        if (applied.contains(Element(dependent))) {
          applied.erase(Element(dependent));
          missing.push_back(dependent);
        }
    }
  }
  Configuration result = bounds.passing;
  for (Element part : applied.members())
    for (Element change : parts[static_cast<size_t>(part)])
      result.insert(change);
  return result;
}

llvm::Expected<Materials>
SourceChanges::materialise(const Configuration &configuration) const {
  std::lock_guard<std::mutex> lock(mutex);
  llvm::Expected<StateId> state =
      mixedState(store, difference, changesOf(configuration));
  if (!state)
    return state.takeError();
  return materialsOf(*state);
}

/// Returns the parts whose changes are in `changes`. A part lies either inside
/// or outside of `changes` as a whole, so only its first change is checked.
std::vector<Element>
SourceChanges::partsWith(llvm::ArrayRef<Element> changes) const {
  std::set<Element> wanted(changes.begin(), changes.end());
  std::vector<Element> found;
  for (size_t i = 0; i < parts.size(); ++i)
    if (wanted.contains(parts[i].front()))
      found.push_back(Element(i));
  return found;
}

std::vector<ElementGroup> SourceChanges::groups() const {
  std::vector<ElementGroup> result;
  // Groups of parts in which the same name occurs are made only if the parts
  // are hunks or lines. In larger parts, such as files, names occur too often
  // to tell much. Groups are not needed, either, if parts are already left out
  // together by their names.
  if ((grain != Grain::Hunks && grain != Grain::Lines) || !dependents.empty())
    return result;
  for (const ElementGroup &group : groupsByName(difference, bounds.between())) {
    ElementGroup mapped;
    mapped.label = "names";
    mapped.elements = partsWith(group.elements);
    if (mapped.elements.size() > 1 && mapped.elements.size() < parts.size())
      result.push_back(std::move(mapped));
  }
  return result;
}
