//===- SwitchSummary.cpp - What changes of decisions did ------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Report/SwitchSummary.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace pinstripe;

llvm::StringRef pinstripe::effectName(Effect effect) {
  switch (effect) {
  case Effect::ExpectedOutput:
    return "expected output";
  case Effect::Partly:
    return "partly";
  case Effect::Prefix:
    return "prefix";
  case Effect::Gone:
    return "gone";
  case Effect::Other:
    return "other";
  case Effect::Same:
    return "same";
  case Effect::Crash:
    return "crash";
  case Effect::Hang:
    return "hang";
  }
  llvm_unreachable("not an effect");
}

llvm::StringRef pinstripe::switchFormName(SwitchForm form) {
  switch (form) {
  case SwitchForm::Single:
    return "single";
  case SwitchForm::Constant:
    return "constant";
  case SwitchForm::Inverted:
    return "inverted";
  }
  llvm_unreachable("not a form");
}

/// Of the tests of a condition, how many were as good as the best.
static double shareOfBest(const SwitchedCondition &condition) {
  return double(condition.tests[static_cast<size_t>(condition.best)]) /
         condition.allTests();
}

/// Conditions with the same effect, by an order: sets one of their ranks.
template <typename Before>
static void setRanks(llvm::MutableArrayRef<SwitchedCondition> conditions,
                     uint32_t SwitchedCondition::*rank, Before isBefore) {
  std::vector<SwitchedCondition *> order;
  for (SwitchedCondition &condition : conditions)
    order.push_back(&condition);
  llvm::sort(order, [&](const auto *a, const auto *b) {
    return isBefore(*a, *b) || (!isBefore(*b, *a) && a->entry < b->entry);
  });
  for (size_t i = 0; i < order.size(); ++i) {
    bool isTied = i != 0 && !isBefore(*order[i - 1], *order[i]);
    order[i]->*rank = isTied ? order[i - 1]->*rank : i + 1;
  }
}

void pinstripe::rankConditions(std::vector<SwitchedCondition> &conditions) {
  llvm::sort(conditions, [](const auto &a, const auto &b) {
    return std::pair(a.best, a.entry) < std::pair(b.best, b.entry);
  });
  llvm::MutableArrayRef<SwitchedCondition> left = conditions;
  while (!left.empty()) {
    Effect best = left.front().best;
    auto alike = left.take_while(
        [best](const SwitchedCondition &each) { return each.best == best; });
    setRanks(
        alike, &SwitchedCondition::rankByFewest,
        [](const auto &a, const auto &b) { return a.instances < b.instances; });
    setRanks(alike, &SwitchedCondition::rankByLatest,
             [](const auto &a, const auto &b) { return a.latest > b.latest; });
    llvm::sort(alike, [](const auto &a, const auto &b) {
      auto key = [](const SwitchedCondition &each) {
        return std::tuple(each.rank(), -shareOfBest(each), each.entry);
      };
      return key(a) < key(b);
    });
    left = left.drop_front(alike.size());
  }
}
