// Ranks statements by the effects of their changes, the most suspect first.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Result/ChangeRanking.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

/// Returns the share of a statement's tests that had its best effect.
static double shareOfBest(const ChangedUnit &unit) {
  return double(unit.tests[static_cast<size_t>(unit.best)]) / unit.allTests();
}

/// Sorts the statements by `isBefore` and stores their ranks, which begin at 1,
/// in the member `rank`. Statements of which neither comes before the other
/// have the same rank.
template <typename Before>
static void setRanks(llvm::MutableArrayRef<ChangedUnit> units,
                     uint32_t ChangedUnit::*rank, Before isBefore) {
  std::vector<ChangedUnit *> order;
  for (ChangedUnit &unit : units)
    order.push_back(&unit);
  llvm::sort(order, [&](const auto *a, const auto *b) {
    return isBefore(*a, *b) || (!isBefore(*b, *a) && a->entry < b->entry);
  });
  for (size_t i = 0; i < order.size(); ++i) {
    bool isTied = i != 0 && !isBefore(*order[i - 1], *order[i]);
    order[i]->*rank = isTied ? order[i - 1]->*rank : i + 1;
  }
}

void pinstripe::uniteOperands(std::vector<ChangedUnit> &units) {
  auto key = [](const ChangedUnit &unit) {
    std::optional<OperandId> operand;
    if (unit.operand)
      operand = unit.operand->operand;
    // Adding a `break` after a statement can have the same effect as leaving
    // the statement out. The added `break` comes first here, since it says
    // more: a `break` is missing.
    return std::tuple(unit.entry, unit.best, operand, !unit.leavesSwitch);
  };
  llvm::sort(units, [&](const ChangedUnit &a, const ChangedUnit &b) {
    return key(a) < key(b);
  });
  std::vector<ChangedUnit> united;
  for (ChangedUnit &unit : units) {
    bool isNew = united.empty() || united.back().entry != unit.entry;
    if (isNew)
      united.push_back(std::move(unit));
    else if (unit.best == united.back().best && unit.operand)
      united.back().others.push_back(*unit.operand);
  }
  units = std::move(united);
}

void pinstripe::rankUnits(std::vector<ChangedUnit> &units) {
  llvm::sort(units, [](const auto &a, const auto &b) {
    return std::pair(a.best, a.entry) < std::pair(b.best, b.entry);
  });
  llvm::MutableArrayRef<ChangedUnit> left = units;
  while (!left.empty()) {
    Effect best = left.front().best;
    auto alike = left.take_while(
        [best](const ChangedUnit &each) { return each.best == best; });
    setRanks(
        alike, &ChangedUnit::rankByFewest,
        [](const auto &a, const auto &b) { return a.instances < b.instances; });
    setRanks(alike, &ChangedUnit::rankByLatest,
             [](const auto &a, const auto &b) { return a.latest > b.latest; });
    llvm::sort(alike, [](const auto &a, const auto &b) {
      auto key = [](const ChangedUnit &each) {
        return std::tuple(each.rank(), -shareOfBest(each), each.entry);
      };
      return key(a) < key(b);
    });
    left = left.drop_front(alike.size());
  }
}
