// Implements the delta debugging algorithm dd (Zeller, 1999).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "DD.h"

using namespace pinstripe;

DD::DD(Configuration start)
    : Reducer(std::move(start), CandidateRange::Start),
      found(Configuration::empty(best().universe())) {
  std::vector<Element> all(best().members().begin(), best().members().end());
  searches.push_back({std::move(all), found});
}

llvm::ArrayRef<Element> DD::half(const Search &search) const {
  llvm::ArrayRef<Element> changes = search.changes;
  size_t middle = changes.size() / 2;
  return inSecondHalf ? changes.drop_front(middle) : changes.take_front(middle);
}

/// Ends those searches at the top of the stack that have only one element left.
/// This element becomes part of the result, as the paper says: "If a
/// configuration contains only a single change, it is found."
void DD::takeSingles() {
  while (!searches.empty() && searches.back().changes.size() < 2) {
    for (Element element : searches.back().changes)
      found.insert(element);
    searches.pop_back();
  }
}

std::optional<Configuration> DD::next() {
  takeSingles();
  if (!searches.empty())
    return searches.back().applied.with(half(searches.back()));
  if (!isVerified && found.count() < best().count())
    return found;
  if (best().count() == 1)
    // A configuration of a single element is 1-minimal (no single element can
    // be removed), since the empty configuration is known not to FAIL.
    certify();
  return std::nullopt;
}

void DD::learn(Outcome outcome) {
  if (searches.empty()) {
    isVerified = true;
  } else if (outcome == Outcome::Fail) {
    searches.back().changes = half(searches.back()).vec();
    inSecondHalf = false;
  } else if (!inSecondHalf) {
    inSecondHalf = true;
  } else {
    interfere();
    inSecondHalf = false;
  }
}

/// Replaces the current search by two searches, one in each half; the first
/// half is searched first. Called when neither half FAILs, so that elements of
/// both halves are needed.
void DD::interfere() {
  Search second = std::move(searches.back());
  Search first = second;
  size_t middle = second.changes.size() / 2;
  llvm::ArrayRef<Element> changes = first.changes;
  first.applied = first.applied.with(changes.drop_front(middle));
  second.applied = second.applied.with(changes.take_front(middle));
  second.changes = changes.drop_front(middle).vec();
  first.changes.resize(middle);
  searches.back() = std::move(second);
  searches.push_back(std::move(first));
}

llvm::StringRef DD::phase() const {
  return searches.empty() ? "result" : "search";
}

std::optional<size_t> DD::testsLeft() const {
  size_t left = isVerified ? 0 : 1;
  for (const Search &search : searches)
    if (search.changes.size() > 1)
      left += 2 * (search.changes.size() - 1);
  return left - (inSecondHalf ? 1 : 0);
}
