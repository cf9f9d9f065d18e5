// Implements the default algorithm: halving, then removals of single elements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Halving.h"

#include <algorithm>

using namespace pinstripe;

/// The size of the largest range that is halved depth first. This takes fewer
/// tests for small ranges, since more outcomes are in the cache. Larger ranges
/// are halved level by level.
static constexpr size_t depthFirstSize = 32;
/// If there are at most this many elements, ranges that are unlikely to be
/// removable are halved without a test. If there are more elements, every range
/// is tested. Then more elements are found that can only be removed together.
/// For runs of bzip2 and mawk, this takes a fifth more tests, but leaves 1 %
/// (bzip2) and 2 % (mawk) fewer events.
static constexpr size_t maxForOdds = 128;

Halving::Halving(Configuration start) : Reducer(std::move(start)) {
  order = std::make_shared<const std::vector<Element>>(best().members().begin(),
                                                       best().members().end());
  split({0, order->size()});
  enterNextLevel();
  // The range of all elements is not counted, since it is not tested: removing
  // it would leave the empty configuration, which is known not to FAIL.
  if (order->size() > 1)
    testsInLevels = nodesOf(order->size()) - 1;
}

void Halving::split(Range range) {
  if (range.size() < 2)
    return;
  size_t middle = range.begin + range.size() / 2;
  Range earlier{range.begin, middle}, later{middle, range.end};
  if (range.size() <= depthFirstSize) {
    level.push_back(earlier);
    level.push_back(later);
  } else {
    nextLevel.push_back(later);
    nextLevel.push_back(earlier);
  }
}

void Halving::enterNextLevel() {
  if (!level.empty())
    return;
  level.swap(nextLevel);
  std::reverse(level.begin(), level.end());
}

/// If the range that would be tested next is not worth a test, replaces it by
/// its two halves, and so on. A range of one element is always worth a test.
void Halving::splitUnpromising() {
  if (order->size() > maxForOdds)
    return;
  while (!level.empty() && !odds.isWorthTesting(level.back().size())) {
    Range range = level.back();
    level.pop_back();
    --testsInLevels;
    split(range);
  }
}

std::optional<Configuration> Halving::next() {
  splitUnpromising();
  if (!level.empty()) {
    Range range = level.back();
    return best().without(
        llvm::ArrayRef(*order).slice(range.begin, range.size()));
  }
  if (std::optional<Element> element = sweep.next(best()))
    return best().without(*element);
  certify();
  return std::nullopt;
}

void Halving::learn(Outcome outcome) {
  if (level.empty()) {
    sweep.learn(outcome);
    return;
  }
  Range range = level.back();
  level.pop_back();
  odds.learn(range.size(), outcome == Outcome::Fail);
  if (outcome == Outcome::Fail) {
    testsInLevels -= nodesOf(range.size());
  } else {
    --testsInLevels;
    split(range);
  }
  enterNextLevel();
}

llvm::StringRef Halving::phase() const {
  return level.empty() ? "sweep" : "halving";
}

std::optional<size_t> Halving::testsLeft() const {
  return testsInLevels + sweep.testsLeft(best().count());
}
