// Proves 1-minimality: removes single elements until none can be removed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Sweep.h"

using namespace pinstripe;

std::optional<Element> Sweep::next(const Configuration &best) {
  if (untested.empty()) {
    if (isUnderWay && !removedAny)
      return std::nullopt;
    isUnderWay = true;
    removedAny = false;
    untested.assign(best.members().begin(), best.members().end());
    if (untested.empty())
      return std::nullopt;
  }
  return untested.back();
}

void Sweep::learn(Outcome outcome) {
  untested.pop_back();
  removedAny |= outcome == Outcome::Fail;
}

size_t Sweep::testsLeft(size_t count) const {
  if (!isUnderWay)
    return count;
  return untested.size() + (removedAny ? count : 0);
}
