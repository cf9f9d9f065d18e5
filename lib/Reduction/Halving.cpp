//===- Halving.cpp - Depth-first halving, then single removals ------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Halving.h"

using namespace pinstripe;

Halving::Halving(Configuration start) : Reducer(std::move(start)) {
  order.assign(best().members().begin(), best().members().end());
  pushHalves({0, order.size()});
}

void Halving::pushHalves(Range range) {
  if (range.size() < 2)
    return;
  size_t middle = range.begin + range.size() / 2;
  stack.push_back({range.begin, middle});
  stack.push_back({middle, range.end});
}

std::optional<Configuration> Halving::next() {
  if (!stack.empty()) {
    Range range = stack.back();
    return best().without(
        llvm::ArrayRef(order).slice(range.begin, range.size()));
  }
  if (std::optional<Element> element = sweep.next(best()))
    return best().without(*element);
  certify();
  return std::nullopt;
}

void Halving::learn(Outcome outcome) {
  if (stack.empty()) {
    sweep.learn(outcome);
    return;
  }
  Range range = stack.back();
  stack.pop_back();
  if (outcome != Outcome::Fail)
    pushHalves(range);
}

llvm::StringRef Halving::phase() const {
  return stack.empty() ? "single removals" : "halving";
}

std::optional<size_t> Halving::testsLeft() const {
  size_t left = sweep.testsLeft(best().count());
  for (const Range &range : stack)
    left += 2 * range.size() - 1; // the nodes of its tree of halves
  return left;
}
