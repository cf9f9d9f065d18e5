// Implements the delta debugging algorithm dd+ for UNRESOLVED tests (Zeller,
// 1999).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "DDPlus.h"

#include "Subsets.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace pinstripe;

DDPlus::Search::Search(std::vector<Element> changes, Configuration applied,
                       size_t count)
    : changes(std::move(changes)), applied(std::move(applied)),
      subsets(splitInto(this->changes, count, Larger::Last)) {}

std::vector<Element> DDPlus::Search::complementOf(size_t index) const {
  std::vector<Element> complement;
  for (size_t i = 0; i < size(); ++i)
    if (i != index)
      llvm::append_range(complement, subsets[i]);
  return complement;
}

std::vector<Element> DDPlus::Search::question() const {
  return inComplements() ? complementOf(ofComplements.size())
                         : subsets[ofSubsets.size()];
}

/// Stores the outcome of the subset or complement that was tested last. If
/// there are only two subsets, each of them is the complement of the other, so
/// their outcomes are stored as outcomes of the complements, too.
void DDPlus::Search::note(Outcome outcome) {
  if (inComplements()) {
    ofComplements.push_back(outcome);
    return;
  }
  ofSubsets.push_back(outcome);
  if (inComplements() && size() == 2)
    ofComplements = {ofSubsets[1], ofSubsets[0]};
}

bool DDPlus::Search::isInterference(size_t index) const {
  return ofSubsets[index] == Outcome::Pass &&
         ofComplements[index] == Outcome::Pass;
}

std::optional<size_t> DDPlus::Search::preference() const {
  for (size_t i = 0; i < size(); ++i)
    if (ofSubsets[i] == Outcome::Unresolved &&
        ofComplements[i] == Outcome::Pass)
      return i;
  return std::nullopt;
}

DDPlus::DDPlus(Configuration start)
    : Reducer(std::move(start), CandidateRange::Start),
      startCount(best().count()),
      found(Configuration::empty(best().universe())) {
  std::vector<Element> all(best().members().begin(), best().members().end());
  searchIn(std::move(all), found);
}

void DDPlus::searchIn(std::vector<Element> changes, Configuration applied) {
  size_t count = std::min<size_t>(changes.size(), 2);
  searches.emplace_back(std::move(changes), std::move(applied), count);
}

/// Ends the current search and adds its remaining elements to the result.
void DDPlus::take() {
  for (Element element : searches.back().changes)
    found.insert(element);
  searches.pop_back();
}

/// Ends or continues searches until a configuration has to be tested or no
/// search is left.
void DDPlus::settle() {
  while (!searches.empty()) {
    Search &search = searches.back();
    if (search.changes.size() < 2)
      take();
    else if (search.isTested())
      decide();
    else if (search.applied.with(search.question()).count() == startCount)
      // This candidate is equal to the configuration with which the algorithm
      // started. That configuration is known to FAIL, so the candidate needs no
      // test.
      advance(Outcome::Fail);
    else
      return;
  }
}

std::optional<Configuration> DDPlus::next() {
  settle();
  if (!searches.empty())
    return searches.back().applied.with(searches.back().question());
  if (!isVerified && !found.isEmpty() && found.count() < best().count())
    return found;
  if (best().count() == 1)
    // A configuration of a single element is 1-minimal (no single element can
    // be removed), since the empty configuration is known not to FAIL.
    certify();
  return std::nullopt;
}

void DDPlus::learn(Outcome outcome) {
  if (searches.empty())
    isVerified = true;
  else
    advance(outcome);
}

void DDPlus::advance(Outcome outcome) {
  Search &search = searches.back();
  bool wasSubset = !search.inComplements();
  if (wasSubset && outcome == Outcome::Fail) {
    Search parent = std::move(search);
    searches.pop_back();
    searchIn(parent.question(), std::move(parent.applied));
    return;
  }
  search.note(outcome);
  if (!wasSubset && search.isInterference(search.ofComplements.size() - 1))
    searchBoth(search.ofComplements.size() - 1);
}

void DDPlus::searchBoth(size_t index) {
  Search parent = std::move(searches.back());
  searches.pop_back();
  const std::vector<Element> &subset = parent.subsets[index];
  std::vector<Element> complement = parent.complementOf(index);
  Configuration withSubset = parent.applied.with(subset);
  Configuration withComplement = parent.applied.with(complement);
  // Elements of `applied` need no search, since they are part of each
  // candidate. In the paper, `applied` is the set r, and the searched set is c
  // - (c_i + r).
  llvm::erase_if(complement, [&](Element element) {
    return parent.applied.contains(element);
  });
  searchIn(std::move(complement), std::move(withSubset));
  // The search in the subset is put on the stack last. So it is the next one
  // that is done, as in the paper.
  searchIn(subset, std::move(withComplement));
}

/// Decides how the current search goes on after all its subsets and complements
/// have been tested.
void DDPlus::decide() {
  Search &search = searches.back();
  // A subset and its complement interfere if both PASS. With more than two
  // subsets, `advance` notices this right after the test of the complement.
  // With two subsets, the complement is the other subset and is not tested by
  // itself, so the interference is noticed only here.
  if (search.isInterference(0)) {
    searchBoth(0);
    return;
  }
  std::optional<size_t> preferred = search.preference();
  if (!preferred) {
    tryAgain();
    return;
  }
  Search parent = std::move(search);
  searches.pop_back();
  searchIn(parent.subsets[*preferred],
           parent.applied.with(parent.complementOf(*preferred)));
}

void DDPlus::tryAgain() {
  Search parent = std::move(searches.back());
  searches.pop_back();
  std::vector<Element> changes;
  for (size_t i = 0; i < parent.size(); ++i) {
    if (parent.ofComplements[i] != Outcome::Fail)
      llvm::append_range(changes, parent.subsets[i]);
    if (parent.ofSubsets[i] == Outcome::Pass)
      parent.applied = parent.applied.with(parent.subsets[i]);
  }
  bool isLast = parent.size() == parent.changes.size();
  size_t count = std::min(changes.size(), 2 * parent.size());
  searches.emplace_back(std::move(changes), std::move(parent.applied), count);
  if (isLast)
    take();
}

llvm::StringRef DDPlus::phase() const {
  if (searches.empty())
    return "result";
  return searches.back().inComplements() ? "complements" : "subsets";
}
