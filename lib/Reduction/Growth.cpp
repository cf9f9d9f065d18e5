// Adds elements to a small configuration until it FAILs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Growth.h"

using namespace pinstripe;

Growth::Growth(Configuration start, Configuration seed, HintSource hints)
    : Reducer(std::move(start)), grown(std::move(seed)),
      hints(std::move(hints)),
      testsLeftToMake(1 + best().count() / elementsPerTest) {}

std::unique_ptr<Reducer> Growth::clone() const {
  auto copy = std::make_unique<Growth>(*this);
  copy->hints = nullptr;
  return copy;
}

std::optional<Configuration> Growth::next() {
  // If three of four elements are there, what would be removed by one test is
  // not worth more tests.
  if (isDone || testsLeftToMake == 0 || grown.count() * 4 > best().count() * 3)
    return std::nullopt;
  return grown;
}

void Growth::learn(Outcome outcome) {
  --testsLeftToMake;
  isDone = outcome == Outcome::Fail || !hints;
  if (isDone)
    return;
  Configuration larger = grown.with(hints(grown, best()));
  isDone = larger == grown;
  grown = std::move(larger);
}
