// Tests in which order changes of a run are shown.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Result/ChangeRanking.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;

static ChangedUnit conditionOf(uint32_t entry, Effect best, uint32_t instances,
                               uint32_t latest, uint32_t good, uint32_t tests) {
  ChangedUnit condition;
  condition.entry = EntryId(entry);
  condition.best = best;
  condition.instances = instances;
  condition.latest = EventIndex(latest);
  condition.tests[static_cast<size_t>(best)] = good;
  condition.tests[static_cast<size_t>(Effect::Other)] = tests - good;
  return condition;
}

static std::vector<uint32_t>
entriesOf(const std::vector<ChangedUnit> &conditions) {
  std::vector<uint32_t> entries;
  for (const ChangedUnit &condition : conditions)
    entries.push_back(static_cast<uint32_t>(condition.entry));
  return entries;
}

TEST_CASE("the better of both ranks decides", "[switch][rank]") {
  std::vector<ChangedUnit> conditions = {
      conditionOf(1, Effect::ExpectedOutput, 5, 10, 1, 9),
      conditionOf(2, Effect::ExpectedOutput, 3, 20, 1, 9),
      conditionOf(3, Effect::ExpectedOutput, 9, 90, 1, 9),
      conditionOf(4, Effect::ExpectedOutput, 1, 5, 1, 9)};
  rankUnits(conditions);
  CHECK(entriesOf(conditions) == std::vector<uint32_t>{3, 4, 2, 1});
  CHECK(conditions[0].rankByLatest == 1);
  CHECK(conditions[0].rankByFewest == 4);
  CHECK(conditions[2].rank() == 2);
}

TEST_CASE("a better effect comes before any rank", "[switch][rank]") {
  std::vector<ChangedUnit> conditions = {
      conditionOf(1, Effect::Prefix, 1, 90, 9, 9),
      conditionOf(2, Effect::ExpectedOutput, 8, 10, 1, 9),
      conditionOf(3, Effect::Partly, 5, 50, 9, 9)};
  rankUnits(conditions);
  CHECK(entriesOf(conditions) == std::vector<uint32_t>{2, 3, 1});
  CHECK(conditions[2].rank() == 1);
}

TEST_CASE("the share of good tests breaks ties", "[switch][rank]") {
  std::vector<ChangedUnit> conditions = {
      conditionOf(1, Effect::ExpectedOutput, 2, 10, 1, 9),
      conditionOf(2, Effect::ExpectedOutput, 2, 10, 8, 9)};
  rankUnits(conditions);
  CHECK(entriesOf(conditions) == std::vector<uint32_t>{2, 1});
  CHECK(conditions[0].rank() == 1);
  CHECK(conditions[1].rank() == 1);
}

static ChangedUnit operandOf(ChangedUnit unit, uint32_t operand) {
  unit.operand = ForcedOperand{OperandId(operand)};
  return unit;
}

TEST_CASE("a condition and its operands have one rank", "[switch][rank]") {
  ChangedUnit whole = conditionOf(1, Effect::Partly, 5, 10, 1, 9);
  ChangedUnit good = conditionOf(1, Effect::ExpectedOutput, 5, 10, 1, 9);
  std::vector<ChangedUnit> units = {
      whole, operandOf(whole, 0), operandOf(good, 1), operandOf(good, 2),
      conditionOf(2, Effect::ExpectedOutput, 5, 20, 1, 9)};
  SECTION("that of the best") {
    uniteOperands(units);
    REQUIRE(units.size() == 2);
    REQUIRE(units[0].operand);
    CHECK(units[0].operand->operand == OperandId(1));
    REQUIRE(units[0].others.size() == 1);
    CHECK(units[0].others[0].operand == OperandId(2));
    CHECK_FALSE(units[1].operand);
  }
  SECTION("the whole one comes first if it is as good") {
    units.push_back(good);
    uniteOperands(units);
    REQUIRE(units.size() == 2);
    CHECK_FALSE(units[0].operand);
    CHECK(units[0].best == Effect::ExpectedOutput);
    CHECK(units[0].others.size() == 2);
  }
}
