// Implements the delta debugging algorithm ddmin (Hildebrandt and Zeller).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "DDMin.h"

#include <algorithm>

using namespace pinstripe;

DDMin::DDMin(Configuration start) : Reducer(std::move(start)) {
  members.assign(best().members().begin(), best().members().end());
  split(2);
}

llvm::ArrayRef<Element> DDMin::subset(size_t index) const {
  size_t begin = index == 0 ? 0 : ends[index - 1];
  return llvm::ArrayRef(members).slice(begin, ends[index] - begin);
}

/// Splits the current configuration into `granularity` subsets, whose sizes
/// differ by at most one, the larger ones last. The first subset is tested
/// next.
void DDMin::split(size_t granularity) {
  granularity = std::min(granularity, members.size());
  ends.clear();
  for (size_t begin = 0, left = granularity; left > 0; --left) {
    begin += (members.size() - begin) / left;
    ends.push_back(begin);
  }
  position = 0;
  inComplements = false;
}

std::optional<Configuration> DDMin::next() {
  while (members.size() > 1) {
    if (position < granularity()) {
      if (inComplements)
        return best().without(subset(position));
      return Configuration::of(best().universe(), subset(position));
    }
    position = 0;
    if (!inComplements && granularity() > 2) {
      inComplements = true;
      continue;
    }
    if (granularity() == members.size())
      break;
    split(2 * granularity());
  }
  certify();
  return std::nullopt;
}

void DDMin::learn(Outcome outcome) {
  if (outcome != Outcome::Fail)
    ++position;
  else if (inComplements)
    reduceToComplement(position);
  else
    reduceToSubset(position);
}

void DDMin::reduceToSubset(size_t index) {
  llvm::ArrayRef<Element> kept = subset(index);
  members = std::vector<Element>(kept.begin(), kept.end());
  split(2);
}

/// Removes a subset from the current configuration. The other subsets stay as
/// they are, as the paper demands: "Splitting the complement into n - 1 subsets
/// means that its subsets are identical to the subsets of c." At least two
/// subsets remain, since with only two subsets no complement is tested.
void DDMin::reduceToComplement(size_t index) {
  size_t begin = index == 0 ? 0 : ends[index - 1];
  size_t size = ends[index] - begin;
  members.erase(members.begin() + begin, members.begin() + begin + size);
  ends.erase(ends.begin() + index);
  for (size_t i = index; i < ends.size(); ++i)
    ends[i] -= size;
  position = 0;
  inComplements = false;
}

llvm::StringRef DDMin::phase() const {
  return inComplements ? "complements" : "subsets";
}

size_t DDMin::questionsAt(size_t granularity) const {
  return granularity > 2 ? 2 * granularity : granularity;
}

std::optional<size_t> DDMin::testsLeft() const {
  size_t count = members.size();
  if (count < 2)
    return 0;
  size_t left = questionsAt(granularity()) - position -
                (inComplements ? granularity() : 0);
  for (size_t n = granularity(); n < count;) {
    n = std::min(2 * n, count);
    left += questionsAt(n);
  }
  return left;
}
