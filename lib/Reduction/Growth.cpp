// Adds elements to a small configuration until it FAILs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Growth.h"

#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

Growth::Growth(Configuration start, Configuration seed, HintSource hints,
               std::vector<uint32_t> kinds)
    : Reducer(std::move(start)), grown(std::move(seed)),
      hints(std::move(hints)), kinds(std::move(kinds)),
      testsLeftToMake(maxTests(best().count())) {}

std::unique_ptr<Reducer> Growth::clone() const {
  auto copy = std::make_unique<Growth>(*this);
  copy->hints = nullptr;
  return copy;
}

std::optional<Configuration> Growth::next() {
  // If the grown configuration has more than three quarters of all elements,
  // growing it further could save only a few tests. So this stage ends.
  if (isDone || testsLeftToMake == 0 || grown.count() * 4 > best().count() * 3)
    return std::nullopt;
  return others.empty()
             ? grown
             : grown.with(llvm::ArrayRef(others).take_front(middle()));
}

/// Asks the oracle, which makes the tests, for the elements that a candidate
/// lacked, and adds them to the configuration that is grown. Returns false if
/// this adds no element.
bool Growth::addHints(const Configuration &candidate) {
  if (!hints)
    return false;
  Configuration larger = grown.with(hints(candidate, best()));
  if (larger == grown)
    return false;
  grown = std::move(larger);
  return true;
}

void Growth::beginSearch() {
  Configuration rest = best().without(grown);
  others.assign(rest.members().begin(), rest.members().end());
  low = 0;
  high = others.size();
}

/// Adds an element that was found to be needed. If it is the second needed
/// element of its kind, adds all elements of the kind.
void Growth::blame(Element element) {
  grown.insert(element);
  auto index = static_cast<size_t>(element);
  if (index >= kinds.size())
    return;
  if (!llvm::is_contained(blamedKinds, kinds[index])) {
    blamedKinds.push_back(kinds[index]);
    return;
  }
  for (Element each : best().members())
    if (kinds[static_cast<size_t>(each)] == kinds[index])
      grown.insert(each);
}

void Growth::learn(Outcome outcome) {
  --testsLeftToMake;
  if (others.empty()) {
    isDone = outcome == Outcome::Fail;
    if (isDone || addHints(grown))
      return;
    beginSearch();
  } else if (outcome == Outcome::Fail) {
    high = middle();
  } else {
    Configuration candidate =
        grown.with(llvm::ArrayRef(others).take_front(middle()));
    // The oracle has named elements that the candidate lacked, and they have
    // been added. So the same range of elements is searched again.
    if (addHints(candidate))
      return;
    low = middle();
  }
  if (high - low > 1)
    return;
  if (high > low)
    blame(others[low]);
  // If no element is left that could be added, the grown configuration is equal
  // to the best one, which is known to FAIL. Then this stage is done.
  isDone = high == low;
  others.clear();
}
